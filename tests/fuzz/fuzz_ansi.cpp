// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/linebuffer.h"
#include "core/run/output/outputstore.h"
#include "tests/fuzz/requireline.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

using namespace podium;
using namespace podium::fuzz;
using namespace podium::run;

namespace {

void checkLine(const StyledLine &line)
{
    require(line.text.size() <= LineBuffer::MaxLength + LineBuffer::MaxColumn);
    requireLine(line, line.text.size() + 1);
}

} // namespace

/// Whatever a worker sends, cut anywhere, in a store that has room for it or not: only text is
/// shown, the bytes are kept as they came, and both tell the same however they were cut.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2) {
        return 0;
    }
    const int chunk = 1 + data[0];
    const bool isTight = data[1] % 2 == 1;
    const QByteArray bytes(reinterpret_cast<const char *>(data) + 2, int(size) - 2);
    OutputStore whole(1);
    OutputStore pieces(1, isTight ? 16 * 1024 : OutputStore::DefaultBudget);
    whole.append(0, ssh::OutputStream::Out, bytes);
    for (int from = 0; from < bytes.size(); from += chunk) {
        pieces.append(0, ssh::OutputStream::Out, bytes.mid(from, chunk));
        pieces.append(0, ssh::OutputStream::Err, bytes.mid(from, 1));
    }
    for (int i = 0; i < whole.lineCount(0); ++i) {
        checkLine(whole.line(0, i));
    }
    for (int i = 0; i < pieces.lineCount(0); ++i) {
        checkLine(pieces.line(0, i));
    }
    require(whole.bytes(0, ssh::OutputStream::Out) == bytes);
    require(whole.digest(0).out == pieces.digest(0).out);
    if (chunk == 1) { // then both streams had the same
        require(pieces.digest(0).err == pieces.digest(0).out);
    }
    const QByteArray kept = pieces.bytes(0, ssh::OutputStream::Out);
    const int gap = int(pieces.gapAt(0, ssh::OutputStream::Out));
    if (gap < 0) {
        require(kept == bytes);
    } else {
        require(bytes.startsWith(kept.left(gap)) && bytes.endsWith(kept.mid(gap)));
    }
    return 0;
}
