// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/credentials.h"
#include "widgets/settings/section.h"

namespace podium::ui {

class ElidedLabel;

/// Who Podium is at the cloud, where it knows that from, and until when.
class AccountSection final : public Section
{
    Q_OBJECT

public:
    explicit AccountSection(QWidget *parent = nullptr);
    void setCredentials(const cloud::CredentialInfo &info);

private:
    ElidedLabel *m_account = nullptr;
    ElidedLabel *m_source = nullptr;
    ElidedLabel *m_until = nullptr;
    QLabel *m_note = nullptr;
};

} // namespace podium::ui
