// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace podium::cloud {

/// A long-running operation of the Cloud TPU or Compute API as it stands.
struct Operation
{
    QString name;   ///< to ask again by
    QString verb;   ///< "create", "delete" …; may be empty
    QString target; ///< the resource it changes; may be empty
    bool done = false;
    std::optional<Error> error; ///< only where done
};

/// `action` and `subject` as for apiError(), for the operation's own failure.
[[nodiscard]] Result<Operation>
parseOperation(const QByteArray &json, const QString &action, const QString &subject);

} // namespace podium::cloud
