// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/accountsection.h"

#include "core/models/relativetime.h"
#include "widgets/common/labels.h"

namespace podium::ui {

AccountSection::AccountSection(QWidget *parent)
    : Section(tr("Account"), parent)
    , m_account(new ElidedLabel)
    , m_source(new ElidedLabel)
    , m_until(new ElidedLabel)
{
    addRow(tr("Signed in as"), m_account);
    addRow(tr("From"), m_source);
    addRow(tr("Access until"), m_until);
    m_note = addNote();
    setCredentials({});
}

void AccountSection::setCredentials(const cloud::CredentialInfo &info)
{
    const bool known = !info.source.isEmpty();
    m_account->setText(
        !known                   ? tr("nobody yet")
        : info.account.isEmpty() ? tr("not told by the source")
                                 : info.account);
    m_source->setText(known ? info.source : tr("no source found"));
    m_until->setText(
        info.expiry.isValid()
            ? tr("%1, renewed by itself before").arg(models::fullTimeText(info.expiry))
            : tr("not known"));
    setRowNote(m_note, info.renewal, false);
}

} // namespace podium::ui
