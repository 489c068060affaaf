// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/runoptions.h"

#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
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

int seconds(std::chrono::milliseconds limit)
{
    return int(std::chrono::duration_cast<std::chrono::seconds>(limit).count());
}

} // namespace

RunOptions::RunOptions(QWidget *parent) : QWidget(parent)
{
    const run::RunSpec usual;
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
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
    for (QSpinBox *spin : {m_fanOut, m_connectLimit, m_totalLimit}) {
        connect(spin, QOverload<int>::of(&QSpinBox::valueChanged), this, &RunOptions::changed);
    }
    connect(m_failFast, &QCheckBox::toggled, this, &RunOptions::changed);
}

void RunOptions::applyTo(run::RunSpec &spec) const
{
    spec.fanOut = m_fanOut->value();
    spec.connectLimit = std::chrono::seconds(m_connectLimit->value());
    spec.totalLimit = std::chrono::seconds(m_totalLimit->value());
    spec.failFast = m_failFast->isChecked();
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
    return parts.join(QStringLiteral(" · "));
}

} // namespace podium::ui
