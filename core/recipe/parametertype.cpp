// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/parametertype.h"

#include "core/cloud/values/bucket.h"

#include <QRegularExpression>

#include <algorithm>

namespace podium::recipe {

using Kind = ParameterType::Kind;
using Limits = std::numeric_limits<qint64>;

namespace {

constexpr int LongestPath = 4096; ///< bytes, as Linux has it

/// As any shell reads it, too: with a zero before it, it would be octal there.
std::optional<qint64> wholeNumber(const QString &text)
{
    static const QRegularExpression rule(QStringLiteral("\\A(0|-?[1-9][0-9]*)\\z"));
    bool isGood = rule.match(text).hasMatch();
    const qint64 number = isGood ? text.toLongLong(&isGood) : 0;
    return isGood ? std::optional(number) : std::nullopt;
}

std::optional<ParameterType> numberType(const QString &bounds)
{
    ParameterType type{Kind::Number};
    if (bounds.isEmpty()) {
        return type;
    }
    const QStringList ends = bounds.split(QStringLiteral(".."));
    const QString least = ends.value(0);
    const QString most = ends.value(1);
    const auto from = least.isEmpty() ? Limits::min() : wholeNumber(least);
    const auto to = most.isEmpty() ? Limits::max() : wholeNumber(most);
    if (ends.size() != 2 || !from || !to || *from > *to) {
        return std::nullopt;
    }
    type.least = *from;
    type.most = *to;
    return type;
}

QRegularExpression wholeOf(const QString &pattern)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern));
}

std::optional<ParameterType> patternType(const QString &pattern)
{
    // One that is only good between the brackets around it would get out of them.
    if (!QRegularExpression(pattern).isValid() || !wholeOf(pattern).isValid()) {
        return std::nullopt;
    }
    ParameterType type{Kind::Pattern};
    type.pattern = pattern;
    return type;
}

bool isPath(const QString &text)
{
    const bool isPlain = std::none_of(text.begin(), text.end(), [](QChar letter) {
        return letter.category() == QChar::Other_Control;
    });
    // A program would take the one for an option; to a step ~ is a letter where no / follows.
    return isPlain && !text.isEmpty() && text.toUtf8().size() <= LongestPath &&
           !text.startsWith(QLatin1Char('-')) &&
           (!text.startsWith(QLatin1Char('~')) || text.startsWith(QLatin1String("~/")));
}

} // namespace

std::optional<ParameterType> takeType(const QString &word, QStringList &more)
{
    if (word == QLatin1String("number")) {
        const bool hasBounds = more.value(0).contains(QLatin1String(".."));
        return numberType(hasBounds ? more.takeFirst() : QString());
    }
    if (word == QLatin1String("path")) {
        const bool isRelative = more.value(0) == QLatin1String("relative");
        const bool isWhole = more.value(0) == QLatin1String("whole");
        if (isRelative || isWhole) {
            more.removeFirst();
        }
        return ParameterType{
            isRelative ? Kind::RelativePath
            : isWhole  ? Kind::WholePath
                       : Kind::Path};
    }
    if (word == QLatin1String("bucket")) {
        return ParameterType{Kind::Bucket};
    }
    if (word == QLatin1String("matching") && !more.isEmpty()) {
        return patternType(more.takeFirst());
    }
    return std::nullopt;
}

bool fits(const ParameterType &type, const QString &value)
{
    switch (type.kind) {
    case Kind::Number: {
        const auto number = wholeNumber(value);
        return number && *number >= type.least && *number <= type.most;
    }
    case Kind::Path:
        return isPath(value);
    case Kind::RelativePath:
        return isPath(value) && !value.startsWith(QLatin1Char('/')) &&
               !value.startsWith(QLatin1Char('~'));
    case Kind::WholePath:
        return isPath(value) && value.startsWith(QLatin1Char('/'));
    case Kind::Bucket:
        return cloud::BucketName::parse(value).has_value();
    case Kind::Pattern:
        return wholeOf(type.pattern).match(value).hasMatch();
    case Kind::Text:
        break;
    }
    return true;
}

QString typeText(const ParameterType &type)
{
    const QString least = QString::number(type.least);
    const QString most = QString::number(type.most);
    switch (type.kind) {
    case Kind::Number:
        if (type.least == Limits::min() && type.most == Limits::max()) {
            return QStringLiteral("a whole number");
        }
        return type.most == Limits::max() ? QStringLiteral("a whole number, %1 or more").arg(least)
               : type.least == Limits::min()
                   ? QStringLiteral("a whole number, %1 or less").arg(most)
                   : QStringLiteral("a whole number from %1 to %2").arg(least, most);
    case Kind::Path:
        return QStringLiteral("a path that begins with /, with ~/ or with a name");
    case Kind::RelativePath:
        return QStringLiteral("a path that begins with a name, not with / or ~");
    case Kind::WholePath:
        return QStringLiteral("a path that begins with /");
    case Kind::Bucket:
        return QStringLiteral("the name of a bucket, without gs://");
    case Kind::Pattern:
        return QStringLiteral("a text that matches %1").arg(type.pattern);
    case Kind::Text:
        break;
    }
    return {};
}

QString typeName(Kind kind)
{
    switch (kind) {
    case Kind::Number:
        return QStringLiteral("number");
    case Kind::Path:
        return QStringLiteral("path");
    case Kind::RelativePath:
        return QStringLiteral("relative-path");
    case Kind::WholePath:
        return QStringLiteral("whole-path");
    case Kind::Bucket:
        return QStringLiteral("bucket");
    case Kind::Pattern:
        return QStringLiteral("pattern");
    case Kind::Text:
        break;
    }
    return QStringLiteral("text");
}

} // namespace podium::recipe
