// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/credentials/credentials.h"
#include "core/lifecycle/access/projectaccess.h"
#include "widgets/projects/titledcard.h"

class QFormLayout;
class QPushButton;
class QToolButton;

namespace podium::ui {

class ElidedLabel;
class MarkWidget;

/// Who asks in a project, which APIs it has on, what may be done there, and the way to its keys.
class AccessSection final : public TitledCard
{
    Q_OBJECT

public:
    explicit AccessSection(QWidget *parent = nullptr);

    void setAccount(const cloud::CredentialInfo &info);
    void setAccess(const lifecycle::ProjectAccess &access, bool isAsking, const QString &age);

signals:
    void lookRequested();
    void keysRequested();

private:
    struct Line
    {
        MarkWidget *mark = nullptr;
        QLabel *text = nullptr;
    };
    [[nodiscard]] Line addLine(QFormLayout &form, const QString &name);
    static void
    showService(const Line &line, cloud::ServiceState state, const std::optional<Error> &error);

    ElidedLabel *m_account = nullptr;
    Line m_tpu;
    Line m_compute;
    Line m_permissions;
    QLabel *m_age = nullptr;
    QToolButton *m_look = nullptr;
    QPushButton *m_keys = nullptr;
};

} // namespace podium::ui
