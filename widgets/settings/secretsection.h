// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/secret/secretbook.h"
#include "widgets/settings/section.h"

#include <vector>

class QBoxLayout;
class QLabel;

namespace podium::ui {

/// Secrets for recipes: their names, where they are kept and where they were put. Never a secret.
class SecretSection final : public Section
{
    Q_OBJECT

public:
    explicit SecretSection(QWidget *parent = nullptr);

    /// `inMemory`: those that no keyring has.
    void setBook(const secret::SecretBook &book, const std::vector<secret::SecretName> &inMemory);
    /// What came of the last thing that was asked for; empty: nothing to say.
    void setNote(const QString &text, bool isProblem);

signals:
    void setRequested();
    void replaceRequested(const podium::secret::SecretName &name);
    void removeRequested(const podium::secret::SecretName &name);
    /// Take it away from all workers.
    void withdrawRequested(const podium::secret::SecretName &name);

private:
    [[nodiscard]] QWidget *
    rowOf(const secret::SecretBook &book, const secret::SecretName &name, bool isInMemory);

    secret::SecretBook m_book;
    std::vector<secret::SecretName> m_inMemory;
    QBoxLayout *m_rows = nullptr;
    QLabel *m_note = nullptr;
};

} // namespace podium::ui
