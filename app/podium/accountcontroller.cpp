// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/accountcontroller.h"

#include "app/composition/services.h"
#include "widgets/nodes/firststart.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/settings/accountsection.h"
#include "widgets/settings/settingspage.h"

#include <QStandardPaths>

namespace podium::app {

AccountController::AccountController(
    Services &services, ui::NodesPage &nodes, ui::SettingsPage &settings, QObject *parent)
    : QObject(parent)
    , m_nodes(nodes)
    , m_settings(settings)
{
    const bool hasGcloud = !QStandardPaths::findExecutable(QStringLiteral("gcloud")).isEmpty();
    connectFirstStart(hasGcloud);
    connectSettings(services, hasGcloud);
}

void AccountController::connectFirstStart(bool hasGcloud)
{
    ui::FirstStart &first = m_nodes.firstStart();
    first.setGcloudFound(hasGcloud);
    using First = ui::FirstStart;
    connect(&first, &First::gcloudLoginRequested, this, &AccountController::gcloudLoginRequested);
    connect(&first, &First::gcloudLoginCancelled, this, &AccountController::gcloudLoginCancelled);
    connect(&first, &First::keyFileChosen, this, &AccountController::keyFileChosen);
    connect(&first, &First::demoRequested, this, &AccountController::demoRequested);
}

void AccountController::connectSettings(Services &services, bool hasGcloud)
{
    ui::AccountSection &account = m_settings.account();
    using Section = ui::AccountSection;
    account.setGcloudFound(hasGcloud);
    account.setKeyFileChosen(!services.settings.credentialsFile.isEmpty());
    connect(
        &account, &Section::gcloudLoginRequested, this, &AccountController::gcloudLoginRequested);
    connect(
        &account, &Section::gcloudLoginCancelled, this, &AccountController::gcloudLoginCancelled);
    connect(&account, &Section::keyFileChosen, this, &AccountController::keyFileChosen);
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
}

void AccountController::showError(const Error &error)
{
    m_settings.showError(error);
    emit failed(error);
}

} // namespace podium::app
