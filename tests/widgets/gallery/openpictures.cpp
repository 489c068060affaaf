// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/gallery/lab.h"
#include "widgets/common/noticebar.h"
#include "widgets/open/openmenu.h"

#include <QBoxLayout>
#include <QMenu>

namespace podium::tests {

namespace {

const char *const Programs[] = {"Terminal", "mosh in the terminal", "VS Code", "Zed"};

/// A menu as it stands, without the window that it belongs to.
void takeMenu(Gallery &gallery, const QString &name, ui::OpenMenu &open)
{
    QMenu of;
    const auto worker = WorkerRef::parse(QStringLiteral("atlas-vision/us-central2-b/pod-v4:0"));
    QMenu *menu = open.addTo(of, *worker);
    gallery.takePage(name, *menu, menu->sizeHint());
    menu->hide();
}

} // namespace

void takeOpening(Gallery &gallery)
{
    if (!gallery.wants(QStringLiteral("open-menu open-menu-none open-notice"))) {
        return;
    }
    ui::OpenMenu open;
    takeMenu(gallery, QStringLiteral("open-menu-none"), open);
    std::vector<launch::LaunchProgram> programs;
    for (const char *title : Programs) {
        programs.push_back({QLatin1String(title), QLatin1String(title), {}, {}});
    }
    open.setPrograms(programs);
    open.setLast(QStringLiteral("VS Code"));
    open.setAttachesToTmux(true);
    takeMenu(gallery, QStringLiteral("open-menu"), open);
    QWidget page;
    auto *column = new QVBoxLayout(&page);
    auto *notice = new ui::NoticeBar;
    column->addWidget(notice);
    column->addStretch(1);
    notice->ask(
        models::Mark::Warning,
        QStringLiteral("The ssh config is out of date for atlas-vision-pod-v4-0, and JetBrains "
                       "Gateway would read it."),
        QStringLiteral("Look at the change, write it, and open it again."),
        QStringLiteral("Show the change"), [] {});
    gallery.takePage(QStringLiteral("open-notice"), page, {1100, 120});
    gallery.takePage(QStringLiteral("open-notice-small"), page, {620, 160});
}

} // namespace podium::tests
