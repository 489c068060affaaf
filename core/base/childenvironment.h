// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <vector>

namespace podium {

/// This process's environment as "NAME=VALUE", for the programs that it starts: without the access
/// token that it may have been given in there, which is nobody else's business.
[[nodiscard]] std::vector<QByteArray> environmentForChildren();

} // namespace podium
