// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/credentials/credentials.h"
#include "core/store/config/settings.h"

#include <QWidget>

class QSettings;

namespace podium::models {
class SettingsHolder;
}

namespace podium::ui {

class AccountSection;
class CheckSection;
class CloudSection;
class FileSection;
class AppearanceSection;
class NoticeBar;
class OutputSection;
class RecipeSection;
class SecretSection;
class SshSection;
class WatchSection;

/// What a person may set. Counts at once and is written to config.json; what concerns only the
/// window is kept with its state.
class SettingsPage final : public QWidget
{
    Q_OBJECT

public:
    /// Both references must outlive it. `hasTray`: the desktop has a place for tray icons.
    SettingsPage(
        models::SettingsHolder &settings, QSettings &state, bool hasTray,
        QWidget *parent = nullptr);

    void setCredentials(const cloud::CredentialInfo &info);
    /// What just went wrong with what was asked for here.
    void showError(const Error &error);
    /// It does not hold any more.
    void clearError();
    [[nodiscard]] AccountSection &account() { return *m_account; }
    [[nodiscard]] CheckSection &check() { return *m_check; }
    [[nodiscard]] SecretSection &secrets() { return *m_secrets; }
    [[nodiscard]] WatchSection &watch() { return *m_watch; }

signals:
    void desktopOptionsChanged();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildLayout();
    void connectParts();
    void showSettings();
    void edited();

    models::SettingsHolder &m_settings;
    QSettings &m_state;
    NoticeBar *m_notice = nullptr;
    int m_unsaved = 0;   ///< number of the notice that settings could not be saved
    int m_unread = 0;    ///< that they could not be read again
    int m_overtaken = 0; ///< that others have changed what is being edited
    int m_failed = 0;    ///< of the one by showError()
    AccountSection *m_account = nullptr;
    CloudSection *m_cloud = nullptr;
    SshSection *m_ssh = nullptr;
    SecretSection *m_secrets = nullptr;
    RecipeSection *m_recipes = nullptr;
    OutputSection *m_output = nullptr;
    AppearanceSection *m_look = nullptr;
    WatchSection *m_watch = nullptr;
    CheckSection *m_check = nullptr;
    FileSection *m_file = nullptr;
};

} // namespace podium::ui
