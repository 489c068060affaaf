// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/apistatus.h"
#include "core/cloud/values/jsonaccess.h"

namespace podium::cloud {

/// The status in an "error" object of any shape. For .cpp files only.
[[nodiscard]] ApiStatus apiStatusFromJson(const Json &error, int httpStatus);

} // namespace podium::cloud
