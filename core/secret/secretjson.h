// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/secret/secretbook.h"

#include <QByteArray>

namespace podium::secret {

/// A document with "version", "secrets" and "placements". Pure.
[[nodiscard]] QByteArray bookToJson(const SecretBook &book);
/// InvalidArgument, with what is wrong, for all that bookToJson() does not write. Pure.
[[nodiscard]] Result<SecretBook> bookFromJson(const QByteArray &bytes);

/// A stable word: file, netrc, unstated.
[[nodiscard]] QString placementKindName(Placement::Kind kind);

} // namespace podium::secret
