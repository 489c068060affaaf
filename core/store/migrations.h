// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include <vector>

namespace podium::store {

/// The steps that bring a database from version n to n + 1, as SQL statements. Steps are only
/// ever added: what stands here once has been run on somebody's file.
[[nodiscard]] const std::vector<QStringList> &migrations();

} // namespace podium::store
