// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/actual/actualstate.h"

#include <QByteArray>
#include <QHash>

#include <vector>

namespace podium::people {

/// The marks around Podium's lines, as the script writes them.
extern const char *const blockBegin;
extern const char *const blockEnd;
/// The line before each key of Google's guest agent.
extern const char *const googleMark;

/// What an authorized_keys file tells.
struct KeyFileFacts
{
    std::vector<ActualKey> keys;
    bool isBlockFirst = true; ///< there is no block, or one, whole, at the top
};

/// Reads the lines of an authorized_keys file. `expiries`: what a 14-digit expiry-time means on
/// that worker, in seconds since 1970; `utcOffset` (seconds) serves for what is not in there.
[[nodiscard]] KeyFileFacts readKeyFile(
    const std::vector<QByteArray> &lines, const QHash<QByteArray, qint64> &expiries, int utcOffset);

} // namespace podium::people
