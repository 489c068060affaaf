// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/accountsection.h"

#include "core/models/relativetime.h"
#include "widgets/common/labels.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QPushButton>

namespace podium::ui {

AccountSection::AccountSection(QWidget *parent)
    : Section(tr("Account"), parent)
    , m_account(new ElidedLabel)
    , m_source(new ElidedLabel)
    , m_until(new ElidedLabel)
    , m_choose(new QPushButton(tr("Use a key file…")))
    , m_forget(new QPushButton(tr("Stop using the key file")))
{
    addRow(tr("Signed in as"), m_account);
    addRow(tr("From"), m_source);
    addRow(tr("Access until"), m_until);
    m_note = addNote();
    auto *buttons = new QWidget;
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_choose);
    row->addWidget(m_forget);
    row->addStretch(1);
    addRow({}, buttons);
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
}

void AccountSection::setKeyFileChosen(bool chosen)
{
    m_forget->setVisible(chosen);
}

void AccountSection::setFixed(const QString &note)
{
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
