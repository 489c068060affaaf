// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/runoptions.h"

#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/run/command/contentfields.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <QSpinBox>

namespace podium::ui {

namespace {

QSpinBox *makeField(QHBoxLayout &row, const run::RunOption &option)
{
    const QString label = run::RunOption::tr(option.label);
    auto *field = new QSpinBox;
    field->setRange(option.zero ? 0 : option.least, option.mostInWindow);
    field->setValue(option.value(run::RunSpec()));
    field->setAccessibleName(label);
    field->setToolTip(run::RunOption::tr(option.toolTip));
    if (option.suffix) {
        field->setSuffix(run::RunOption::tr(option.suffix));
    }
    if (option.zero) {
        field->setSpecialValueText(run::RunOption::tr(option.zero));
    }
    QLabel *text = mutedLabel(label);
    text->setBuddy(field);
    row.addWidget(text);
    row.addWidget(field);
    row.addSpacing(Grid);
    return field;
}

QCheckBox *addCheck(QHBoxLayout &row, const QString &label, const QString &toolTip)
{
    auto *check = new QCheckBox(label);
    check->setAccessibleName(label);
    check->setToolTip(toolTip);
    row.addWidget(check);
    return check;
}

} // namespace

RunOptions::RunOptions(QWidget *parent) : QWidget(parent)
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(Grid / 2);
    auto *numbers = new QHBoxLayout;
    numbers->setSpacing(Grid);
    addNumbers(*numbers, run::RunOption::Group::Start);
    numbers->addStretch();
    auto *waits = new QHBoxLayout;
    waits->setSpacing(Grid);
    addNumbers(*waits, run::RunOption::Group::Silence);
    waits->addStretch();
    auto *choices = new QHBoxLayout;
    choices->setSpacing(Grid * 2);
    addChoices(*choices);
    rows->addLayout(numbers);
    rows->addLayout(waits);
    rows->addLayout(choices);
    m_contents = new ContentFields;
    rows->addWidget(m_contents);
    connectAll();
}

void RunOptions::addNumbers(QHBoxLayout &row, run::RunOption::Group group)
{
    for (const run::RunOption &option : run::RunOption::all()) {
        if (option.group != group) {
            continue;
        }
        QSpinBox *field = makeField(row, option);
        connect(field, QOverload<int>::of(&QSpinBox::valueChanged), this, &RunOptions::changed);
        m_numbers.push_back({&option, field});
    }
}

void RunOptions::addChoices(QHBoxLayout &row)
{
    auto *limit = new QHBoxLayout;
    limit->setSpacing(Grid);
    addNumbers(*limit, run::RunOption::Group::Whole);
    row.addLayout(limit);
    m_failFast = addCheck(
        row, tr("Skip the rest after a failure"),
        tr("Workers still waiting are skipped once one has failed"));
    m_terminal = addCheck(
        row, tr("Terminal"),
        tr("For what asks or draws: sudo, vi, htop. Each pane is a terminal that you type in; "
           "without a command it is a login shell"));
    m_keepsInputOpen = addCheck(
        row, tr("Type to its stdin"),
        tr("The command's stdin stays open: below the panes is a line to send to one or to all"));
    row.addStretch();
}

void RunOptions::connectAll()
{
    connect(m_terminal, &QCheckBox::toggled, m_keepsInputOpen, &QWidget::setDisabled);
    connect(m_terminal, &QCheckBox::toggled, m_contents, &QWidget::setDisabled);
    for (const Number &number : m_numbers) {
        if (number.option->isForPipes) {
            connect(m_terminal, &QCheckBox::toggled, number.field, &QWidget::setDisabled);
        }
    }
    for (QCheckBox *check : {m_failFast, m_terminal, m_keepsInputOpen}) {
        connect(check, &QCheckBox::toggled, this, &RunOptions::changed);
    }
    connect(m_contents, &ContentFields::changed, this, &RunOptions::changed);
}

bool RunOptions::wantsTerminal() const
{
    return m_terminal->isChecked();
}

QString RunOptions::inputFile() const
{
    return wantsTerminal() ? QString() : m_contents->inputFile();
}

QByteArray RunOptions::typedEnvironment() const
{
    return wantsTerminal() ? QByteArray() : m_contents->typedEnvironment();
}

QString RunOptions::environmentFile() const
{
    return wantsTerminal() ? QString() : m_contents->environmentFile();
}

int RunOptions::valueOf(const Number &number) const
{
    return number.option->isForPipes && wantsTerminal() ? 0 : number.field->value();
}

void RunOptions::applyTo(run::RunSpec &spec) const
{
    for (const Number &number : m_numbers) {
        number.option->apply(spec, valueOf(number));
    }
    spec.failFast = m_failFast->isChecked();
    if (wantsTerminal()) {
        spec.terminal = ssh::TerminalSize();
    }
    spec.keepsInputOpen = m_keepsInputOpen->isChecked() && !wantsTerminal();
}

void RunOptions::show(const run::RunSpec &spec)
{
    for (const Number &number : m_numbers) {
        number.field->setValue(number.option->value(spec));
    }
    m_failFast->setChecked(spec.failFast);
    m_terminal->setChecked(spec.terminal.has_value());
    m_keepsInputOpen->setChecked(spec.keepsInputOpen);
}

QStringList RunOptions::numbersSummary() const
{
    const run::RunSpec usual;
    QStringList parts;
    for (const Number &number : m_numbers) {
        const int value = valueOf(number);
        if (value != number.option->value(usual)) {
            parts += run::RunOption::tr(number.option->summary).arg(value);
        }
    }
    return parts;
}

QStringList RunOptions::summary() const
{
    QStringList parts = numbersSummary();
    if (m_failFast->isChecked()) {
        parts += tr("fail fast");
    }
    if (wantsTerminal()) {
        parts += tr("terminal");
    } else if (m_keepsInputOpen->isChecked()) {
        parts += tr("stdin open");
    }
    if (!wantsTerminal()) {
        parts += m_contents->summary();
    }
    return parts;
}

} // namespace podium::ui
