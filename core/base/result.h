// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

#include <utility>

namespace podium {

/// A value, or the Error that stood in its way. Core never throws and never shows anything.
template <typename T = void>
using Result = tl::expected<T, Error>;

/// `return failure({.kind = …, .summary = …});`
[[nodiscard]] inline tl::unexpected<Error> failure(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

} // namespace podium
