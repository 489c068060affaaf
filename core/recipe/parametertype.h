// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <limits>
#include <optional>

namespace podium::recipe {

/// What the value of a parameter has to look like.
struct ParameterType
{
    enum class Kind {
        Text,         ///< as it comes
        Number,       ///< whole, from `least` to `most`
        Path,         ///< on the worker; "~/…", whole or relative
        RelativePath, ///< below a folder that the steps name, as the home
        WholePath,    ///< from / on
        Bucket,       ///< the name of one of Cloud Storage
        Pattern       ///< all of it matches `pattern`
    };
    Kind kind = Kind::Text;
    qint64 least = std::numeric_limits<qint64>::min();
    qint64 most = std::numeric_limits<qint64>::max();
    QString pattern{}; ///< a regular expression of Perl's kind, without blanks
    bool operator==(const ParameterType &) const = default;
};

/// A type as a recipe's file says it: "number", "number 1..64", "number 1..", "path", "path
/// relative", "path whole", "bucket", "matching PATTERN". `word` is the first, the others are taken
/// from `more`; nothing where it is none. Pure.
[[nodiscard]] std::optional<ParameterType> takeType(const QString &word, QStringList &more);

/// Pure.
[[nodiscard]] bool fits(const ParameterType &type, const QString &value);

/// What it has to be, to go behind "has to be": "a whole number from 1 to 64"; empty: any text.
[[nodiscard]] QString typeText(const ParameterType &type);
/// A stable word for scripts: "text", "number", "path", "relative-path", "whole-path", "bucket",
/// "pattern".
[[nodiscard]] QString typeName(ParameterType::Kind kind);

} // namespace podium::recipe
