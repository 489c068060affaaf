// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/projects/grantform.h"

#include <QDialog>

#include <map>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace podium::ui {

class FieldVisits;
/// Writes a TPU grant down: from the mail that announced it, or by hand. What the mail says fills
/// the fields; what is missing is asked for there, and nothing is guessed.
class GrantDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `project`: what the field says at first, may be empty; `projects`: to choose from.
    GrantDialog(
        const QString &project, const QStringList &projects, lifecycle::TpuGrants existing,
        QWidget *parent = nullptr);

signals:
    void grantGiven(const podium::lifecycle::TpuGrant &grant);

private:
    using Field = models::GrantPlan::Field;
    [[nodiscard]] QWidget *buildForm(const QStringList &projects);
    void addField(QFormLayout &form, const QString &title, QWidget *field, Field which);
    [[nodiscard]] models::GrantForm form() const;
    void fill(const models::GrantForm &form);
    void readMail();
    void judge();
    void give();

    const lifecycle::TpuGrants m_existing;
    models::GrantPlan m_plan;
    bool m_isFilling = false;
    QPlainTextEdit *m_mail = nullptr;
    QLabel *m_read = nullptr;
    QComboBox *m_project = nullptr;
    QLineEdit *m_from = nullptr;
    QLineEdit *m_days = nullptr;
    QLabel *m_until = nullptr;
    QPlainTextEdit *m_rows = nullptr;
    std::map<Field, QLabel *> m_problems;
    FieldVisits *m_visits;
    QPushButton *m_add = nullptr;
};

} // namespace podium::ui
