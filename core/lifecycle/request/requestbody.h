// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/noderequest.h"

#include <QByteArray>

namespace podium::lifecycle {

/// The body that asks the API for the node of an attempt (v2alpha1): with the label of the request,
/// and with external addresses unless they are not wanted, as the API's own default is to have
/// none. Where a node of it was taken away, what that one had; its disks and subnetwork only where
/// they are there, too.
[[nodiscard]] QByteArray nodeBody(const NodeRequest &request, const Zone &zone);
/// The body that asks for a queued resource with that node (v2alpha1). It always says until when it
/// is valid, so that one that nobody follows any more ends.
[[nodiscard]] QByteArray queuedResourceBody(const NodeRequest &request, const Zone &zone);

/// Of a Node of the API, what a new one like it needs, as JSON; empty where it is none.
[[nodiscard]] QByteArray nodeToRemake(const QByteArray &node);

} // namespace podium::lifecycle
