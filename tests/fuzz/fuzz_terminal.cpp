// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/cellwidth.h"
#include "core/run/terminal/terminalkeys.h"
#include "core/run/terminal/terminalscreen.h"
#include "tests/fuzz/requireline.h"

#include <cstddef>
#include <cstdint>

using namespace podium;
using namespace podium::fuzz;
using namespace podium::run;

namespace {

void checkAnswers(const QByteArray &said)
{
    for (int from = 0; from < said.size();) {
        const int next = said.indexOf('\x1b', from + 1);
        require(isAllowedAnswer(said.mid(from, next < 0 ? -1 : next - from)));
        from = next < 0 ? said.size() : next;
    }
}

void checkLines(const TerminalScreen &screen)
{
    for (int i = 0; i < screen.lineCount(); ++i) {
        const StyledLine line = screen.line(i);
        requireLine(line, line.text.size());
    }
    const TerminalScreen::Cursor cursor = screen.cursor();
    require(cursor.row >= 0 && cursor.row < screen.size().rows);
    require(cursor.cell >= 0 && cursor.cell <= screen.size().columns);
}

} // namespace

/// Whatever a worker sends, cut anywhere, on a terminal that changes its size in between: only
/// text is shown, and nothing is answered but what a terminal must.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 4) {
        return 0;
    }
    const int chunk = 1 + data[0];
    TerminalScreen screen({data[1] % 100, data[2] % 50});
    const QByteArray bytes(reinterpret_cast<const char *>(data) + 4, int(size) - 4);
    int step = 0;
    for (int from = 0; from < bytes.size(); from += chunk) {
        checkAnswers(screen.feed(bytes.mid(from, chunk)));
        if (++step % 3 == 0) {
            screen.resize({(data[1] + step * data[3]) % 100, (data[2] + step) % 50});
        }
    }
    checkLines(screen);
    require(screen.press({TerminalKey::Named::None, 0, QStringLiteral("x")}) == "x");
    return 0;
}
