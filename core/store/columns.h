// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QVariant>

namespace podium::store {

/// A column of milliseconds since 1970, UTC: how the database keeps all its times.
[[nodiscard]] inline QDateTime fromMs(const QVariant &value)
{
    return QDateTime::fromMSecsSinceEpoch(value.toLongLong(), Qt::UTC);
}

/// For a column that is never NULL: a null text would be stored as NULL, which equals nothing.
[[nodiscard]] inline QString notNull(const QString &text)
{
    return text.isNull() ? QStringLiteral("") : text;
}

} // namespace podium::store
