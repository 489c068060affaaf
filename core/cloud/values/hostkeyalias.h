// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/node.h"

#include <QString>

namespace podium::cloud {

/// "tpu.<node id>-<worker>", as gcloud has it: under this name a worker's host keys are known,
/// whatever its IP. A node made anew has another id, so another name. Never holds anything but
/// lower-case letters (as OpenSSH looks names up), digits, dot and hyphen. Pure.
[[nodiscard]] QString hostKeyAlias(const Node &node, int worker);

} // namespace podium::cloud
