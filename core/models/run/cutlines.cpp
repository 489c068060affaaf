// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/cutlines.h"

namespace podium::models {

namespace {

bool isMark(int line, const run::Elision &cut)
{
    return cut.lines > 0 && line == cut.line;
}

} // namespace

qint64 lineNumber(int line, const run::Elision &cut)
{
    // One mark stands for the lines that are gone.
    return cut.lines > 0 && line > cut.line ? line - 1 + cut.lines : line;
}

int lineAfterCut(int line, const run::Elision &before, const run::Elision &after)
{
    if (before == after) {
        return line;
    }
    if (isMark(line, before)) {
        return int(after.line);
    }
    const qint64 number = lineNumber(line, before);
    if (after.lines == 0 || number < after.line) {
        return int(number);
    }
    return number < after.line + after.lines ? -1 : int(number + 1 - after.lines);
}

int placeAfterCut(int line, const run::Elision &before, const run::Elision &after)
{
    const int found = lineAfterCut(line, before, after);
    return found < 0 ? int(after.line) : found;
}

} // namespace podium::models
