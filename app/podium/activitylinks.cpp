// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/activitylinks.h"

#include "app/podium/peoplecontroller.h"
#include "widgets/activity/activitypage.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/run/page/runpage.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/sshconfig/sshpage.h"

namespace podium::app {

using ui::ActivityPage;

void linkActivity(ActivityPage &page, const ActivityTargets &targets)
{
    const auto to = targets;
    QObject::connect(&page, &ActivityPage::nodeRequested, &page, [to](const NodeRef &node) {
        to.window.showPage(QStringLiteral("nodes"));
        to.nodes.showNode(node);
    });
    QObject::connect(&page, &ActivityPage::runRequested, &page, [to](const QString &id) {
        to.window.showPage(QStringLiteral("run"));
        to.runs.showPastRun(id);
    });
    QObject::connect(&page, &ActivityPage::personRequested, &page, [to](const QString &login) {
        to.people.showPerson(login);
    });
    QObject::connect(&page, &ActivityPage::configVersionsRequested, &page, [to] {
        to.window.showPage(QStringLiteral("ssh"));
        to.ssh.focusVersions();
    });
}

} // namespace podium::app
