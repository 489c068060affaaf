// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/output/outputstore.h"

#include <QRegularExpression>
#include <QString>

#include <vector>

namespace podium::run {

/// What is looked for. A value.
struct OutputPattern
{
    QString text;
    bool isRegularExpression = false;
    bool matchCase = false;
    bool operator==(const OutputPattern &) const = default;
};

/// A place where the pattern matches. Columns are QChar indexes.
struct OutputHit
{
    int line = 0;
    int column = 0;
    int length = 0;
    bool operator==(const OutputHit &) const = default;
};

/// What was found in the lines of one slot.
struct OutputHits
{
    qint64 count = 0;            ///< all of them
    std::vector<OutputHit> hits; ///< the first ones, up to the limit
    int searchedLines = 0;       ///< where to go on: the last line may still change
};

/// A pattern ready to be looked for. A value.
class OutputSearch final
{
public:
    /// InvalidArgument where the regular expression is none, with the reason and the place.
    /// Nothing is found of an empty text.
    [[nodiscard]] static Result<OutputSearch> compile(const OutputPattern &pattern);

    /// In one line, in order, without overlaps; empty matches are left out.
    [[nodiscard]] std::vector<OutputHit> find(const QString &text, int line = 0) const;
    /// In the lines begin … end-1 of a slot (end -1: all). Pure.
    [[nodiscard]] OutputHits find(
        const OutputStore &store, int slot, int begin = 0, int end = -1,
        int hitLimit = 10000) const;

private:
    OutputPattern m_pattern;
    QRegularExpression m_expression; ///< of a regular expression only
};

} // namespace podium::run
