// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/credentials/credentials.h"
#include "widgets/settings/section.h"

class QPushButton;

namespace podium::ui {

class ElidedLabel;

/// Who Podium is at the cloud, where it knows that from, and until when.
class AccountSection final : public Section
{
    Q_OBJECT

public:
    explicit AccountSection(QWidget *parent = nullptr);
    void setCredentials(const cloud::CredentialInfo &info);
    /// Offers to forget the key file that was chosen here.
    void setKeyFileChosen(bool chosen);
    /// A cloud whose account is its own: there is nothing to choose, and `note` says so.
    void setFixed(const QString &note);

signals:
    void keyFileChosen(const QString &path);
    /// Go back to gcloud's login or what else there is.
    void keyFileForgotten();

private:
    void chooseKeyFile();

    ElidedLabel *m_account = nullptr;
    ElidedLabel *m_source = nullptr;
    ElidedLabel *m_until = nullptr;
    QLabel *m_note = nullptr;
    QPushButton *m_choose = nullptr;
    QPushButton *m_forget = nullptr;
};

} // namespace podium::ui
