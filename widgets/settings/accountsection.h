// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/credentials/credentials.h"
#include "widgets/settings/section.h"

class QPushButton;

namespace podium::ui {

class ElidedLabel;
class SignInRow;

/// Who Podium is at the cloud, where it knows that from, and until when.
class AccountSection final : public Section
{
    Q_OBJECT

public:
    explicit AccountSection(QWidget *parent = nullptr);
    void setCredentials(const cloud::CredentialInfo &info);
    /// Whether gcloud is on this machine.
    void setGcloudFound(bool found);
    /// Whether gcloud waits for the person; `link`: what to open in a browser, where it is known.
    void setSigningIn(bool isWaiting, const QString &link);
    /// Offers to forget the key file that was chosen here.
    void setKeyFileChosen(bool chosen);
    /// A cloud whose account is its own: there is nothing to choose, and `note` says so.
    void setFixed(const QString &note);

signals:
    void gcloudLoginRequested();
    void gcloudLoginCancelled();
    void keyFileChosen(const QString &path);
    /// Go back to gcloud's login or what else there is.
    void keyFileForgotten();

private:
    void chooseKeyFile();
    void showSignIn();

    ElidedLabel *m_account = nullptr;
    ElidedLabel *m_source = nullptr;
    ElidedLabel *m_until = nullptr;
    QLabel *m_note = nullptr;
    QPushButton *m_signIn = nullptr;
    QPushButton *m_choose = nullptr;
    QPushButton *m_forget = nullptr;
    SignInRow *m_waiting = nullptr;
    bool m_hasGcloud = false;
    bool m_isSignedIn = false;
    bool m_isSigningIn = false;
    bool m_hasKeyFile = false;
    QString m_fixedNote; ///< why nothing can be chosen here; empty: it can
};

} // namespace podium::ui
