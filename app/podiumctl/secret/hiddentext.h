// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

namespace podium::ctl {

/// A line typed at the terminal on stdin, which is not shown; Cancelled after Ctrl-C or Ctrl-D, and
/// after SIGINT or SIGTERM; InvalidArgument where several were pasted, of which nothing is left for
/// the shell. Blocks.
[[nodiscard]] Result<QString> askHidden(const QString &prompt);

/// A secret: from the terminal where stdin is one, else all of stdin. Blocks.
[[nodiscard]] Result<QString> readSecret(const QString &prompt);

} // namespace podium::ctl
