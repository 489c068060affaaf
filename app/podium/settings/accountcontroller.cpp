// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/settings/accountcontroller.h"

#include "app/composition/services.h"
#include "core/base/files.h"
#include "core/base/jobs.h"
#include "core/cloud/credentials/credentialplan.h"
#include "widgets/common/noticebar.h"
#include "widgets/nodes/firststart.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/settings/accountsection.h"
#include "widgets/settings/settingspage.h"

#include <QEvent>
#include <QStandardPaths>

namespace podium::app {

namespace {

constexpr qint64 MostOfAKeyFile = 1024 * 1024;

} // namespace

AccountController::AccountController(
    Services &services, ui::NodesPage &nodes, ui::SettingsPage &settings, QObject *parent)
    : QObject(parent)
    , m_nodes(nodes)
    , m_settings(settings)
{
    connectFirstStart();
    connectSettings(services);
    lookForGcloud();
}

/// Whenever it is seen whether gcloud is there: after another page, and when the person comes back
/// from another program, as from the terminal in which it was installed.
bool AccountController::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show || event->type() == QEvent::WindowActivate) {
        lookForGcloud();
    }
    return QObject::eventFilter(watched, event);
}

void AccountController::lookForGcloud()
{
    runJob(
        this, [] { return !QStandardPaths::findExecutable(QStringLiteral("gcloud")).isEmpty(); },
        [this, look = ++m_looks](bool found) {
            if (look == m_looks) {
                m_nodes.firstStart().setGcloudFound(found);
                m_settings.account().setGcloudFound(found);
            }
        });
}

void AccountController::connectFirstStart()
{
    ui::FirstStart &first = m_nodes.firstStart();
    first.installEventFilter(this);
    using First = ui::FirstStart;
    connect(&first, &First::gcloudLoginRequested, this, &AccountController::gcloudLoginRequested);
    connect(&first, &First::gcloudLoginCancelled, this, &AccountController::gcloudLoginCancelled);
    connect(&first, &First::keyFileChosen, this, &AccountController::checkKeyFile);
    connect(&first, &First::demoRequested, this, [this] {
        m_nodes.notice().showNotice(
            models::Mark::Good, tr("The demo opens in a window of its own."));
        emit demoRequested();
    });
}

void AccountController::checkKeyFile(const QString &path)
{
    const auto check = [path] {
        return readFile(path, MostOfAKeyFile).and_then([&path](const QByteArray &json) {
            return cloud::parseCredentialFile(json, path);
        });
    };
    runJob(this, check, [this, path](const Result<cloud::CredentialPlan> &plan) {
        if (plan) {
            emit keyFileChosen(path);
        } else {
            showError(plan.error());
        }
    });
}

void AccountController::connectSettings(Services &services)
{
    ui::AccountSection &account = m_settings.account();
    using Section = ui::AccountSection;
    account.installEventFilter(this);
    account.setKeyFileChosen(!services.settings.credentialsFile.isEmpty());
    connect(
        &account, &Section::gcloudLoginRequested, this, &AccountController::gcloudLoginRequested);
    connect(
        &account, &Section::gcloudLoginCancelled, this, &AccountController::gcloudLoginCancelled);
    connect(&account, &Section::keyFileChosen, this, &AccountController::checkKeyFile);
    connect(&account, &Section::keyFileForgotten, this, &AccountController::keyFileForgotten);
    cloud::Credentials &credentials = services.credentials;
    connect(&credentials, &cloud::Credentials::infoChanged, &m_settings, [this, &credentials] {
        m_settings.setCredentials(credentials.info());
    });
}

void AccountController::setSigningIn(bool isWaiting, const QString &link)
{
    m_nodes.firstStart().setSigningIn(isWaiting, link);
    m_settings.account().setSigningIn(isWaiting, link);
    if (isWaiting) {
        m_settings.clearError(); // of a sign-in before this one
    }
}

void AccountController::showError(const Error &error)
{
    m_settings.showError(error);
    emit failed(error);
}

} // namespace podium::app
