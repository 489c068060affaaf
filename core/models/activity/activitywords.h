// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/activity.h"
#include "core/models/nodes/nodefilter.h"

#include <QString>
#include <QStringList>

namespace podium::models {

/// What a person filters the activity by: words as everywhere, and fields, all of which must fit:
/// node:NAME (or PROJECT/ZONE/NAME, or NAME:WORKER), person:LOGIN, run:ID. Small and capital
/// letters are the same.
class ActivityWords final
{
public:
    ActivityWords() = default;
    explicit ActivityWords(const QString &text);
    /// Whether there is more than fields: only then is the search text of an entry looked at.
    [[nodiscard]] bool hasWords() const { return m_words != FilterWords(); }
    /// `searchText`: all texts of the entry, lower case.
    [[nodiscard]] bool accept(const ActivityEntry &entry, const QString &searchText) const;
    /// A part of an entry that was accepted: whether the fields fit the part itself.
    [[nodiscard]] bool accept(const ActivityPart &part) const;
    bool operator==(const ActivityWords &) const = default;

    /// The word for a field, to be put among the others.
    [[nodiscard]] static QString nodeWord(const NodeRef &node);
    [[nodiscard]] static QString personWord(const QString &login);
    [[nodiscard]] static QString runWord(const QString &id);

private:
    FilterWords m_words;
    QStringList m_nodes; ///< lower case, as the others
    QStringList m_persons;
    QStringList m_runs;
};

} // namespace podium::models
