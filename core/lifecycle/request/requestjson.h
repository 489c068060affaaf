// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/noderequest.h"

#include <QByteArray>
#include <QJsonObject>

namespace podium::lifecycle {

/// Node requests as Podium's own file has them: {"version":1,"requests":[…]}.
[[nodiscard]] QByteArray requestsToJson(const NodeRequests &requests);
/// The inverse; InvalidArgument where a member is missing or wrong.
[[nodiscard]] Result<NodeRequests> requestsFromJson(const QByteArray &json);
[[nodiscard]] QJsonObject requestToJson(const NodeRequest &request);

} // namespace podium::lifecycle
