// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/problempanel.h"

#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QDesktopServices>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QUrl>

namespace podium::ui {

namespace {

/// Nothing else that a server says is offered to be opened.
QString consoleLinkIn(const QString &text)
{
    static const QRegularExpression link(
        QStringLiteral(R"(https://console\.(?:developers|cloud)\.google\.com/[^\s()]*[^\s().,])"));
    return link.match(text).captured();
}

} // namespace

ProblemPanel::ProblemPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(headingLabel())
    , m_text(wrappedLabel())
    , m_open(new QPushButton(tr("Open in the console")))
    , m_copy(new QPushButton(tr("Copy link")))
{
    setAccessibleName(tr("What is wrong"));
    m_title->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *retry = new QPushButton(tr("Try again"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Grid);
    for (QPushButton *button : {retry, m_open, m_copy}) {
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addLayout(buttons);
    column->addStretch(1);
    connect(retry, &QPushButton::clicked, this, &ProblemPanel::retryRequested);
    connect(m_open, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(m_link); });
    connect(m_copy, &QPushButton::clicked, this, [this] { copyText(m_link, m_copy); });
}

void ProblemPanel::show(const QString &title, const QString &text)
{
    m_title->setText(title);
    m_text->setText(text);
    m_link = consoleLinkIn(text);
    m_open->setToolTip(plainToolTip(m_link));
    m_open->setVisible(!m_link.isEmpty());
    m_copy->setVisible(!m_link.isEmpty());
}

} // namespace podium::ui
