// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

namespace podium::tests {

/// Until all workers have let somebody in. Each begins with its first connection, and many at once
/// may take longer than a login has; afterwards the connections are kept.
inline void awaitLogins(const SimRuns &runs)
{
    const auto areIn = [&runs] {
        const auto run = runs.runToEnd(runs.specOf("true"));
        return run->state().summary().ok == int(runs.workers.refs().size());
    };
    QTRY_VERIFY_WITH_TIMEOUT(areIn(), 4 * Patience);
}

/// A worker's root begins a script by sh: it may not even have been started when this returns.
inline void beginAt(const SimRuns &runs, const WorkerRef &worker, const QString &script)
{
    const QString call = QStringLiteral("/sim/workers/lab/us-central2-b/%1/%2:run")
                             .arg(worker.node.name.text())
                             .arg(worker.index);
    QCOMPARE(runs.workers.cloud().post(call, {{QStringLiteral("script"), script}}).status, 200);
}

/// The same, to its end. What it leaves in the background may not have got far by then.
inline void carryOutAt(const SimRuns &runs, const WorkerRef &worker, const QString &script)
{
    static int last = 0;
    const QString mark = QStringLiteral("/run/podium-test-%1").arg(++last);
    beginAt(runs, worker, script + QStringLiteral("\n: >") + mark + QStringLiteral("\n"));
    run::RunSpec look = runs.specOf(QStringLiteral("[ -e %1 ] && echo done").arg(mark).toUtf8());
    look.workers = {worker};
    const auto isDone = [&runs, &look] {
        const auto run = runs.runToEnd(look);
        return run->output().bytes(0, ssh::OutputStream::Out) == "done\n";
    };
    QTRY_VERIFY_WITH_TIMEOUT(isDone(), 4 * Patience);
}

/// A script that ends all whose command line has this in it (a regular expression), also what they
/// start meanwhile.
[[nodiscard]] inline QString endingAll(const QString &part)
{
    // Not its first process, which cannot be killed and has the name of what has made it.
    return QStringLiteral("while found=; for p in /proc/[0-9]*; do [ $p = /proc/1 ] || "
                          "! grep -qsE '%1' $p/cmdline || ! kill -KILL ${p#/proc/} || found=1; "
                          "done; [ -n \"$found\" ]; do sleep 0.1; done\n")
        .arg(part);
}

} // namespace podium::tests
