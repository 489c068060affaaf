// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace podium::ui {

/// One rule of the ssh config: for which nodes, and what it says. Says so at every edit.
class RuleEditor final : public QWidget
{
    Q_OBJECT

public:
    explicit RuleEditor(QWidget *parent = nullptr);
    void setRule(const sshconfig::ConfigRule &rule);
    [[nodiscard]] const sshconfig::ConfigRule &rule() const { return m_rule; }

signals:
    /// Only what can be written: what cannot is said in the form.
    void ruleEdited(const podium::sshconfig::ConfigRule &rule);
    void closed();

private:
    QLineEdit *addField(QFormLayout *form, const QString &label, const QString &placeholder);
    QComboBox *addChoice(QFormLayout *form, const QString &label, const QStringList &choices);
    void buildForm(QFormLayout *form);
    void showRoute();
    void edited();
    [[nodiscard]] sshconfig::ConfigRule ruleInForm() const;
    [[nodiscard]] QString problemOf(const sshconfig::ConfigRule &rule) const;

    sshconfig::ConfigRule m_rule;
    QLineEdit *m_project = nullptr;
    QLineEdit *m_zone = nullptr;
    QLineEdit *m_node = nullptr;
    QComboBox *m_leaveOut = nullptr;
    QLineEdit *m_pattern = nullptr;
    QLineEdit *m_user = nullptr;
    QLineEdit *m_key = nullptr;
    QLineEdit *m_port = nullptr;
    QComboBox *m_agent = nullptr;
    QComboBox *m_way = nullptr;
    QLineEdit *m_route = nullptr;
    QComboBox *m_address = nullptr;
    QLabel *m_problem = nullptr;
};

} // namespace podium::ui
