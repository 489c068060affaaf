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

/// In seconds; none at first.
QSpinBox *makeLimit(QHBoxLayout &row, const QString &label, const QString &toolTip)
{
    constexpr int Week = 7 * 24 * 3600;
    QSpinBox *spin = makeSpin(row, label, toolTip, 0, Week, 0);
    spin->setSuffix(RunOptions::tr(" s"));
    spin->setSpecialValueText(RunOptions::tr("none"));
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
    auto *waits = new QHBoxLayout;
    waits->setSpacing(Grid);
    addWaits(*waits);
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
        tr("Logins in progress at a time; more is not faster, as sshd rejects the surplus"), 1, 999,
        usual.loginsAtOnce);
    m_connectLimit = makeSpin(
        row, tr("Login timeout"), tr("For each worker, from the first packet to the login"), 1, 600,
        seconds(usual.connectLimit));
    m_connectLimit->setSuffix(tr(" s"));
    row.addStretch();
}

void RunOptions::addWaits(QHBoxLayout &row)
{
    m_stepLimit = makeLimit(
        row, tr("Step timeout"),
        tr("For each step of a login: TCP, greeting, key exchange, login itself"));
    m_firstOutputLimit = makeLimit(
        row, tr("First output timeout"), tr("From sending the command to its first output"));
    m_idleLimit = makeLimit(
        row, tr("Stop if silent"), tr("A command that prints nothing for this long is stopped"));
    row.addStretch();
}

void RunOptions::addChoices(QHBoxLayout &row)
{
    auto *limit = new QHBoxLayout;
    limit->setSpacing(Grid);
    m_totalLimit = makeLimit(*limit, tr("Time limit"), tr("For each worker, in total"));
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
    connect(m_terminal, &QCheckBox::toggled, m_firstOutputLimit, &QWidget::setDisabled);
    for (QSpinBox *spin :
         {m_fanOut, m_loginsAtOnce, m_connectLimit, m_totalLimit, m_stepLimit, m_firstOutputLimit,
          m_idleLimit}) {
        connect(spin, QOverload<int>::of(&QSpinBox::valueChanged), this, &RunOptions::changed);
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

/// A terminal has a prompt, or waits for keys.
std::chrono::seconds RunOptions::firstOutputLimit() const
{
    return std::chrono::seconds(wantsTerminal() ? 0 : m_firstOutputLimit->value());
}

void RunOptions::applyTo(run::RunSpec &spec) const
{
    spec.fanOut = m_fanOut->value();
    spec.loginsAtOnce = m_loginsAtOnce->value();
    spec.connectLimit = std::chrono::seconds(m_connectLimit->value());
    spec.totalLimit = std::chrono::seconds(m_totalLimit->value());
    const std::chrono::seconds step(m_stepLimit->value());
    spec.phaseLimits = {step, step, step, step};
    spec.firstOutputLimit = firstOutputLimit();
    spec.idleLimit = std::chrono::seconds(m_idleLimit->value());
    spec.failFast = m_failFast->isChecked();
    if (wantsTerminal()) {
        spec.terminal = ssh::TerminalSize();
    }
    spec.keepsInputOpen = m_keepsInputOpen->isChecked() && !wantsTerminal();
}

QStringList RunOptions::limitsSummary() const
{
    const run::RunSpec usual;
    QStringList parts;
    if (m_fanOut->value() != usual.fanOut) {
        parts += tr("%1 at once").arg(m_fanOut->text());
    }
    if (m_loginsAtOnce->value() != usual.loginsAtOnce) {
        parts += tr("%1 logins at once").arg(m_loginsAtOnce->value());
    }
    if (m_connectLimit->value() != seconds(usual.connectLimit)) {
        parts += tr("login timeout %1 s").arg(m_connectLimit->value());
    }
    if (m_totalLimit->value() != seconds(usual.totalLimit)) {
        parts += tr("at most %1 s").arg(m_totalLimit->value());
    }
    if (m_stepLimit->value() > 0) {
        parts += tr("step timeout %1 s").arg(m_stepLimit->value());
    }
    if (firstOutputLimit().count() > 0) {
        parts += tr("first output timeout %1 s").arg(firstOutputLimit().count());
    }
    if (m_idleLimit->value() > 0) {
        parts += tr("stop if silent for %1 s").arg(m_idleLimit->value());
    }
    return parts;
}

QStringList RunOptions::summary() const
{
    QStringList parts = limitsSummary();
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
