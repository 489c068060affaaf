// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/activity.h"

#include <QDateTime>
#include <QString>

#include <vector>

namespace podium::models {

/// An action whose parts come one after the other, told as one entry from the first on. A value.
class ActionStory final
{
public:
    /// `title`: what is said of all of them, e.g. "People's accounts changed".
    ActionStory(ActivityKind kind, QString title);

    /// One more part. Where its place and person have one already, its text goes behind that.
    void add(const ActivityPart &part, const QDateTime &time);
    [[nodiscard]] bool has(const NodeRef &node, int worker) const;
    [[nodiscard]] bool isEmpty() const { return m_parts.empty(); }
    /// As it stands now; always under the same ActivityEntry::action. At least one part is needed.
    [[nodiscard]] ActivityEntry entry() const;

private:
    [[nodiscard]] QString subject() const;
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString onlyPerson() const;

    ActivityKind m_kind;
    QString m_title;
    QString m_id;
    QDateTime m_time; ///< of the first part
    std::vector<ActivityPart> m_parts;
};

} // namespace podium::models
