// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/people/peoplearguments.h"
#include "app/podiumctl/task.h"
#include "core/base/clock.h"
#include "core/people/roster/rosterstore.h"

#include <memory>

namespace podium::ctl {

/// The part of `podiumctl people` that reads and changes the roster and asks no one.
class PeopleTask final : public Task
{
    Q_OBJECT

public:
    PeopleTask(
        people::RosterStore &store, const Clock &clock, PeopleArguments arguments,
        QObject *parent = nullptr);
    void start() override;

    /// Whether this task does it; else it is about workers.
    [[nodiscard]] static bool does(PeopleAction action);

private:
    /// What the arguments make of a roster; runs on the database's thread.
    [[nodiscard]] Result<people::RosterStore::Change> makeChange() const;
    [[nodiscard]] Result<people::RosterStore::Change> makeAdd() const;
    [[nodiscard]] Result<people::RosterStore::Change> makeRemove(const UserName &login) const;
    [[nodiscard]] Result<people::RosterStore::Change> makeGrant() const;
    void print(const people::Roster &roster);
    void exportRoster(const people::Roster &roster);
    void import();
    void end(const Result<people::Roster> &roster);

    people::RosterStore &m_store;
    const Clock &m_clock;
    PeopleArguments m_arguments;
    /// What a grant changed; filled on the database's thread, read after.
    const std::shared_ptr<QStringList> m_differences = std::make_shared<QStringList>();
};

/// The exit status for an error about the roster, after printing it.
[[nodiscard]] ExitCode printRosterFailure(const Error &error);

} // namespace podium::ctl
