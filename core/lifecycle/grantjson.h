// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grant.h"

#include <QByteArray>
#include <QJsonObject>

namespace podium::lifecycle {

/// TPU grants as a JSON document to keep or to give to others of the project: indented, the same
/// bytes for the same grants. Nothing in it is secret.
[[nodiscard]] QByteArray grantsToJson(const TpuGrants &grants);

/// The inverse. Everything is checked as if a stranger had written it; InvalidArgument says where
/// it is wrong. Unknown names are refused: a misspelt "until" must not be passed over.
[[nodiscard]] Result<TpuGrants> grantsFromJson(const QByteArray &json);

[[nodiscard]] QJsonObject grantToJson(const TpuGrant &grant);
[[nodiscard]] QJsonObject grantRowToJson(const TpuGrantRow &row);

} // namespace podium::lifecycle
