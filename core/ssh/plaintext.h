// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace podium::ssh {

/// What the other side said, fit for one line on the screen: valid text without control or
/// direction-changing characters, at most `limit` characters.
[[nodiscard]] QString plainText(const QByteArray &bytes, int limit = 300);

} // namespace podium::ssh
