// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/projects/quotaview.h"
#include "widgets/projects/titledcard.h"

class QPushButton;
class QToolButton;

namespace podium::ui {

/// How many TPUs Google lets a project have, and how many it has; first those that matter to it.
class QuotaSection final : public TitledCard
{
    Q_OBJECT

public:
    explicit QuotaSection(QWidget *parent = nullptr);

    void setQuota(const models::QuotaView &quota, bool isAsking);

signals:
    void lookRequested();

private:
    void build();

    models::QuotaView m_quota;
    bool m_showsAll = false;
    QToolButton *m_look = nullptr;
    QWidget *m_content = nullptr;
    QPushButton *m_more = nullptr;
};

} // namespace podium::ui
