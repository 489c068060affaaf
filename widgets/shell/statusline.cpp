// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/shell/statusline.h"

#include "widgets/common/labels.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace podium::ui {

namespace {

QString markWord(models::Mark mark)
{
    switch (mark) {
    case models::Mark::Good:
        return StatusLine::tr("Everything answers");
    case models::Mark::Warning:
        return StatusLine::tr("Something does not answer");
    case models::Mark::Bad:
        return StatusLine::tr("Nothing answers");
    default:
        return StatusLine::tr("Not refreshed yet");
    }
}

} // namespace

StatusLine::StatusLine(QWidget *parent)
    : QWidget(parent)
    , m_mark(new MarkWidget)
    , m_text(new ElidedLabel)
    , m_update(new QPushButton(tr("Review ssh config")))
    , m_commands(new QToolButton)
{
    setAccessibleName(tr("Status"));
    setFixedHeight(Grid * 5);
    m_commands->setText(tr("Commands  Ctrl+K"));
    m_commands->setAccessibleName(tr("Commands"));
    m_commands->setAutoRaise(true);
    m_update->setFixedHeight(Grid * 7 / 2);
    m_update->setToolTip(tr("See what changes in the ssh config, and write it"));
    m_update->hide();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(Grid * 2, 1, Grid * 2, 0);
    row->setSpacing(Grid);
    row->addWidget(m_mark);
    row->addWidget(m_text, 0);
    row->addWidget(m_update);
    row->addStretch(1);
    row->addWidget(m_commands);
    connect(m_update, &QPushButton::clicked, this, &StatusLine::updateConfigRequested);
    connect(m_commands, &QToolButton::clicked, this, &StatusLine::commandsRequested);
    setSummary({});
}

void StatusLine::setCloud(const QString &name)
{
    m_cloud = name;
    showText();
}

void StatusLine::setSummary(const models::StatusSummary &summary)
{
    m_summary = summary;
    m_mark->setMark(summary.mark, markWord(summary.mark));
    showText();
}

void StatusLine::setConfigOutdated(bool outdated)
{
    m_update->setVisible(outdated);
}

void StatusLine::showText()
{
    QStringList parts{
        m_cloud, m_summary.counts, m_summary.problems, m_summary.costs, m_summary.news};
    parts.removeAll(QString());
    m_text->setText(parts.join(QStringLiteral(" · ")));
}

void StatusLine::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(QRect(0, 0, width(), 1), tones(palette()).line);
}

} // namespace podium::ui
