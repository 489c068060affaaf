// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace podium::people {

/// The command for a worker's login shell: core/remote's for a script as root, with a word behind
/// it that the script does not see, by which ScriptTransport knows it. Always the same.
[[nodiscard]] QByteArray peopleCommand();

/// stdin for peopleCommand(): the script that tells what is. Always the same.
[[nodiscard]] QByteArray inspectInput();

/// stdin for peopleCommand(): the script that carries out `data`, then tells what is. The script
/// is always the same; the data is of peopledata.h.
[[nodiscard]] QByteArray applyInput(const QByteArray &data);

} // namespace podium::people
