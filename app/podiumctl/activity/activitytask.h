// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/activity/activityarguments.h"
#include "app/podiumctl/task.h"
#include "core/base/clock.h"
#include "core/models/activity/activitywords.h"
#include "core/store/history.h"

#include <vector>

namespace podium::ctl {

/// `podiumctl activity`: what is kept of what happened. Asks no cloud.
class ActivityTask final : public Task
{
    Q_OBJECT

public:
    /// The database of `history` and the clock must outlive this.
    ActivityTask(
        store::History history, const Clock &clock, ActivityArguments arguments,
        QObject *parent = nullptr);
    void start() override;

private:
    void handleEntries(const Result<std::vector<store::ActivityEntry>> &entries);
    void print(const std::vector<store::ActivityEntry> &entries, bool isComplete) const;
    void printRows(const std::vector<store::ActivityEntry> &entries) const;

    store::History m_history;
    const ActivityArguments m_arguments;
    const models::ActivityWords m_words;
    const QDateTime m_since;
};

} // namespace podium::ctl
