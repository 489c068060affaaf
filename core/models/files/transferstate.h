// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/files/transferitems.h"
#include "core/models/files/transfermodel.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace podium::models {

/// A copy to workers, or a fetch from them, from its plan to its verdicts; the next one takes its
/// place. On its owner's thread, which it never blocks.
class TransferState final : public QObject
{
    Q_OBJECT

public:
    enum class Phase {
        Idle,    ///< nothing is planned
        Looking, ///< a plan is made
        Planned, ///< it can be carried out
        Moving,
        Done ///< see the verdicts
    };
    /// Not started yet.
    using Make = std::function<std::unique_ptr<files::Transfer>(const std::vector<WorkerRef> &)>;

    /// `clock` must outlive it.
    TransferState(const Clock &clock, TransferItems::NamesOf namesOf, QObject *parent = nullptr);

    /// Makes a plan for these workers. Not while it is busy.
    void look(const Make &make, const std::vector<WorkerRef> &workers);
    /// Carries the plan out.
    void apply();
    /// First politely, the second time for good; what is looked for is given up.
    void stop();
    /// What was planned is not wished any more.
    void forgetPlan();

    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] bool isBusy() const
    {
        return m_phase == Phase::Looking || m_phase == Phase::Moving;
    }
    /// There is something to be carried out.
    [[nodiscard]] bool hasWork() const;
    /// Carrying the plan out deletes something.
    [[nodiscard]] bool deletes() const;
    /// Workers that are not verified, once Done.
    [[nodiscard]] std::vector<WorkerRef> rest() const;
    /// A gateway, and the recipe that sets up what it lacks.
    struct LackingGateway
    {
        QString recipe;
        WorkerRef gateway;
    };
    /// By what was said of its workers, once Done; nothing where none lacks anything.
    [[nodiscard]] std::optional<LackingGateway> lackingGateway() const;
    /// Workers where the key of a copy through a gateway could not be seen to be gone, once Done.
    [[nodiscard]] QStringList notWithdrawn() const;
    /// One line of how it stands.
    [[nodiscard]] QString summary() const;
    /// Of the bytes, in thousandths.
    [[nodiscard]] int permille() const;
    [[nodiscard]] const TransferModel &model() const { return m_model; }
    [[nodiscard]] TransferModel &model() { return m_model; }
    [[nodiscard]] TransferItems &items() { return m_items; }

signals:
    void changed();
    void progressed();
    void failed(const podium::Error &error); ///< there is no plan, for a reason of this machine
    /// See files::Transfer.
    void narrowed(const QString &text);
    void finished();

private:
    void onPlanned();
    void onFinished();
    void tick();
    void setPhase(Phase phase);
    [[nodiscard]] qint64 elapsedMs() const;

    const Clock &m_clock;
    TransferModel m_model;
    TransferItems m_items;
    std::unique_ptr<files::Transfer> m_transfer; ///< that the models show
    Phase m_phase = Phase::Idle;
    QTimer m_tick;
    qint64 m_begunMs = 0;
    qint64 m_tookMs = 0;
};

} // namespace podium::models
