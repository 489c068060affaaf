// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <tl/expected.hpp>

#include <optional>
#include <vector>

namespace podium::people {

/// One option before a key in authorized_keys (sshd(8), AUTHORIZED_KEYS FILE FORMAT).
struct KeyOption
{
    QByteArray name;                 ///< lower case, e.g. "command", "no-pty"
    std::optional<QByteArray> value; ///< without its quotes; none for a flag
    bool operator==(const KeyOption &) const = default;
};

/// Where the options at the start of `line` end: the first blank outside quotes. Nothing where a
/// quote is never closed.
[[nodiscard]] std::optional<int> keyOptionsLength(const QByteArray &line);

/// The options as sshd would read them, or a sentence that says why it would not.
[[nodiscard]] tl::expected<std::vector<KeyOption>, QString>
parseKeyOptions(const QByteArray &options);

} // namespace podium::people
