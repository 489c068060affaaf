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
#include <QUrl>

namespace podium::ui {

ProblemPanel::ProblemPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(headingLabel())
    , m_text(wrappedLabel())
    , m_open(new QPushButton())
    , m_copy(new QPushButton(tr("Copy link")))
{
    setAccessibleName(tr("What is wrong"));
    m_title->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *retry = new QPushButton(tr("Try again"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Grid);
    for (QPushButton *button : {m_open, m_copy}) {
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addLayout(buttons);
    column->addWidget(retry, 0, Qt::AlignLeft);
    column->addStretch(1);
    connect(retry, &QPushButton::clicked, this, &ProblemPanel::retryRequested);
    connect(m_open, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(m_url); });
    connect(m_copy, &QPushButton::clicked, this, [this] { copyText(m_url, m_copy); });
}

void ProblemPanel::show(const QString &title, const QString &text, const models::ProblemLink &link)
{
    m_title->setText(title);
    m_text->setText(text);
    m_url = link.url;
    m_open->setText(link.text);
    m_open->setToolTip(plainToolTip(m_url));
    m_open->setVisible(!m_url.isEmpty());
    m_copy->setVisible(!m_url.isEmpty());
}

} // namespace podium::ui
