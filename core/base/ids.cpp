// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/ids.h"

#include <QRegularExpression>
#include <QStringList>

namespace podium {

namespace {

bool matches(const QString &text, const QRegularExpression &pattern)
{
    return pattern.match(text).hasMatch();
}

} // namespace

bool ProjectIdRule::accepts(const QString &text)
{
    static const QRegularExpression pattern(
        QStringLiteral(R"(\A(?:[a-z0-9.-]{1,63}:)?[a-z0-9][a-z0-9-]{0,62}\z)"));
    return matches(text, pattern);
}

bool ZoneRule::accepts(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral(R"(\A[a-z][a-z0-9-]{0,62}\z)"));
    return matches(text, pattern);
}

bool NodeNameRule::accepts(const QString &text)
{
    return !text.isEmpty() && text.size() <= 1024 && !text.contains(QLatin1Char('/'));
}

bool UserNameRule::accepts(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral(R"(\A[a-z_][a-z0-9_-]{0,31}\z)"));
    return matches(text, pattern);
}

bool isPlainName(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral(R"(\A[A-Za-z0-9_][A-Za-z0-9._-]*\z)"));
    return matches(text, pattern);
}

QString NodeRef::text() const
{
    return project.text() % QLatin1Char('/') % zone.text() % QLatin1Char('/') % name.text();
}

QString WorkerRef::text() const
{
    return node.text() % QLatin1Char(':') % QString::number(index);
}

std::optional<WorkerRef> WorkerRef::parse(const QString &text)
{
    const int colon = text.lastIndexOf(QLatin1Char(':'));
    const QStringList parts = text.left(colon).split(QLatin1Char('/'));
    bool isNumber = false;
    const int index = text.mid(colon + 1).toInt(&isNumber);
    if (colon < 0 || !isNumber || index < 0 || parts.size() != 3) {
        return std::nullopt;
    }
    const auto project = ProjectId::parse(parts[0]);
    const auto zone = Zone::parse(parts[1]);
    const auto name = NodeName::parse(parts[2]);
    if (!project || !zone || !name) {
        return std::nullopt;
    }
    return WorkerRef{{*project, *zone, *name}, index};
}

} // namespace podium
