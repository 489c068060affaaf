// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace podium::people {

/// The first thing in a text that can deceive whoever reads it or break a line format: a control
/// character, one that changes the direction of writing or cannot be seen, bytes that are no
/// UTF-8. As the end of a sentence ("a line break"), or nothing. A tab is a control character.
[[nodiscard]] std::optional<QString> harmIn(const QString &text);
[[nodiscard]] std::optional<QString> harmIn(const QByteArray &utf8);

/// A login for a person: the Linux rule, and no name that belongs to the system, to a service or
/// to the image. InvalidArgument with a sentence otherwise.
[[nodiscard]] Result<UserName> parseLogin(const QString &text);
/// Names that a person never gets, though the Linux rule allows them: root, daemon, ubuntu …
[[nodiscard]] bool isReservedLogin(const QString &login);

/// A name for useradd's comment field: no ':' (it separates fields), no ',' (chfn's), no '\'.
/// InvalidArgument otherwise. Empty is fine.
[[nodiscard]] Result<> checkFullName(const QString &name);
/// local@domain with nothing that a mail client or a mailto: link could misread. Empty is fine.
[[nodiscard]] Result<> checkEmail(const QString &email);
/// An absolute path of plain segments, e.g. /bin/bash. Empty is fine: the distribution's own.
[[nodiscard]] Result<> checkShell(const QString &shell);
/// A group that a grant may name; refused for google-sudoers, which is the guest agent's, and for
/// root. Others that amount to root (isRootGroup) are allowed, and the plan says what they are.
[[nodiscard]] Result<> checkGroup(const QString &group);
/// sudo, google-sudoers, docker, lxd, disk …: who is in it can become root.
[[nodiscard]] bool isRootGroup(const QString &group);

/// Some lines at most, without characters that deceive. InvalidArgument otherwise.
[[nodiscard]] Result<> checkNote(const QString &note);

} // namespace podium::people
