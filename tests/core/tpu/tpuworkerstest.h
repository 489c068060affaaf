// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/remoterun.h"
#include "core/tpu/holders.h"
#include "core/tpu/tpuscripts.h"
#include "tests/core/tpu/atworker.h"
#include "tests/fakes/patience.h"

namespace podium::tests {

/// A slice of real workers, who holds their chips, and what scripts say there.
class TpuWorkersTest : public QObject
{
protected:
    using Answers = std::vector<Result<remote::Answer>>;
    static constexpr int Workers = 3;

    void beginPod()
    {
        if (!m_runs.start(Workers)) {
            QSKIP(qPrintable(m_runs.workers.reason()));
        }
        awaitLogins(m_runs);
    }
    /// As they were at first.
    void letAllGo()
    {
        for (int index = 0; index < Workers; ++index) {
            atWorker(
                index, endingAll("(opt/|tpu-holder)") +
                           "rm -rf /etc/podium-sim/jax-failure /tmp/libtpu_lockfile "
                           "/run/podium-sim-containers\n");
        }
        QTRY_VERIFY(tpu::holdersSummary(holders()) == "free on 3");
    }

    [[nodiscard]] virtual Answers
    ask(const remote::Script &script, const std::vector<std::vector<remote::Record>> &data)
    {
        const run::RunService service(
            *m_runs.transport,
            [this](const WorkerRef &worker) { return m_runs.workers.endpointOf(worker); },
            *m_runs.clock);
        remote::RemoteRun run(service, script, m_runs.workers.refs(), data);
        Answers answers(run.workers().size(), failure({}));
        connect(&run, &remote::RemoteRun::reported, this, [&](const remote::Report &report) {
            answers[std::size_t(report.worker.index)] = report.answer;
        });
        run.start();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(run.isFinished(), 4 * Patience); }();
        return answers;
    }
    [[nodiscard]] std::vector<tpu::WorkerHolders> holders()
    {
        std::vector<tpu::WorkerHolders> found;
        for (const auto &answer : ask(tpu::holdersScript(), {{}})) {
            found.push_back(answer ? tpu::readHolders(*answer) : tpu::WorkerHolders());
        }
        return found;
    }
    /// As root of a worker, to its end.
    void atWorker(int index, const QString &script)
    {
        carryOutAt(m_runs, m_runs.workers.refs().at(std::size_t(index)), script);
    }
    /// `words`: of the holder; it runs as that user, under that name.
    void hold(int index, const QString &user, const QString &name, const QString &words = {})
    {
        atWorker(
            index, QStringLiteral("id -u %1 >/dev/null 2>&1 || useradd -m -s /bin/sh %1\n"
                                  "cp /etc/podium-sim/tpu-holder /opt/%2 && "
                                  "su %1 -c 'setsid sh /opt/%2 %3 >/dev/null 2>&1 &'\n")
                       .arg(user, name, words));
    }

    SimRuns m_runs;
};

} // namespace podium::tests
