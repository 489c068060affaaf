// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/transfer.h"

#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace podium::files {

/// A copy or fetch whose workers are gone on with by itself when the connection to them was lost:
/// what is missing is looked for anew, and sent, a few times, each after a longer pause. Nothing is
/// deleted but what its plan named: where there is more by then, it ends. Of a copy through a
/// gateway the same worker is the gateway again, and is sent only what it lacks.
class ResumedTransfer final : public Transfer
{
    Q_OBJECT

public:
    /// One for some of the workers, with all else as for all of them. Called at once, too.
    using Make = std::function<std::unique_ptr<Transfer>(const std::vector<WorkerRef> &)>;
    using Pauses = std::vector<std::chrono::milliseconds>;

    ResumedTransfer(
        const std::vector<WorkerRef> &workers, Make make, Pauses pauses = usualPauses(),
        QObject *parent = nullptr);
    ~ResumedTransfer() override;

    [[nodiscard]] static Pauses usualPauses();

    [[nodiscard]] Direction direction() const override { return m_first->direction(); }
    [[nodiscard]] const QByteArray &folder() const override { return m_first->folder(); }
    [[nodiscard]] const LocalTree *tree() const override { return m_first->tree(); }
    [[nodiscard]] bool deletesExtras() const override { return m_first->deletesExtras(); }
    [[nodiscard]] bool hasWork() const override { return m_first->hasWork(); }
    [[nodiscard]] bool leavesOut() const override { return m_first->leavesOut(); }
    [[nodiscard]] std::optional<PassedOn> passedOn() const override;
    void updateProgress() override;

    void look() override;
    void apply() override;
    void stop() override;

private:
    void onPlanned();
    void onFinished();
    void resumeOrEnd();
    void takeLost();
    void noteLeft(const Transfer &transfer);
    void resume();
    void onAgainPlanned();
    void onAgainFinished();
    void takeAgain();
    [[nodiscard]] bool isAgreed() const;
    void end();

    const Make m_make;
    const Pauses m_pauses;
    const std::unique_ptr<Transfer> m_first;
    std::unique_ptr<Transfer> m_again;
    std::optional<PassedOn> m_planned; ///< as the person has seen it
    QStringList m_notWithdrawn;        ///< see PassedOn, of all tries
    std::vector<std::size_t> m_lost;   ///< its workers, by their places here
    std::vector<WorkerCopy> m_before;  ///< those, as the try before left them
    std::size_t m_tries = 0;
    QTimer m_pause;
    bool m_isStopped = false;
};

} // namespace podium::files
