// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/accountsection.h"

#include "core/models/relativetime.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/signinrow.h"
#include "widgets/common/theme.h"

#include <QFileDialog>
#include <QPushButton>

namespace podium::ui {

AccountSection::AccountSection(QWidget *parent)
    : Section(tr("Account"), parent)
    , m_account(new ElidedLabel)
    , m_source(new ElidedLabel)
    , m_until(new ElidedLabel)
    , m_signIn(new QPushButton(tr("Sign in")))
    , m_choose(new QPushButton(tr("Use a key file…")))
    , m_forget(new QPushButton(tr("Stop using the key file")))
    , m_waiting(new SignInRow)
{
    addRow(tr("Signed in as"), m_account);
    addRow(tr("From"), m_source);
    addRow(tr("Access until"), m_until);
    m_note = addNote();
    auto *buttons = new QWidget;
    auto *column = makeColumn(Grid, buttons);
    auto *row = new QHBoxLayout;
    column->addLayout(row);
    column->addWidget(m_waiting);
    row->setSpacing(Grid);
    row->addWidget(m_signIn);
    row->addWidget(m_choose);
    row->addWidget(m_forget);
    row->addStretch(1);
    addRow({}, buttons);
    connect(m_signIn, &QPushButton::clicked, this, &AccountSection::gcloudLoginRequested);
    connect(m_waiting, &SignInRow::cancelled, this, &AccountSection::gcloudLoginCancelled);
    connect(m_choose, &QPushButton::clicked, this, &AccountSection::chooseKeyFile);
    connect(m_forget, &QPushButton::clicked, this, &AccountSection::keyFileForgotten);
    setCredentials({});
    setKeyFileChosen(false);
}

void AccountSection::setCredentials(const cloud::CredentialInfo &info)
{
    const bool known = !info.source.isEmpty();
    m_account->setText(
        !known                   ? tr("not signed in")
        : info.account.isEmpty() ? tr("unknown")
                                 : info.account);
    m_source->setText(known ? info.source : tr("no source found"));
    m_until->setText(
        info.expiry.isValid()
            ? tr("%1, renewed automatically").arg(models::fullTimeText(info.expiry))
            : tr("unknown"));
    setRowNote(m_note, info.renewal, false);
    m_isSignedIn = known;
    showSignIn();
}

void AccountSection::setGcloudFound(bool found)
{
    m_hasGcloud = found;
    showSignIn();
}

void AccountSection::setSigningIn(bool isWaiting, const QString &link)
{
    m_isSigningIn = isWaiting;
    m_waiting->setSigningIn(isWaiting, link);
    showSignIn();
}

/// A key file goes before gcloud's account: signing in would change nothing then.
void AccountSection::showSignIn()
{
    m_signIn->setText(m_isSignedIn ? tr("Sign in again") : tr("Sign in"));
    m_signIn->setEnabled(m_fixedNote.isEmpty() && m_hasGcloud && !m_hasKeyFile && !m_isSigningIn);
    m_signIn->setToolTip(
        !m_fixedNote.isEmpty() ? plainToolTip(m_fixedNote)
        : m_isSigningIn        ? tr("gcloud waits for you in the browser")
        : m_hasKeyFile         ? tr("The key file is used instead of an account")
        : m_hasGcloud          ? tr("With gcloud, in your browser; Podium uses the same account")
                      : tr("gcloud is not installed. Install the Google Cloud CLI, or use a key "
                           "file."));
    m_signIn->setAccessibleDescription(m_signIn->toolTip());
}

void AccountSection::setKeyFileChosen(bool chosen)
{
    m_forget->setVisible(chosen);
    m_hasKeyFile = chosen;
    showSignIn();
}

void AccountSection::setFixed(const QString &note)
{
    m_fixedNote = note;
    showSignIn();
    m_choose->setEnabled(false);
    m_choose->setToolTip(plainToolTip(note));
    m_forget->hide();
}

void AccountSection::chooseKeyFile()
{
    auto *dialog = new QFileDialog(this, tr("Choose a service account's key file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &AccountSection::keyFileChosen);
    dialog->open();
}

} // namespace podium::ui
