// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podium/democloud.h"
#include "app/podium/workspace.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/simcloud.h"
#include "widgets/common/labels.h"
#include "widgets/nodes/nodeview.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/railbutton.h"

#include <QHash>
#include <QProcessEnvironment>
#include <QSettings>
#include <QTemporaryDir>
#include <QToolButton>

#include <functional>
#include <memory>

namespace podium::tests {

/// A window with a workspace over `cloud`, in a home of its own, where `prepare` may leave
/// something first.
struct WindowFixture
{
    explicit WindowFixture(
        const SimCloud &cloud, const std::function<void(const Paths &)> &prepare = {})
        : state(home.filePath("window.ini"), QSettings::IniFormat)
    {
        open(cloud, prepare);
    }
    /// The same home, as at the next start of the program.
    void reopen(const SimCloud &cloud)
    {
        window.reset();
        workspace.reset();
        open(cloud, {});
    }
    void open(const SimCloud &cloud, const std::function<void(const Paths &)> &prepare)
    {
        window = std::make_unique<ui::MainWindow>(state);
        app::Workspace::Options options;
        options.services.paths = {
            home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")};
        if (prepare) {
            prepare(options.services.paths);
        }
        QProcessEnvironment variables;
        const QHash<QString, QString> values = cloud.environmentValues();
        for (auto value = values.begin(); value != values.end(); ++value) {
            variables.insert(value.key(), value.value());
        }
        options.services.environment =
            app::demoEnvironment(QProcessEnvironment::systemEnvironment(), variables, home.path());
        options.cloudName = "demo";
        auto opened = app::Workspace::open(options, *window, state);
        if (opened) {
            workspace = std::move(*opened);
            workspace->start();
            window->show();
        }
    }
    void goTo(const char *page) { byName<ui::RailButton>(*window, page)->click(); }
    [[nodiscard]] bool listHas(const QString &name) const
    {
        const auto *view = window->findChild<ui::NodeView *>();
        const QModelIndexList found =
            view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, name);
        return !found.isEmpty();
    }
    /// Host keys come after the nodes, and are a change of the ssh config of their own.
    [[nodiscard]] bool hasLooked(const QString &name = "pod-v4") const
    {
        const auto *refresh = byName<QToolButton>(*window, "Refresh");
        return listHas(name) && refresh && refresh->isEnabled();
    }
    [[nodiscard]] QString status() const
    {
        for (const auto *label : window->findChildren<ui::ElidedLabel *>()) {
            if (label->text().startsWith("demo")) {
                return label->text();
            }
        }
        return {};
    }

    QTemporaryDir home;
    QSettings state;
    std::unique_ptr<app::Workspace> workspace;
    std::unique_ptr<ui::MainWindow> window; // goes first
};

} // namespace podium::tests
