// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runclosing.h"

#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/runtitle.h"

#include <algorithm>

namespace podium::ui {

namespace {

/// Workers that are connected to anew for as long as they do not answer.
int retriedWorkers(const run::Run &run)
{
    return run.spec().retryLimit.count() > 0 ? run::loginsUnderWay(run.state()) : 0;
}

} // namespace

int unbegunWorkers(const run::Run &run)
{
    return run::unsentWorkers(run.state()) + retriedWorkers(run);
}

bool wasSent(const run::Run &run)
{
    const auto &workers = run.state().workers();
    return std::any_of(
        workers.begin(), workers.end(), [](const auto &worker) { return worker.isSent; });
}

bool goesOn(const run::Run &run)
{
    const run::RunSummary &summary = run.state().summary();
    return summary.running + summary.waiting > unbegunWorkers(run);
}

QString closingMeans(const run::Run &run)
{
    if (run.spec().detachedId.isEmpty()) {
        return RunTabs::tr(
            "It will be stopped. A run goes on without Podium only if that was chosen "
            "under Options before it started.");
    }
    QStringList sentences;
    if (goesOn(run)) {
        sentences << RunTabs::tr("It keeps running whatever happens here, and keeps its output. "
                                 "“Background runs” opens it again.");
    }
    if (const int unsent = run::unsentWorkers(run.state()); unsent > 0) {
        sentences
            << (unsent == 1
                    ? RunTabs::tr("1 worker has not started; it will not.")
                    : RunTabs::tr("%n workers have not started; they will not.", "", unsent));
    }
    if (const int retried = retriedWorkers(run); retried > 0) {
        sentences
            << (retried == 1
                    ? RunTabs::tr("1 worker does not answer yet; it starts only while Podium runs.")
                    : RunTabs::tr(
                          "%n workers do not answer yet; they start only while Podium runs.", "",
                          retried));
    }
    return sentences.join(QLatin1Char(' '));
}

QString meaningOfClosing(const RunTabs &tabs)
{
    QStringList sentences;
    for (const bool isDetached : {true, false}) {
        bool isSaid = false;
        for (RunView *view : tabs.views()) {
            const run::Run &run = view->run();
            // One stands for all of its kind, but not for who is left out of another.
            if (!run.isFinished() && run.spec().detachedId.isEmpty() != isDetached &&
                (!isSaid || unbegunWorkers(run) > 0)) {
                isSaid = true;
                sentences << runTitle(run.spec()) + QStringLiteral(": ") + closingMeans(run);
            }
        }
    }
    return sentences.join(QStringLiteral("\n\n"));
}

QString questionBeforeClosing(const RunTabs &tabs)
{
    if (tabs.attachedCount() == 0) {
        const int waiting = tabs.waitingWorkers();
        return waiting == 0 ? QString()
               : waiting == 1
                   ? RunTabs::tr("A background run has not started on 1 worker.")
                   : RunTabs::tr(
                         "Background runs have not started on %n workers.", nullptr, waiting);
    }
    const int workers = tabs.tiedWorkers();
    return workers == 1
               ? RunTabs::tr("A command still runs on 1 worker. Quitting stops it.")
               : RunTabs::tr(
                     "Commands still run on %n workers. Quitting stops them.", nullptr, workers);
}

} // namespace podium::ui
