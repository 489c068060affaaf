// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runnotices.h"

#include "core/inventory/targets.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/page/runtabs.h"

#include <QCoreApplication>

namespace podium::ui {

namespace {

struct RunNotices
{
    Q_DECLARE_TR_FUNCTIONS(RunNotices)
};

} // namespace

void tellOfHostKeys(
    NoticeBar &notice, const inventory::Snapshot &snapshot, const std::vector<WorkerRef> &workers)
{
    notice.showNotice(
        models::Mark::Bad,
        RunNotices::tr("The host key of %1 has changed; nothing was sent there.")
            .arg(inventory::describeWorkers(snapshot, workers)),
        RunNotices::tr("Either sshd was set up anew, or something else answers at that address."),
        RunNotices::tr("Host keys…"));
}

bool tellOfStart(NoticeBar &notice, const QString &narrowed, const QStringList &dropped)
{
    QStringList sentences;
    if (!narrowed.isEmpty()) {
        sentences << narrowed;
    }
    for (const QString &run : dropped) {
        sentences << RunNotices::tr("The oldest run was closed, with its output: %1. “Past runs” "
                                    "still lists it.")
                         .arg(run);
    }
    if (sentences.isEmpty()) {
        return false;
    }
    notice.showNotice(
        models::Mark::Warning, sentences.join(QLatin1Char('\n')),
        dropped.isEmpty() ? QString()
                          : RunNotices::tr("%1 runs stay open. Save the output of those that you "
                                           "want to keep for longer.")
                                .arg(RunTabs::MostKept));
    return true;
}

} // namespace podium::ui
