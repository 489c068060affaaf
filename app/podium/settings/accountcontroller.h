// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <QObject>

namespace podium::ui {
class NodesPage;
class SettingsPage;
} // namespace podium::ui

namespace podium::app {

struct Services;

/// The ways to sign in, on the first page and in the settings: what a person asks for there, and
/// what is said of it in both.
class AccountController final : public QObject
{
    Q_OBJECT

public:
    /// All references must outlive it.
    AccountController(
        Services &services, ui::NodesPage &nodes, ui::SettingsPage &settings,
        QObject *parent = nullptr);
    bool eventFilter(QObject *watched, QEvent *event) override;

    /// gcloud waits for the person, or not any more; `link`: what to open, where it is known.
    void setSigningIn(bool isWaiting, const QString &link);
    /// gcloud did not sign in.
    void showError(const Error &error);

signals:
    void gcloudLoginRequested();
    void gcloudLoginCancelled();
    void keyFileChosen(const QString &path);
    void keyFileForgotten();
    void demoRequested();
    /// For whoever keeps what went wrong.
    void failed(const podium::Error &error);

private:
    void connectFirstStart();
    void connectSettings(Services &services);
    /// It may be installed while Podium runs.
    void lookForGcloud();
    /// Only one that can be used is chosen.
    void checkKeyFile(const QString &path);

    ui::NodesPage &m_nodes;
    ui::SettingsPage &m_settings;
    int m_looks = 0; ///< for gcloud; what an older one finds does not count
};

} // namespace podium::app
