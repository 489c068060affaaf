// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/ansi.h"

#include <vector>

namespace podium::tests {

/// The lines a parser makes of bytes that arrive in chunks of this size.
inline std::vector<run::StyledLine> parsed(const QByteArray &bytes, int chunk)
{
    std::vector<run::StyledLine> lines;
    run::AnsiParser parser;
    run::LineBuffer live;
    for (int from = 0; from < bytes.size(); from += chunk) {
        const QByteArray part = bytes.mid(from, chunk);
        qint64 at = 0;
        while (at < part.size()) {
            const run::AnsiParser::Fed fed =
                parser.feed(part.constData() + at, part.size() - at, live);
            at += fed.consumed;
            if (fed.lineEnded) {
                lines.push_back(live.styled(false));
                live.clear();
            }
        }
    }
    if (!live.isEmpty()) {
        lines.push_back(live.styled(false));
    }
    return lines;
}

} // namespace podium::tests
