// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/setupnotice.h"

#include "core/models/run/workerlabels.h"
#include "widgets/common/noticebar.h"

#include <QCoreApplication>

#include <utility>

namespace podium::ui {

namespace {

struct SetUpNotice
{
    Q_DECLARE_TR_FUNCTIONS(SetUpNotice)
};

} // namespace

void offerSetUp(NoticeBar &notice, const WorkerRef &gateway, std::function<void()> bring)
{
    notice.ask(
        models::Mark::Bad,
        SetUpNotice::tr("The gateway, %1, does not have ClusterShell 1.8 or newer.")
            .arg(models::workerLabels({gateway}).constFirst()),
        SetUpNotice::tr("A recipe installs it there, and shows how each of its steps goes."),
        SetUpNotice::tr("Set it up"), std::move(bring));
}

} // namespace podium::ui
