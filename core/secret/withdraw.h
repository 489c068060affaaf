// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/remote/record.h"
#include "core/remote/script.h"
#include "core/secret/secretbook.h"

#include <vector>

namespace podium::secret {

/// What became of a secret at one place.
struct Withdrawal
{
    enum class State {
        Waiting, ///< nobody has looked yet
        Removed, ///< it was there, and is not any more
        Absent,  ///< it was not there already
        Other,   ///< another secret is there now, and was left alone
        Gone,    ///< with the machine that it was on
        Unknown  ///< nobody could look, or it could not be removed: it may be there
    };
    Placement placement;
    State state = State::Waiting;
    QString detail{}; ///< why it is unknown; may be the worker's text
    bool operator==(const Withdrawal &) const = default;

    /// It is proven that the secret is not there.
    [[nodiscard]] bool isProven() const;
};

/// Which of them are gone or unknown without asking a worker: the node was deleted or made anew, or
/// the recipe did not say the place. The others are Waiting. Pure.
[[nodiscard]] std::vector<Withdrawal>
planWithdrawal(const std::vector<Placement> &placements, const inventory::Snapshot &snapshot);

/// The constant script that takes secrets away.
[[nodiscard]] remote::Script withdrawScript(remote::Rights rights);
/// Its data, for places on one worker. Pure.
[[nodiscard]] std::vector<remote::Record> withdrawData(const std::vector<Placement> &placements);
/// Takes a worker's answer over to those that were asked of it: what it does not say is Unknown.
/// Pure.
void readWithdrawal(
    const remote::Answer &answer, const std::vector<QByteArray> &asked,
    std::vector<Withdrawal> &withdrawals);

/// A stable word: waiting, removed, absent, other, gone, unknown.
[[nodiscard]] QString withdrawalStateName(Withdrawal::State state);
/// The same as a sentence for a person.
[[nodiscard]] QString withdrawalText(const Withdrawal &withdrawal);
/// "Removed from 8 places; 1 is unknown.": all of them.
[[nodiscard]] QString withdrawalSummary(const std::vector<Withdrawal> &withdrawals);

} // namespace podium::secret
