// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QStringBuilder>

namespace podium::run {

/// The command itself: the same for all, and alike for sh, csh and fish. Reads a script of so many
/// bytes from stdin and runs it; the rest of stdin is the script's. Leaves no variable behind: one
/// that the account exports would carry the script into what the script starts.
inline constexpr const char *Bootstrap =
    R"sh(exec /bin/sh -c 'eval "$(read -r n; head -c "$n")"')sh";

/// stdin for it: the script, and what that is to read, which may still go on. In braces, so that a
/// shell that gets only a part of the script does nothing.
[[nodiscard]] inline QByteArray bootstrapInput(const QByteArray &script, const QByteArray &rest)
{
    const QByteArray whole = "{\n" + script + "\n}\n";
    return QByteArray::number(whole.size()) + '\n' + whole + rest;
}

} // namespace podium::run
