// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/runoptions.h"

#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

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
    row.addSpacing(Grid * 2);
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
    const run::RunSpec usual;
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(Grid / 2);
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    m_fanOut = makeSpin(
        *row, tr("Workers at a time"),
        tr("The next one starts when one has ended; workers that wait for each other must all "
           "fit in"),
        0, 9999, usual.fanOut);
    m_fanOut->setSpecialValueText(tr("all"));
    m_connectLimit = makeSpin(
        *row, tr("Log in within"), tr("For each worker, from the first packet to the login"), 1,
        600, seconds(usual.connectLimit));
    m_connectLimit->setSuffix(tr(" s"));
    m_totalLimit = makeSpin(
        *row, tr("Time limit"), tr("For each worker, all in all"), 0, 7 * 24 * 3600,
        seconds(usual.totalLimit));
    m_totalLimit->setSuffix(tr(" s"));
    m_totalLimit->setSpecialValueText(tr("none"));
    m_failFast = new QCheckBox(tr("Start no more after a failure"));
    m_failFast->setAccessibleName(m_failFast->text());
    row->addWidget(m_failFast);
    row->addStretch();
    auto *typing = new QHBoxLayout;
    typing->setSpacing(Grid * 2);
    m_terminal = addCheck(
        *typing, tr("Terminal"),
        tr("For what asks or draws: sudo, vi, htop. Each pane is a terminal that you type in; "
           "without a command it is a login shell"));
    m_keepsInputOpen = addCheck(
        *typing, tr("Type to its stdin"),
        tr("The command's stdin stays open: below the panes is a line to send to one or to all"));
    typing->addStretch();
    rows->addLayout(row);
    rows->addLayout(typing);
    connect(m_terminal, &QCheckBox::toggled, m_keepsInputOpen, &QWidget::setDisabled);
    for (QSpinBox *spin : {m_fanOut, m_connectLimit, m_totalLimit}) {
        connect(spin, QOverload<int>::of(&QSpinBox::valueChanged), this, &RunOptions::changed);
    }
    for (QCheckBox *check : {m_failFast, m_terminal, m_keepsInputOpen}) {
        connect(check, &QCheckBox::toggled, this, &RunOptions::changed);
    }
}

bool RunOptions::wantsTerminal() const
{
    return m_terminal->isChecked();
}

void RunOptions::applyTo(run::RunSpec &spec) const
{
    spec.fanOut = m_fanOut->value();
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
    return parts.join(QStringLiteral(" · "));
}

} // namespace podium::ui
