// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace podium::run {

/// The command that runs a script on a worker. One that begins with "#!" is run by the interpreter
/// that it names, from a private file of that name which is deleted when it ends; stdin, arguments
/// and exit status are the script's own. Any other is what the login shell gets, as it stands.
/// `name`: the script's own, for messages and $0; its folders are left out. Pure.
[[nodiscard]] QByteArray scriptCommand(const QByteArray &script, const QByteArray &name);

} // namespace podium::run
