// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QDateTime>
#include <QSqlQuery>
#include <QVariant>

#include <optional>

namespace podium::store {

/// A column of milliseconds since 1970, UTC: how the database keeps all its times.
[[nodiscard]] inline QDateTime fromMs(const QVariant &value)
{
    return QDateTime::fromMSecsSinceEpoch(value.toLongLong(), Qt::UTC);
}

/// Project, zone and name from this column on; nothing where they are none.
[[nodiscard]] inline std::optional<NodeRef> nodeFromRow(const QSqlQuery &row, int first)
{
    const auto project = ProjectId::parse(row.value(first).toString());
    const auto zone = Zone::parse(row.value(first + 1).toString());
    const auto name = NodeName::parse(row.value(first + 2).toString());
    return project && zone && name ? std::optional(NodeRef{*project, *zone, *name}) : std::nullopt;
}

/// For a column that is never NULL: a null text would be stored as NULL, which equals nothing.
[[nodiscard]] inline QString notNull(const QString &text)
{
    return text.isNull() ? QStringLiteral("") : text;
}

} // namespace podium::store
