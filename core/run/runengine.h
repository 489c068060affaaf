// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/run/output/outputstore.h"
#include "core/run/runspec.h"
#include "core/run/runstate.h"
#include "core/ssh/transport.h"

#include <QObject>
#include <QVector>

#include <functional>
#include <memory>

namespace podium::run {

/// One run: starts workers in a sliding window, keeps their state and output. Lives on the thread
/// that made it (the GUI thread in the window); never blocks.
class Run final : public QObject
{
    Q_OBJECT

public:
    /// Gives the endpoint of a worker at the moment it is started (its IP may be newer than the
    /// run). All references must outlive the run.
    using EndpointOf = std::function<ssh::Endpoint(const WorkerRef &)>;

    Run(RunSpec spec, ssh::Transport &transport, EndpointOf endpointOf, const Clock &clock,
        QObject *parent = nullptr);
    ~Run() override;

    [[nodiscard]] const RunSpec &spec() const;
    [[nodiscard]] const RunState &state() const;
    [[nodiscard]] const OutputStore &output() const;
    [[nodiscard]] QDateTime startedAt() const; ///< UTC; invalid before start()
    [[nodiscard]] bool isFinished() const;

    void start();
    /// First call: no more workers are started, TERM to those that run. Second call: KILL.
    void stop();
    void stopWorker(int slot); ///< the same for one worker
    /// Leaves what runs to itself: from here on nothing of it is heard, and nothing is stopped,
    /// also when this is destroyed. A command whose output nobody takes ends when it next prints.
    /// Those that wait for their turn are never started, which is told before this returns.
    void detach();
    void stopWaiting(); ///< start no more; those that run go on
    /// Of a run that goes on without us: it was told to stop over there, which is shown, and is how
    /// it then ends.
    void expectStop();

    /// More for the stdin, or the terminal, of a worker that runs. Kept and logged nowhere. False:
    /// not taken, see ssh::Transport::write().
    [[nodiscard]] bool type(int slot, const QByteArray &bytes);
    void endInput(int slot); ///< end of file; on a terminal Ctrl+D
    void resizeTerminal(int slot, ssh::TerminalSize size);
    /// Whether something that runs there can be typed to.
    [[nodiscard]] bool takesTyping(int slot) const;

signals:
    void started();
    /// Just before the transport gets its command: from here on it may run there.
    void workerStarting(int slot);
    /// It goes there by another way than usual, or not all of the person's ssh config is followed.
    void routeChosen(int slot);
    /// Some slots' states changed: once a tick, not per event.
    void statesChanged(const QVector<int> &changed);
    /// Some slots' output grew, or has come back from disk: once a tick. It is in output().
    void outputGrew(const QVector<int> &grown);
    /// For streaming consumers (podiumctl): each chunk as it arrives.
    void outputArrived(int slot, podium::ssh::OutputStream stream, const QByteArray &bytes);
    void workerEnded(int slot);
    void finished();

private:
    void onEvents(const std::vector<ssh::TransportEvent> &events);
    void tellSoon();
    void tell();

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace podium::run
