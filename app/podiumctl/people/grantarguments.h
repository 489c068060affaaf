// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/people/peoplearguments.h"
#include "core/base/result.h"
#include "core/people/roster/grantedit.h"

#include <QDateTime>

#include <optional>
#include <vector>

namespace podium::ctl {

/// When something ends, as after --until; nothing where `text` is empty.
[[nodiscard]] Result<std::optional<QDateTime>>
optionalEnd(const QString &text, const QDateTime &now);

/// What `people grant` and `people add` are to change, an edit for each selector; InvalidArgument
/// for a time that is none.
[[nodiscard]] Result<std::vector<people::GrantEdit>>
grantEdits(const PeopleArguments &arguments, const QDateTime &now);

} // namespace podium::ctl
