// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/finding.h"
#include "core/models/mark.h"

#include <QAbstractListModel>

namespace podium::models {

/// What a check-up has found, what is to be fixed first. Texts are plain.
class FindingsModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        SubjectRole = Qt::UserRole, ///< a word or two
        MarkRole,                   ///< Mark
        WordRole,                   ///< what the mark means
        HintRole,                   ///< what to do; may be empty
        CommandRole,                ///< what does it, for a shell; may be empty
    };

    using QAbstractListModel::QAbstractListModel;

    void setFindings(doctor::Findings findings);
    /// How many are bad, in a sentence; nothing before the first findings.
    [[nodiscard]] QString summary() const;
    /// Of all of them together.
    [[nodiscard]] Mark summaryMark() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int count(doctor::Finding::State state) const;

    doctor::Findings m_findings;
};

} // namespace podium::models
