// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <QString>
#include <QStringList>

namespace podium::store {

/// What to say of the first key of `object` that is not among `known`; nothing where all are. A
/// misspelt key must not pass for one that is absent: a rule without its "node" is about every
/// node. `where`: the object's name, empty for the whole file.
[[nodiscard]] QString
unknownKeyIn(const nlohmann::ordered_json &object, const QStringList &known, const QString &where);

} // namespace podium::store
