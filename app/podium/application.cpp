// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/application.h"

#include "app/podium/settings/accountcontroller.h"
#include "app/podium/workspace.h"
#include "core/base/jobs.h"
#include "core/store/config/settings.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/theme.h"
#include "widgets/shell/mainwindow.h"

#include <QApplication>
#include <QProcess>
#include <QPushButton>

#include <utility>

namespace podium::app {

namespace {

/// The demo keeps all it writes in a folder of its own, as if that were a home.
Paths pathsUnder(const QString &home)
{
    return {
        .home = home,
        .configDir = home + QStringLiteral("/.config/podium"),
        .dataDir = home + QStringLiteral("/.local/share/podium"),
        .stateDir = home + QStringLiteral("/.local/state/podium")};
}

std::unique_ptr<QTemporaryDir> demoFolder(const Arguments &arguments)
{
    return arguments.demo ? std::make_unique<QTemporaryDir>() : nullptr;
}

} // namespace

Application::Application(Arguments arguments, QObject *parent)
    : QObject(parent)
    , m_arguments(std::move(arguments))
    , m_demoFolder(demoFolder(m_arguments))
    , m_paths(m_demoFolder ? pathsUnder(m_demoFolder->path()) : Paths::fromEnvironment())
    , m_state(m_paths.stateDir + QStringLiteral("/window.ini"), QSettings::IniFormat)
    , m_demo(findSimulator())
    , m_window(std::make_unique<ui::MainWindow>(m_state))
{
    connect(m_window.get(), &ui::MainWindow::closed, this, &Application::end);
    connect(&m_interrupts, &Interrupts::interrupted, this, &Application::interrupt);
    connect(&m_demo, &DemoCloud::ready, this, &Application::openDemo);
    connect(&m_demo, &DemoCloud::failed, this, [this](const Error &error) {
        m_workspace ? m_workspace->loseCloud(error) : showFailure(error);
    });
}

Application::~Application() = default;

void Application::start()
{
    ui::applyColourScheme(QStringLiteral("system"));
    if (!m_arguments.page.isEmpty()) {
        m_window->showPage(m_arguments.page);
    }
    if (m_arguments.demo) {
        startDemo();
    } else {
        openOwnCloud();
    }
    m_window->show();
}

void Application::openOwnCloud()
{
    openWorkspace(QProcessEnvironment::systemEnvironment(), {});
}

void Application::startDemo()
{
    m_window->setPlaceholder(new ui::EmptyState(
        QStringLiteral("demo"), tr("Starting the demo cloud"),
        tr("Three projects and their ssh workers are being made on this machine.")));
    m_demo.start();
}

void Application::openDemo(const QProcessEnvironment &variables)
{
    openWorkspace(
        demoEnvironment(QProcessEnvironment::systemEnvironment(), variables, m_paths.home),
        tr("demo"));
}

void Application::openWorkspace(const QProcessEnvironment &environment, const QString &cloudName)
{
    Workspace::Options options;
    options.services.paths = m_paths;
    options.services.environment = environment;
    options.services.program = QStringLiteral("podium");
    options.services.hasKeyring = cloudName.isEmpty();
    options.cloudName = cloudName;
    auto workspace = Workspace::open(options, *m_window, m_state);
    if (!workspace) {
        showFailure(workspace.error());
        return;
    }
    m_workspace = std::move(*workspace);
    connectWorkspace();
    m_workspace->start();
}

void Application::connectWorkspace()
{
    Workspace &workspace = *m_workspace;
    AccountController &account = workspace.account();
    connect(&account, &AccountController::gcloudLoginRequested, &m_gcloud, &GcloudLogin::start);
    connect(&account, &AccountController::gcloudLoginCancelled, &m_gcloud, &GcloudLogin::cancel);
    connect(&m_gcloud, &GcloudLogin::waiting, &account, [&account](const QString &link) {
        account.setSigningIn(true, link);
    });
    connect(
        &m_gcloud, &GcloudLogin::over, &account, [&account] { account.setSigningIn(false, {}); });
    connect(&m_gcloud, &GcloudLogin::signedIn, &workspace, &Workspace::refresh);
    connect(&m_gcloud, &GcloudLogin::failed, &account, &AccountController::showError);
    connect(&account, &AccountController::keyFileChosen, this, &Application::setKeyFile);
    connect(&account, &AccountController::keyFileForgotten, this, [this] { setKeyFile({}); });
    connect(&account, &AccountController::demoRequested, this, [this] {
        openAnother({QStringLiteral("--demo")});
    });
}

void Application::showFailure(const Error &error)
{
    if (m_workspace) {
        m_workspace->showError(error);
        return;
    }
    QStringList more{error.detail, error.hint};
    more.removeAll(QString());
    auto *state =
        new ui::EmptyState(QStringLiteral("error"), error.summary, more.join(QLatin1Char('\n')));
    connect(state->addAction(tr("Quit")), &QPushButton::clicked, this, &Application::end);
    m_window->setPlaceholder(state);
}

void Application::setKeyFile(const QString &path)
{
    const auto save = [paths = m_paths, path]() -> Result<> {
        return store::loadSettings(paths).and_then([&](const store::Settings &before) {
            store::Settings after = before;
            after.credentialsFile = path;
            return store::saveChanges(paths, before, after);
        });
    };
    runJob(this, save, [this](const Result<> &saved) {
        if (!saved) {
            showFailure(saved.error());
            return;
        }
        // Services know their credentials from the start on: another window takes over.
        openAnother({});
        m_window->quit(); // which asks, where something runs
    });
}

void Application::openAnother(const QStringList &arguments) const
{
    QProcess::startDetached(QCoreApplication::applicationFilePath(), arguments);
}

void Application::end()
{
    if (m_isEnding) {
        return;
    }
    m_isEnding = true;
    for (QWidget *window : QApplication::topLevelWidgets()) {
        window->hide(); // dialogs, too: nothing is begun any more
    }
    if (!m_workspace) {
        return quit();
    }
    m_workspace->saveState();
    connect(m_workspace.get(), &Workspace::runsEnded, this, &Application::quit);
    m_workspace->endRuns();
}

void Application::interrupt()
{
    if (std::exchange(m_isInterrupted, true)) {
        QCoreApplication::quit();
        return;
    }
    end();
}

void Application::quit()
{
    disconnect(&m_demo, &DemoCloud::stopped, this, nullptr);
    connect(&m_demo, &DemoCloud::stopped, this, [] { QCoreApplication::quit(); });
    m_demo.stop();
}

} // namespace podium::app
