// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/people/plan/planning.h"
#include "core/run/endpoints.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace podium::people {

/// Keeps the plans for all workers up to date, in the pool. While the facts keep changing it tells
/// of new plans now and then, so that they can be followed.
class Planner final : public QObject
{
    Q_OBJECT

public:
    struct Needs
    {
        std::function<PlanningFacts()> facts;       ///< as they are now, but for Podium's own keys
        std::function<run::SshDefaults()> defaults; ///< they name Podium's own keys
        const Clock &clock;                         ///< must outlive it
    };
    explicit Planner(Needs needs, QObject *parent = nullptr);

    /// The facts are others now; planned() follows.
    void plan();
    /// What is planned does not have all facts in it yet.
    [[nodiscard]] bool isPlanning() const { return m_isPlanning; }
    /// Never null, never changed, and to be kept for as long as wished.
    [[nodiscard]] std::shared_ptr<const Planning> planning() const { return m_planning; }
    /// As they were for planning().
    [[nodiscard]] const QList<PublicKey> &ownKeys() const { return m_ownKeys; }

signals:
    void planned(); ///< planning() is another now

private:
    struct Planned
    {
        std::shared_ptr<const Planning> planning;
        QList<PublicKey> ownKeys;
    };
    void onPlanned(Planned planned);

    const Needs m_needs;
    std::shared_ptr<const Planning> m_planning = std::make_shared<const Planning>();
    QList<PublicKey> m_ownKeys;
    bool m_isPlanning = false;
    bool m_mustPlanAgain = false;
    std::optional<qint64> m_toldAtMs;
};

} // namespace podium::people
