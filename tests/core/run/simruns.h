// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/detached/detached.h"
#include "core/run/runengine.h"
#include "core/ssh/libssh/libsshtransport.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simworkers.h"

#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace podium::tests {

/// Whole runs on workers of podium-sim, over libssh.
struct SimRuns
{
    /// False where there can be no workers; workers.reason() says why.
    [[nodiscard]] bool start(int count, int countOfRest = 0, int rttMs = 0)
    {
        connectAnew();
        return workers.start(count, countOfRest, rttMs);
    }
    /// All connections end, as if this machine had gone to sleep.
    void connectAnew()
    {
        transport.reset();
        transport = connected();
    }
    [[nodiscard]] std::unique_ptr<ssh::LibsshTransport> connected()
    {
        return std::make_unique<ssh::LibsshTransport>(hostKeys, ssh::LibsshTransport::Options());
    }

    [[nodiscard]] run::RunSpec specOf(const QByteArray &command) const
    {
        run::RunSpec spec;
        spec.workers = workers.refs();
        spec.command = command;
        return spec;
    }
    [[nodiscard]] run::RunSpec specOfFirst(const QByteArray &command) const
    {
        run::RunSpec spec = specOf(command);
        spec.workers.resize(1);
        return spec;
    }
    [[nodiscard]] std::unique_ptr<run::Run> over(ssh::Transport &way, run::RunSpec spec) const
    {
        // The usual limit of a login is met on a busy machine.
        if (spec.connectLimit == run::RunSpec().connectLimit) {
            spec.connectLimit = std::chrono::milliseconds(Patience);
        }
        return std::make_unique<run::Run>(
            std::move(spec), way,
            [this](const WorkerRef &worker) { return workers.endpointOf(worker); }, *clock);
    }
    /// Not started yet.
    [[nodiscard]] std::unique_ptr<run::Run> runOf(run::RunSpec spec) const
    {
        return over(*transport, std::move(spec));
    }
    [[nodiscard]] std::unique_ptr<run::Run> started(run::RunSpec spec) const
    {
        auto run = runOf(std::move(spec));
        run->start();
        return run;
    }
    std::unique_ptr<run::Run> runToEnd(run::RunSpec spec) const
    {
        auto run = started(std::move(spec));
        [&] { QTRY_VERIFY(run->isFinished()); }();
        return run;
    }
    /// What a worker says of a run that goes on without us.
    [[nodiscard]] std::optional<run::DetachedRunOnWorker>
    seen(const QString &id, int slot = 0) const
    {
        const auto list = runToEnd(run::detachedList(workers.refs()));
        for (const run::DetachedRunOnWorker &onWorker :
             run::parseDetachedRuns(list->output().bytes(slot, ssh::OutputStream::Out))) {
            if (onWorker.id == id) {
                return onWorker;
            }
        }
        return std::nullopt;
    }

    SimWorkers workers;
    std::unique_ptr<Clock> clock = std::make_unique<SystemClock>();
    QTemporaryDir folder;
    ssh::HostKeyStore hostKeys{folder.filePath(QStringLiteral("known_hosts"))};
    std::unique_ptr<ssh::LibsshTransport> transport;
};

} // namespace podium::tests
