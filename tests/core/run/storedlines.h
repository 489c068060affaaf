// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"

#include <QStringList>

namespace podium::tests {

inline QStringList lineTexts(const run::OutputStore &store, int slot = 0)
{
    QStringList texts;
    for (int i = 0; i < store.lineCount(slot); ++i) {
        texts << store.line(slot, i).text;
    }
    return texts;
}

/// "line 7 with some text behind it\n" and so on.
inline QByteArray numberedLines(int first, int last)
{
    QByteArray bytes;
    for (int i = first; i < last; ++i) {
        bytes += "line "; // one by one: += of a sum would reserve exactly, and copy all each time
        bytes += QByteArray::number(i);
        bytes += " with some text behind it\n";
    }
    return bytes;
}

} // namespace podium::tests
