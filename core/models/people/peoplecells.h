// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/plan/peopleplan.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <vector>

namespace podium::models {

/// How a person stands on a worker or a node; the graver ones later, so that the gravest of
/// several workers is the greatest.
enum class PersonState {
    Nothing,  ///< not desired, not there
    AsWished, ///< ✓
    Unknown,  ///< ? not looked at
    ToAdd,    ///< +
    ToRemove, ///< −
    Differs,  ///< ! and applying mends it
    Blocked,  ///< ! and the person has to decide
};

/// "✓", "+", "−", "!", "?"; empty for Nothing.
[[nodiscard]] QString personStateSign(PersonState state);
/// "as it should be", "to be added" …
[[nodiscard]] QString personStateText(PersonState state);

/// Someone on the roster, or who left it: a row.
struct PersonRow
{
    UserName login;
    QString fullName;
    QStringList accounts; ///< the logins that they have or had on workers
    QString facts;        ///< "2 keys · all nodes, sudo · until 2026-12-31"
    bool hasLeft = false;
    bool hasProblem = false; ///< no key, nothing granted: `problem` says what
    QString problem;
    bool operator==(const PersonRow &) const = default;
};

/// People by login, then those who left.
[[nodiscard]] std::vector<PersonRow> personRows(const people::Roster &roster, const QDateTime &now);

/// A person on one worker or on several of a node.
struct PersonCell
{
    PersonState state = PersonState::Nothing;
    QString text; ///< what and why, some lines of plain text
};

/// One worker, without the words: personCell().state.
[[nodiscard]] PersonState personState(
    const PersonRow &person, const people::DesiredAccounts *desired,
    const people::WorkerPlan *plan);
/// One worker. `desired`: of its node; may be null. `plan` null: not running, or not planned.
[[nodiscard]] PersonCell personCell(
    const PersonRow &person, const people::DesiredAccounts *desired, const people::WorkerPlan *plan,
    const QString &error);
/// Several workers of one node: the gravest state, and each worker that is not as the others.
[[nodiscard]] PersonCell
mergedCell(const std::vector<PersonCell> &cells, const std::vector<int> &indexes);

} // namespace podium::models
