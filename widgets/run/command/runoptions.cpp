// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/runoptions.h"

#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/run/command/filefield.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <QSpinBox>

namespace podium::ui {

namespace {

QSpinBox *makeSpin(
    QHBoxLayout &row, const QString &label, const QString &toolTip, int least, int most, int value)
{
    auto *spin = new QSpinBox;
    spin->setRange(least, most);
    spin->setValue(value);
    spin->setAccessibleName(label);
    spin->setToolTip(toolTip);
    QLabel *text = mutedLabel(label);
    text->setBuddy(spin);
    row.addWidget(text);
    row.addWidget(spin);
    row.addSpacing(Grid);
    return spin;
}

QCheckBox *addCheck(QHBoxLayout &row, const QString &label, const QString &toolTip)
{
    auto *check = new QCheckBox(label);
    check->setAccessibleName(label);
    check->setToolTip(toolTip);
    row.addWidget(check);
    return check;
}

int seconds(std::chrono::milliseconds limit)
{
    return int(std::chrono::duration_cast<std::chrono::seconds>(limit).count());
}

} // namespace

RunOptions::RunOptions(QWidget *parent) : QWidget(parent)
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(Grid / 2);
    auto *numbers = new QHBoxLayout;
    numbers->setSpacing(Grid);
    addNumbers(*numbers);
    auto *choices = new QHBoxLayout;
    choices->setSpacing(Grid * 2);
    addChoices(*choices);
    rows->addLayout(numbers);
    rows->addLayout(choices);
    connectAll();
}

void RunOptions::addNumbers(QHBoxLayout &row)
{
    const run::RunSpec usual;
    m_fanOut = makeSpin(
        row, tr("Workers at a time"),
        tr("The next one starts when one has ended; workers that wait for each other must all "
           "fit in"),
        0, 9999, usual.fanOut);
    m_fanOut->setSpecialValueText(tr("all"));
    m_loginsAtOnce = makeSpin(
        row, tr("Logins at once"),
        tr("How many are being logged in at a time; more are not faster, and sshd turns the "
           "surplus "
           "away"),
        1, 999, usual.loginsAtOnce);
    m_connectLimit = makeSpin(
        row, tr("Log in within"), tr("For each worker, from the first packet to the login"), 1, 600,
        seconds(usual.connectLimit));
    m_connectLimit->setSuffix(tr(" s"));
    m_totalLimit = makeSpin(
        row, tr("Time limit"), tr("For each worker, all in all"), 0, 7 * 24 * 3600,
        seconds(usual.totalLimit));
    m_totalLimit->setSuffix(tr(" s"));
    m_totalLimit->setSpecialValueText(tr("none"));
    row.addStretch();
}

void RunOptions::addChoices(QHBoxLayout &row)
{
    m_failFast = addCheck(
        row, tr("Start no more after a failure"),
        tr("Workers that wait for their turn are left out once one has failed"));
    m_terminal = addCheck(
        row, tr("Terminal"),
        tr("For what asks or draws: sudo, vi, htop. Each pane is a terminal that you type in; "
           "without a command it is a login shell"));
    m_keepsInputOpen = addCheck(
        row, tr("Type to its stdin"),
        tr("The command's stdin stays open: below the panes is a line to send to one or to all"));
    m_input = new FileField(tr("Stdin from a file"));
    m_input->setToolTip(
        tr("Each worker gets what is in it when the run begins. It is kept nowhere"));
    auto *input = new QHBoxLayout;
    input->setSpacing(Grid);
    QLabel *name = mutedLabel(tr("Stdin from"));
    name->setBuddy(m_input);
    input->addWidget(name);
    input->addWidget(m_input, 1);
    row.addLayout(input, 1);
}

void RunOptions::connectAll()
{
    connect(m_terminal, &QCheckBox::toggled, m_keepsInputOpen, &QWidget::setDisabled);
    connect(m_terminal, &QCheckBox::toggled, m_input, &QWidget::setDisabled);
    for (QSpinBox *spin : {m_fanOut, m_loginsAtOnce, m_connectLimit, m_totalLimit}) {
        connect(spin, QOverload<int>::of(&QSpinBox::valueChanged), this, &RunOptions::changed);
    }
    for (QCheckBox *check : {m_failFast, m_terminal, m_keepsInputOpen}) {
        connect(check, &QCheckBox::toggled, this, &RunOptions::changed);
    }
    connect(m_input, &FileField::changed, this, &RunOptions::changed);
}

bool RunOptions::wantsTerminal() const
{
    return m_terminal->isChecked();
}

QString RunOptions::inputFile() const
{
    return wantsTerminal() ? QString() : m_input->path();
}

void RunOptions::applyTo(run::RunSpec &spec) const
{
    spec.fanOut = m_fanOut->value();
    spec.loginsAtOnce = m_loginsAtOnce->value();
    spec.connectLimit = std::chrono::seconds(m_connectLimit->value());
    spec.totalLimit = std::chrono::seconds(m_totalLimit->value());
    spec.failFast = m_failFast->isChecked();
    if (wantsTerminal()) {
        spec.terminal = ssh::TerminalSize();
    }
    spec.keepsInputOpen = m_keepsInputOpen->isChecked() && !wantsTerminal();
}

QString RunOptions::summary() const
{
    const run::RunSpec usual;
    QStringList parts;
    if (m_fanOut->value() != usual.fanOut) {
        parts += tr("%1 at a time").arg(m_fanOut->text());
    }
    if (m_loginsAtOnce->value() != usual.loginsAtOnce) {
        parts += tr("%1 logins at once").arg(m_loginsAtOnce->value());
    }
    if (m_connectLimit->value() != seconds(usual.connectLimit)) {
        parts += tr("log in within %1 s").arg(m_connectLimit->value());
    }
    if (m_totalLimit->value() != seconds(usual.totalLimit)) {
        parts += tr("at most %1 s").arg(m_totalLimit->value());
    }
    if (m_failFast->isChecked()) {
        parts += tr("fail fast");
    }
    if (wantsTerminal()) {
        parts += tr("terminal");
    } else if (m_keepsInputOpen->isChecked()) {
        parts += tr("stdin open");
    }
    if (!inputFile().isEmpty()) {
        parts += tr("stdin from a file");
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace podium::ui
