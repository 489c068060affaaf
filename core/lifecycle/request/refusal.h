// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace podium::lifecycle {

/// Why the cloud did not make a node, as far as it decides what comes next. Google words a lack of
/// chips as quota and the reverse, so kind and text are read; the text itself is always kept.
enum class Refusal {
    Stockout,   ///< no chips there now
    Leftovers,  ///< quota that something holds: live nodes or leftovers
    NoGrant,    ///< a quota of 0: never there
    Rate,       ///< too many calls
    Addresses,  ///< the region's quota of external addresses
    ClosedZone, ///< this project may not use the zone
    WrongType,  ///< no such type, version or name there
    NameTaken,  ///< another node has the name
    NameGoing,  ///< one that is being deleted has it
    SetUp,      ///< permission, API, billing, service account, network
    SignedOut,  ///< the login is no longer good here; a person may log in again at any time
    Passing,    ///< the service was not well, or nothing was heard of it
    Preempted,  ///< it was made, and taken away
    Deleted,    ///< it was made, and somebody deleted it
    Dropped,    ///< it was not needed any more
    Other,      ///< what no rule knows
};

[[nodiscard]] Refusal refusalOf(const Error &error);
/// For a person: "no capacity".
[[nodiscard]] QString refusalText(Refusal refusal);
/// A stable word for files and scripts: "stockout"; the inverse gives Other for one it does not
/// know.
[[nodiscard]] QString refusalName(Refusal refusal);
[[nodiscard]] Refusal refusalFromName(const QString &name);

/// Never again in this zone, whatever time passes.
[[nodiscard]] bool closesZone(Refusal refusal);
/// Never again in any zone, until a person changes something.
[[nodiscard]] bool endsRequest(Refusal refusal);

} // namespace podium::lifecycle
