// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runclosing.h"

#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/runtitle.h"

namespace podium::ui {

QString closingMeans(const run::Run &run)
{
    if (run.spec().detachedId.isEmpty()) {
        return RunTabs::tr(
            "It will be stopped. A run goes on without Podium only if that was chosen "
            "under Options before it started.");
    }
    QString meaning = RunTabs::tr("It keeps running whatever happens here, and keeps its output. "
                                  "“Background runs” opens it again.");
    const int waiting = run.state().summary().waiting;
    if (waiting > 0) {
        meaning += QLatin1Char(' ');
        meaning += waiting == 1
                       ? RunTabs::tr("1 worker has not started; it will not.")
                       : RunTabs::tr("%n workers have not started; they will not.", "", waiting);
    }
    return meaning;
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
                (!isSaid || run.state().summary().waiting > 0)) {
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
                   ? RunTabs::tr("1 worker still waits for its turn.")
                   : RunTabs::tr("%n workers still wait for their turn.", nullptr, waiting);
    }
    const int workers = tabs.tiedWorkers();
    return workers == 1
               ? RunTabs::tr("A command still runs on 1 worker. Quitting stops it.")
               : RunTabs::tr(
                     "Commands still run on %n workers. Quitting stops them.", nullptr, workers);
}

} // namespace podium::ui
