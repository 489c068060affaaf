// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/actionstory.h"
#include "core/people/plan/revocationproof.h"
#include "core/people/script/scripttransport.h"

#include <QDateTime>
#include <QHash>
#include <QSet>

#include <optional>
#include <vector>

namespace podium::models {

/// What became of people's accounts, an entry for each time that changes were applied: what a
/// person asked for is one, what is applied unasked soon after each other another. A value.
class PeopleStory final
{
public:
    /// The person wants these workers changed: their next answers belong together.
    void begin(const std::vector<WorkerRef> &workers);
    /// A worker's answer; nothing where it had nothing to do.
    [[nodiscard]] std::optional<ActivityEntry>
    applied(const people::ScriptReport &report, const QDateTime &now);
    /// sshd's answer about keys that were taken away.
    [[nodiscard]] ActivityEntry
    proved(const WorkerRef &worker, const people::KeyProof &proof, const QDateTime &now);

private:
    struct Action
    {
        ActionStory story;
        QDateTime last; ///< when its last part came
        bool isAsked = false;
    };
    [[nodiscard]] std::size_t actionOf(const WorkerRef &worker, const QDateTime &now);
    void add(std::size_t action, const ActivityPart &part, const QDateTime &now);

    std::vector<Action> m_actions;
    QSet<WorkerRef> m_asked;                  ///< of the last one asked for, not answered yet
    QHash<WorkerRef, std::size_t> m_lastOf;   ///< where a worker's last part is
    std::optional<std::size_t> m_askedAction; ///< of m_asked
};

} // namespace podium::models
