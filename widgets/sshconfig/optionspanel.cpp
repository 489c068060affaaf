// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/optionspanel.h"

#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/sshconfig/ruleeditor.h"
#include "widgets/sshconfig/ruleslist.h"
#include "widgets/sshconfig/sshoptionsform.h"

#include <QStackedWidget>

namespace podium::ui {

using sshconfig::ConfigOptions;
using sshconfig::ConfigRule;

OptionsPanel::OptionsPanel(QWidget *parent)
    : QWidget(parent)
    , m_pages(new QStackedWidget)
    , m_form(new SshOptionsForm)
    , m_rules(new RulesList)
    , m_editor(new RuleEditor)
{
    auto *all = new QWidget;
    auto *column = makeColumn(Grid * 2, all);
    column->addWidget(m_form);
    column->addWidget(m_rules);
    column->addStretch(1);
    m_pages->addWidget(all);
    m_pages->addWidget(m_editor);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_pages);
    showPage(all);

    connect(m_form, &SshOptionsForm::optionsEdited, this, &OptionsPanel::optionsEdited);
    connect(m_form, &SshOptionsForm::overtaken, this, &OptionsPanel::overtaken);
    connect(m_rules, &RulesList::rulesEdited, this, &OptionsPanel::setRules);
    connect(m_rules, &RulesList::addRequested, this, &OptionsPanel::addRule);
    connect(m_rules, &RulesList::openRequested, this, &OptionsPanel::openRule);
    connect(m_editor, &RuleEditor::closed, this, &OptionsPanel::closeRule);
    connect(m_editor, &RuleEditor::ruleEdited, this, [this](const ConfigRule &rule) {
        if (m_open >= 0 && m_open < int(m_options.rules.size())) {
            std::vector<ConfigRule> rules = m_options.rules;
            rules[std::size_t(m_open)] = rule;
            setRules(rules);
        }
    });
}

void OptionsPanel::setOptions(const ConfigOptions &options, const ConfigOptions &effective)
{
    m_form->setOptions(options, effective);
    if (!(options.rules == m_options.rules) || options.rules.empty()) {
        m_rules->setRules(options.rules);
    }
    m_options = options;
    // Another program may have taken the rule away, or others before it.
    const bool isGone = m_open >= int(options.rules.size()) ||
                        (m_open >= 0 && !(options.rules[std::size_t(m_open)] == m_editor->rule()));
    if (isGone) {
        closeRule();
    }
}

void OptionsPanel::setRules(const std::vector<ConfigRule> &rules)
{
    ConfigOptions options = m_options;
    options.rules = rules;
    emit optionsEdited(options);
}

void OptionsPanel::addRule()
{
    std::vector<ConfigRule> rules = m_options.rules;
    rules.emplace_back();
    setRules(rules);
    openRule(int(rules.size()) - 1);
}

void OptionsPanel::openRule(int row)
{
    if (row >= int(m_options.rules.size())) {
        return;
    }
    m_open = row;
    m_editor->setRule(m_options.rules[std::size_t(row)]);
    m_rules->setCurrent(row);
    showPage(m_editor);
    m_editor->setFocus();
}

void OptionsPanel::closeRule()
{
    m_open = -1;
    showPage(m_pages->widget(0));
    m_rules->setFocus();
}

void OptionsPanel::showPage(QWidget *page)
{
    // The stack is as high as the page that is shown, so that nothing empty can be scrolled to.
    for (int i = 0; i < m_pages->count(); ++i) {
        QWidget *other = m_pages->widget(i);
        other->setSizePolicy(
            QSizePolicy::Preferred, other == page ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    }
    m_pages->setCurrentWidget(page);
}

} // namespace podium::ui
