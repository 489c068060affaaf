// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <vector>

namespace podium::recipe {

/// One command of a shell's text: "KEY=x prog --flag".
struct ShellCommand
{
    /// As it stands there, but for what is in single quotes, where a shell reads nothing.
    QByteArray text;
    QByteArray program; ///< the first word that is no assignment; empty: there are only those
    bool operator==(const ShellCommand &) const = default;
};

/// The commands of lines of sh, those within $(…) and `…` too; without comments and here-documents.
/// Good enough to warn of something, not to rely on: it is no shell. Pure.
[[nodiscard]] std::vector<ShellCommand> commandsOf(const QByteArray &sh);

} // namespace podium::recipe
