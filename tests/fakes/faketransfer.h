// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/transfer.h"

#include <utility>

namespace podium::tests {

/// A copy or fetch that does nothing by itself: what its workers are is said from outside. Signals
/// are sent at once.
class FakeTransfer final : public files::Transfer
{
public:
    explicit FakeTransfer(
        const std::vector<WorkerRef> &workers, Direction direction = Direction::ToWorkers)
        : Transfer(workers, nullptr)
        , m_direction(direction)
    {}

    [[nodiscard]] Direction direction() const override { return m_direction; }
    [[nodiscard]] const QByteArray &folder() const override { return m_folder; }
    [[nodiscard]] const files::LocalTree *tree() const override
    {
        return m_direction == Direction::ToWorkers ? &m_tree : nullptr;
    }
    [[nodiscard]] bool deletesExtras() const override { return m_deletesExtras; }
    [[nodiscard]] bool hasWork() const override { return m_hasWork; }
    [[nodiscard]] std::optional<files::PassedOn> passedOn() const override { return m_passedOn; }
    [[nodiscard]] bool leavesOut() const override { return !m_tree.problems.empty(); }
    void updateProgress() override {}
    void look() override { m_isBusy = true; }
    void apply() override { m_isBusy = true; }
    void stop() override { ++stops; }

    [[nodiscard]] files::WorkerCopy &worker(std::size_t i) { return m_workers[i]; }
    [[nodiscard]] files::LocalTree &source() { return m_tree; }
    void setFolder(const QByteArray &folder) { m_folder = folder; }
    void setDeletesExtras(bool deletes) { m_deletesExtras = deletes; }
    void setPassedOn(const files::PassedOn &facts) { m_passedOn = facts; }
    void setHasWork(bool has) { m_hasWork = has; }
    void endPlan(std::optional<Error> error = {})
    {
        m_isBusy = false;
        m_error = std::move(error);
        emit planned();
    }
    void end()
    {
        m_isBusy = false;
        emit finished();
    }

    int stops = 0;

private:
    const Direction m_direction;
    QByteArray m_folder = "data";
    files::LocalTree m_tree;
    bool m_deletesExtras = false;
    bool m_hasWork = true;
    std::optional<files::PassedOn> m_passedOn;
};

} // namespace podium::tests
