// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/firststart.h"

#include "widgets/common/card.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/signinrow.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QPushButton>
#include <QToolButton>

namespace podium::ui {

FirstStart::FirstStart(QWidget *parent)
    : QWidget(parent)
    , m_reason(wrappedLabel())
    , m_more(new QToolButton)
    , m_detail(wrappedLabel())
    , m_gcloud(new Card(QStringLiteral("cloud"), tr("Sign in with gcloud"), {}, tr("Sign in")))
    , m_waiting(new SignInRow)
{
    setAccessibleName(tr("Welcome"));
    auto *keyFile = new Card(
        QStringLiteral("key"), tr("Use a key file"),
        tr("A service account's JSON key, from the admin of your lab. Podium reads it in place and "
           "never copies it."),
        tr("Choose file…"));
    auto *demo = new Card(
        QStringLiteral("demo"), tr("Try the demo"),
        tr("A demo cloud on this machine with three projects and real ssh workers. It changes "
           "nothing of yours and is removed when you close it."),
        tr("Open the demo"));
    setPrimary(m_gcloud->button());

    QLabel *title = headingLabel(tr("You are not signed in to Google Cloud yet"));
    title->setAlignment(Qt::AlignCenter);
    auto *cards = new QHBoxLayout;
    cards->setSpacing(Grid * 2);
    cards->addStretch(1);
    for (Card *card : {m_gcloud, keyFile, demo}) {
        cards->addWidget(card, 4);
    }
    cards->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid);
    column->addStretch(2);
    column->addWidget(title);
    column->addSpacing(Grid * 2);
    column->addLayout(cards);
    column->addLayout(buildWaiting());
    column->addSpacing(Grid * 2);
    column->addLayout(buildReason());
    column->addStretch(3);

    connect(m_gcloud->button(), &QPushButton::clicked, this, &FirstStart::gcloudLoginRequested);
    connect(keyFile->button(), &QPushButton::clicked, this, &FirstStart::chooseKeyFile);
    connect(demo->button(), &QPushButton::clicked, this, &FirstStart::demoRequested);
    setGcloudFound(false);
}

/// What others have said of it word for word is for whoever asks.
QLayout *FirstStart::buildReason()
{
    m_more->setText(tr("Details"));
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    m_more->hide();
    m_detail->hide();
    auto *texts = new QVBoxLayout;
    for (QLabel *label : {m_reason, m_detail}) {
        label->setAlignment(Qt::AlignHCenter);
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setMaximumWidth(Grid * 80);
    }
    texts->addWidget(m_reason);
    texts->addWidget(m_more, 0, Qt::AlignHCenter);
    texts->addWidget(m_detail);
    auto *row = new QHBoxLayout;
    row->addStretch(1);
    row->addLayout(texts, 6);
    row->addStretch(1);
    connect(m_more, &QToolButton::toggled, m_detail, &QWidget::setVisible);
    return row;
}

QLayout *FirstStart::buildWaiting()
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, Grid * 2, 0, 0);
    row->addStretch(1);
    row->addWidget(m_waiting, 4);
    row->addStretch(1);
    connect(m_waiting, &SignInRow::cancelled, this, &FirstStart::gcloudLoginCancelled);
    return row;
}

void FirstStart::setSigningIn(bool isWaiting, const QString &link)
{
    m_isSigningIn = isWaiting;
    m_waiting->setSigningIn(isWaiting, link);
    m_gcloud->button()->setEnabled(m_hasGcloud && !isWaiting);
}

void FirstStart::setGcloudFound(bool found)
{
    m_hasGcloud = found;
    m_gcloud->button()->setEnabled(found && !m_isSigningIn);
    m_gcloud->setText(
        found ? tr("gcloud is installed. Sign in once, in your browser; Podium uses the same "
                   "account.")
              : tr("gcloud is not installed. Install the Google Cloud CLI, or use a key file."));
}

void FirstStart::setReason(const Error &error)
{
    // What to do about it stands on the cards.
    m_reason->setText(tr("What Podium tried: %1").arg(error.summary));
    m_detail->setText(error.detail);
    m_more->setVisible(!error.detail.isEmpty());
    m_detail->setVisible(m_more->isChecked() && !error.detail.isEmpty());
}

void FirstStart::chooseKeyFile()
{
    auto *dialog = new QFileDialog(this, tr("Choose a service account's key file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("JSON files (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &FirstStart::keyFileChosen);
    dialog->open();
}

} // namespace podium::ui
