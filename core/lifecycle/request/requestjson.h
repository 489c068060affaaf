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

/// The body that asks the API for the node (v2alpha1): with the label of the request, and with
/// external addresses unless they are not wanted, as the API's own default is to have none.
[[nodiscard]] QByteArray nodeBody(const NodeRequest &request);

} // namespace podium::lifecycle
