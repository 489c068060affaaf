// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/workercopy.h"

#include <QObject>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::files {

/// A copy that one worker, the gateway, passes on to the others. Bytes of files.
struct PassedOn
{
    WorkerRef gateway;
    bool needsEngine = false;   ///< ClusterShell is installed there first
    qint64 linkBytes = 0;       ///< planned upload, to the gateway
    qint64 betweenBytes = 0;    ///< planned, from there to all others together
    qint64 sentBytes = 0;       ///< all that was sent from here
    QStringList notWithdrawn{}; ///< where the copy's key could not be seen to be gone
    QStringList swept{};        ///< where nothing of earlier ones is left either
};

/// A copy to some workers, or a fetch from them: look() makes a plan, apply() carries it out; what
/// window and podiumctl show is its workers(). Run again, only the difference goes over. Lives on
/// one thread and never blocks it.
class Transfer : public QObject
{
    Q_OBJECT

public:
    /// In the order that was given; how far each is: as of the last updateProgress().
    [[nodiscard]] const std::vector<WorkerCopy> &workers() const { return m_workers; }
    /// Why there is no plan at all: of this machine, or Cancelled.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    enum class Direction { ToWorkers, FromWorkers };
    [[nodiscard]] virtual Direction direction() const = 0;
    /// Where to: on each worker, or here.
    [[nodiscard]] virtual const QByteArray &folder() const = 0;
    /// What goes to all workers; null before planned(), where there is an error, and for a fetch,
    /// where each worker has its own.
    [[nodiscard]] virtual const LocalTree *tree() const { return nullptr; }
    /// The extras of its plans go.
    [[nodiscard]] virtual bool deletesExtras() const { return false; }
    /// Something would be sent, deleted or fetched somewhere.
    [[nodiscard]] virtual bool hasWork() const = 0;
    /// Something of what was named is not copied at all.
    [[nodiscard]] virtual bool leavesOut() const = 0;
    /// Nothing where each worker has its own from here.
    [[nodiscard]] virtual std::optional<PassedOn> passedOn() const { return {}; }
    virtual void updateProgress() = 0;

    virtual void look() = 0;  ///< once; then planned()
    virtual void apply() = 0; ///< once, after planned(); then finished()
    /// What has not begun does not, what runs is told to end; a second time more firmly.
    virtual void stop() = 0;

signals:
    void planned();
    void finished();
    /// What could not be done at all workers at once, or not as they have it; for the person.
    void narrowed(const QString &text);

protected:
    Transfer(const std::vector<WorkerRef> &workers, QObject *parent)
        : QObject(parent)
        , m_workers(workers.size())
    {
        for (std::size_t i = 0; i < workers.size(); ++i) {
            m_workers[i].plan.worker = workers[i];
        }
    }

    std::vector<WorkerCopy> m_workers;
    std::optional<Error> m_error;
    bool m_isBusy = false;
};

} // namespace podium::files
