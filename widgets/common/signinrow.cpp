// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/signinrow.h"

#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QPushButton>

namespace podium::ui {

SignInRow::SignInRow(QWidget *parent)
    : QWidget(parent)
    , m_text(wrappedLabel())
    , m_copyLink(new QPushButton(tr("Copy link")))
{
    m_text->setAccessibleName(tr("Sign-in"));
    m_copyLink->setToolTip(tr("To open it in another browser, or on another machine"));
    auto *cancel = new QPushButton(tr("Cancel"));
    cancel->setAccessibleName(tr("Cancel the sign-in"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Grid);
    row->addWidget(m_text, 1);
    row->addWidget(m_copyLink);
    row->addWidget(cancel);
    hide();
    connect(m_copyLink, &QPushButton::clicked, this, [this] { copyText(m_link, m_copyLink); });
    connect(cancel, &QPushButton::clicked, this, &SignInRow::cancelled);
}

void SignInRow::setSigningIn(bool isWaiting, const QString &link)
{
    m_link = link;
    setVisible(isWaiting);
    m_copyLink->setVisible(!link.isEmpty());
    m_text->setText(
        link.isEmpty() ? tr("Waiting for gcloud…")
                       : tr("Waiting for the browser: sign in there, then come back."));
    if (isWaiting) {
        QAccessibleEvent event(m_text, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace podium::ui
