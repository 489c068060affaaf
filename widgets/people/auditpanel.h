// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/models/people/auditmodel.h"
#include "core/people/peopleservice.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace podium::ui {

class MarkLabel;

/// Every account that a person could use, on every worker that was looked at, with its keys.
class AuditPanel final : public QWidget
{
    Q_OBJECT

public:
    /// `service` must outlive it.
    explicit AuditPanel(people::PeopleService &service, QWidget *parent = nullptr);
    void focusFilter();

signals:
    void closed();
    void failed(const podium::Error &error);
    /// What was saved where.
    void told(podium::models::Mark mark, const QString &text, const QString &hint);

protected:
    /// Back from another page: what is shown is what is known.
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void tellShown();
    void exportTo(const QString &suffix);
    void save(const QString &path, bool isCsv);

    people::PeopleService &m_service;
    models::AuditModel m_model;
    QLabel *m_title;
    QLineEdit *m_filter;
    MarkLabel *m_scope; ///< of which workers, where not of all
    QTableView *m_table;
    QPushButton *m_csv;
    QPushButton *m_json;
    bool m_hasWidths = false;
};

} // namespace podium::ui
