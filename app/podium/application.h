// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/composition/interrupts.h"
#include "app/podium/arguments.h"
#include "app/podium/democloud.h"
#include "app/podium/settings/gcloudlogin.h"
#include "core/base/paths.h"
#include "core/base/result.h"

#include <QObject>
#include <QSettings>
#include <QTemporaryDir>

#include <memory>

namespace podium::ui {
class MainWindow;
}

namespace podium::app {

class Workspace;

/// The program: one window, over the person's own cloud or a demo one.
class Application final : public QObject
{
    Q_OBJECT

public:
    explicit Application(Arguments arguments, QObject *parent = nullptr);
    ~Application() override;

    /// Shows the window; all else follows.
    void start();

private:
    void openOwnCloud();
    void startDemo();
    void openDemo(const QProcessEnvironment &variables);
    void openWorkspace(const QProcessEnvironment &environment, const QString &cloudName);
    void connectWorkspace();
    void showFailure(const Error &error);
    void setKeyFile(const QString &path);
    void openAnother(const QStringList &arguments) const;
    void end(); ///< what runs on the workers first
    void quit();
    void interrupt(); ///< SIGTERM and the like, as at the end of a session; the second at once

    Arguments m_arguments;
    Interrupts m_interrupts;
    bool m_isInterrupted = false;
    std::unique_ptr<QTemporaryDir> m_demoFolder; ///< only for the demo
    Paths m_paths;
    QSettings m_state;
    DemoCloud m_demo;
    GcloudLogin m_gcloud;
    std::unique_ptr<Workspace> m_workspace;
    bool m_isEnding = false;
    std::unique_ptr<ui::MainWindow> m_window; ///< goes before the workspace
};

} // namespace podium::app
