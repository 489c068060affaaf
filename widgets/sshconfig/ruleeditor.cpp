// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/ruleeditor.h"

#include "core/sshconfig/plan/configrules.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>

namespace podium::ui {

using sshconfig::ConfigRule;
using Route = ConfigRule::Route;
using Address = ConfigRule::Address;

namespace {

/// The places in a combo box of "says nothing", "yes", "no".
int placeOf(std::optional<bool> value)
{
    return !value ? 0 : *value ? 1 : 2;
}

std::optional<bool> valueAt(int place)
{
    return place == 0 ? std::nullopt : std::optional<bool>(place == 1);
}

} // namespace

RuleEditor::RuleEditor(QWidget *parent) : QWidget(parent), m_problem(wrappedLabel())
{
    setAccessibleName(tr("Rule"));
    auto *done = new QPushButton(tr("Done"));
    auto *head = new QHBoxLayout;
    auto *title = plainLabel(tr("Rule"));
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    head->addWidget(title, 1);
    head->addWidget(done);
    auto *form = new QFormLayout;
    form->setVerticalSpacing(Grid / 2);
    form->setHorizontalSpacing(Grid);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    auto *column = makeColumn(Grid, this);
    column->addLayout(head);
    column->addLayout(form);
    column->addWidget(m_problem);
    m_problem->hide();
    buildForm(form);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &RuleEditor::closed);
    connect(done, &QPushButton::clicked, this, &RuleEditor::closed);
    setFocusProxy(m_node);
}

QLineEdit *RuleEditor::addField(QFormLayout *form, const QString &label, const QString &placeholder)
{
    auto *field = new QLineEdit;
    field->setAccessibleName(label);
    field->setPlaceholderText(placeholder);
    field->setMinimumWidth(Grid);
    form->addRow(mutedLabel(label), field);
    connect(field, &QLineEdit::textChanged, this, &RuleEditor::edited);
    return field;
}

QComboBox *
RuleEditor::addChoice(QFormLayout *form, const QString &label, const QStringList &choices)
{
    auto *box = new QComboBox;
    box->setAccessibleName(label);
    box->addItems(choices);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(4);
    form->addRow(mutedLabel(label), box);
    connect(box, qOverload<int>(&QComboBox::activated), this, &RuleEditor::edited);
    return box;
}

void RuleEditor::buildForm(QFormLayout *form)
{
    const QString glob = tr("any; * and ? as in a shell");
    m_node = addField(form, tr("Node"), glob);
    m_zone = addField(form, tr("Zone"), glob);
    m_project = addField(form, tr("Project"), glob);
    m_leaveOut = addChoice(form, tr("In the file"), {tr("inherit"), tr("exclude"), tr("include")});
    m_pattern = addField(form, tr("Alias pattern"), tr("inherit"));
    m_user = addField(form, tr("User"), tr("inherit"));
    m_key = addField(form, tr("Private key"), tr("inherit"));
    m_port = addField(form, tr("Port"), tr("inherit"));
    m_agent = addChoice(form, tr("Agent"), {tr("inherit"), tr("forward"), tr("don't forward")});
    // In the order of ConfigRule::Route.
    m_way = addChoice(
        form, tr("Connection"),
        {tr("inherit"), tr("direct"), tr("jump host"), tr("command"), tr("Google IAP")});
    m_way->setToolTip(tr("Google IAP needs gcloud on this machine, and the firewall rule for it"));
    m_route = addField(form, tr("Through"), {});
    // In the order of ConfigRule::Address.
    m_address = addChoice(form, tr("Address"), {tr("automatic"), tr("external"), tr("internal")});
}

void RuleEditor::setRule(const ConfigRule &rule)
{
    const QSignalBlocker known(this); // it says what a person changes
    m_project->setText(rule.project);
    m_zone->setText(rule.zone);
    m_node->setText(rule.node);
    m_leaveOut->setCurrentIndex(placeOf(rule.leaveOut));
    m_pattern->setText(rule.aliasPattern);
    m_user->setText(rule.user);
    m_key->setText(rule.identityFile);
    m_port->setText(rule.port == 0 ? QString() : QString::number(rule.port));
    m_agent->setCurrentIndex(placeOf(rule.forwardAgent));
    m_way->setCurrentIndex(int(rule.routeKind));
    m_route->setText(rule.route);
    m_address->setCurrentIndex(int(rule.address));
    m_rule = rule;
    m_problem->hide();
    showRoute();
}

void RuleEditor::showRoute()
{
    const auto way = Route(m_way->currentIndex());
    m_route->setEnabled(way == Route::ProxyJump || way == Route::ProxyCommand);
    m_route->setPlaceholderText(
        way == Route::ProxyJump      ? tr("[user@]machine[:port]")
        : way == Route::ProxyCommand ? tr("with {node} {worker} {zone} {project}, %h, %p")
                                     : QString());
}

ConfigRule RuleEditor::ruleInForm() const
{
    ConfigRule rule;
    rule.project = m_project->text().trimmed();
    rule.zone = m_zone->text().trimmed();
    rule.node = m_node->text().trimmed();
    // "keep in" is false: the rule says that these are not left out.
    rule.leaveOut = valueAt(m_leaveOut->currentIndex());
    rule.aliasPattern = m_pattern->text().trimmed();
    rule.user = m_user->text().trimmed();
    rule.identityFile = m_key->text().trimmed();
    rule.port = m_port->text().toUShort();
    rule.forwardAgent = valueAt(m_agent->currentIndex());
    rule.routeKind = Route(m_way->currentIndex());
    rule.route = m_route->isEnabled() ? m_route->text().trimmed() : QString();
    rule.address = Address(m_address->currentIndex());
    return rule;
}

QString RuleEditor::problemOf(const ConfigRule &rule) const
{
    if (!m_port->text().isEmpty() && rule.port == 0) {
        return tr("A port is a number from 1 to 65535.");
    }
    const bool needsRoute =
        rule.routeKind == Route::ProxyJump || rule.routeKind == Route::ProxyCommand;
    if (needsRoute && rule.route.isEmpty()) {
        return rule.routeKind == Route::ProxyJump ? tr("Which machine to jump through?")
                                                  : tr("Which command?");
    }
    sshconfig::ConfigOptions options;
    options.rules = {rule};
    const auto checked = sshconfig::checkOptions(options);
    return checked ? QString() : checked.error().text();
}

void RuleEditor::edited()
{
    showRoute();
    const ConfigRule rule = ruleInForm();
    const QString problem = problemOf(rule);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    if (problem.isEmpty() && !(rule == m_rule)) {
        m_rule = rule;
        emit ruleEdited(rule);
    }
}

} // namespace podium::ui
