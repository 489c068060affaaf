// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <QWidget>

class QStackedWidget;

namespace podium::ui {

class RuleEditor;
class RulesList;
class SshOptionsForm;

/// What holds for all entries, and the rules for some; a rule that is being edited takes the
/// place of both, so that its effect can be seen beside it.
class OptionsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit OptionsPanel(QWidget *parent = nullptr);
    /// As SshOptionsForm::setOptions().
    void
    setOptions(const sshconfig::ConfigOptions &options, const sshconfig::ConfigOptions &effective);

signals:
    void optionsEdited(const podium::sshconfig::ConfigOptions &options);
    /// As SshOptionsForm::overtaken().
    void overtaken(const QString &what);

private:
    void setRules(const std::vector<sshconfig::ConfigRule> &rules);
    void addRule();
    void openRule(int row);
    void closeRule();
    void showPage(QWidget *page);

    sshconfig::ConfigOptions m_options;
    int m_open = -1; ///< the rule that is being edited
    QStackedWidget *m_pages = nullptr;
    SshOptionsForm *m_form = nullptr;
    RulesList *m_rules = nullptr;
    RuleEditor *m_editor = nullptr;
};

} // namespace podium::ui
