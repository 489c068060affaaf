// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/document/configdocument.h"
#include "core/sshconfig/document/sshline.h"
#include "core/sshconfig/plan/configplan.h"
#include "core/sshconfig/plan/knownhosts.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

using namespace podium;
using namespace podium::fuzz;
using namespace podium::sshconfig;

namespace {

/// The region goes in once, stays, and comes out again with every other byte in its place.
void checkRegion(const QByteArray &bytes)
{
    const ConfigDocument document(bytes);
    require(document.bytes() == bytes);
    const auto with = document.withRegion();
    const auto without = document.withoutRegion();
    require(with.has_value() == without.has_value());
    if (!with) {
        require(!with.error().summary.isEmpty());
        return;
    }
    const ConfigDocument changed(*with);
    const auto again = changed.withRegion();
    require(again && *again == *with);
    const auto back = changed.withoutRegion();
    require(back && *back == *without);
    if (!document.region()->has_value()) {
        require(*without == bytes);
    }
    const auto place = changed.region();
    require(place.has_value());
    if (place->has_value() && changed.firstBlockLine() > 0) {
        require((*place)->endLine < changed.firstBlockLine());
    }
    // Behind a byte order mark ssh does not know a first keyword, so such a file is never written.
    require(
        bytes.startsWith("\xEF\xBB\xBF") || changed.aliases().size() == document.aliases().size());
    (void)changed.withIncludeOf(QStringLiteral(".config.podium-1"));
}

/// A diff leaves no line out, on either side, in order.
void checkDiff(const QByteArray &before, const QByteArray &after)
{
    int oldLine = 0;
    int newLine = 0;
    for (const DiffLine &line : diffLines(before, after, -1)) {
        if (line.kind != DiffLine::Kind::Added) {
            require(line.oldLine == ++oldLine);
        }
        if (line.kind != DiffLine::Kind::Removed) {
            require(line.newLine == ++newLine);
        }
    }
    require(oldLine == int(ConfigDocument(before).lineCount()));
    require(newLine == int(ConfigDocument(after).lineCount()));
}

} // namespace

/// Whatever bytes are in a person's config: nothing of it gets lost.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), int(size));
    (void)lexSshLine({bytes.constData(), size});
    checkRegion(bytes);
    const int half = bytes.size() / 2;
    checkDiff(bytes.left(half), bytes.mid(half));
    const KnownHosts known = readKnownHosts(bytes);
    for (auto keys = known.cbegin(); keys != known.cend(); ++keys) {
        require(std::all_of(keys->begin(), keys->end(), isHostKey));
    }
    return 0;
}
