// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runnotices.h"

#include "core/inventory/targets.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"

#include <QCoreApplication>
#include <QPointer>

#include <utility>

namespace podium::ui {

namespace {

struct RunNotices
{
    Q_DECLARE_TR_FUNCTIONS(RunNotices)
};

} // namespace

void tellOfHostKeys(
    NoticeBar &notice, const inventory::Snapshot &snapshot, const std::vector<WorkerRef> &workers,
    std::function<void()> answer)
{
    notice.ask(
        models::Mark::Bad,
        RunNotices::tr("The host key of %1 has changed; nothing was sent there.")
            .arg(inventory::describeWorkers(snapshot, workers)),
        RunNotices::tr("Either sshd was set up anew, or something else answers at that address."),
        RunNotices::tr("Host keys…"), std::move(answer));
}

void tellOfStart(NoticeBar &notice, const QString &narrowed, const QStringList &dropped)
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
        return;
    }
    notice.showNotice(
        models::Mark::Warning, sentences.join(QLatin1Char('\n')),
        dropped.isEmpty() ? QString()
                          : RunNotices::tr("%1 runs stay open. Save the output of those that you "
                                           "want to keep for longer.")
                                .arg(RunTabs::MostKept));
}

void followView(NoticeBar &notice, RunView &view)
{
    QObject::connect(&view, &RunView::saved, &notice, [&notice](const QString &folder) {
        notice.showNotice(models::Mark::Good, RunNotices::tr("Saved in %1.").arg(folder));
    });
    QObject::connect(&view, &RunView::copied, &notice, [&notice](int workers) {
        notice.showNotice(
            models::Mark::Good,
            workers == 1 ? RunNotices::tr("Copied the output of 1 worker.")
                         : RunNotices::tr("Copied the output of %n workers.", nullptr, workers));
    });
    QObject::connect(&view, &RunView::failed, &notice, [&notice, &view](const Error &error) {
        if (error.kind != ErrorKind::QuotaExceeded) {
            notice.showError(error);
            return;
        }
        // What has no room any more can still be saved.
        notice.showError(
            error, RunNotices::tr("Save all output…"), [&notice, view = QPointer<RunView>(&view)] {
                if (view) {
                    view->saver().askWhere(*notice.parentWidget());
                }
            });
    });
}

} // namespace podium::ui
