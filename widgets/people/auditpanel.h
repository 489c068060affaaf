// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/people/auditrows.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeWidget;

namespace podium::ui {

/// Every account that a person could use, on every worker that was looked at, with its keys.
class AuditPanel final : public QWidget
{
    Q_OBJECT

public:
    /// `service` must outlive it.
    explicit AuditPanel(people::PeopleService &service, QWidget *parent = nullptr);

    void refresh();

signals:
    void closed();
    void failed(const podium::Error &error);

private:
    void filter();
    void exportTo(const QString &suffix);

    people::PeopleService &m_service;
    std::vector<models::AuditRow> m_rows;
    QLabel *m_title;
    QLineEdit *m_filter;
    QTreeWidget *m_table;
};

} // namespace podium::ui
