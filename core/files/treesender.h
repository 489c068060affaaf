// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/bytepipe.h"
#include "core/files/copyplan.h"

#include <QHash>

#include <atomic>
#include <memory>

namespace podium::files {

/// What one worker is sent; owns copies of all it reads.
struct TreeToSend
{
    std::shared_ptr<const LocalTree> tree;
    std::vector<std::size_t> places;
    /// Of each file by place, as hexadecimal digits. A file that is another by the time it is sent
    /// does not match, and is not put in place there.
    std::shared_ptr<const QHash<std::size_t, QByteArray>> sums;
    /// Files of which so many bytes are there already, by place: only the rest is sent, and put
    /// behind the part that is kept there.
    QHash<std::size_t, qint64> heads;
    QByteArrayList deletes;
    bool isCompressed = false; ///< by zstd
    /// Bytes of files that have been read, for whoever shows how far it is; may be null.
    std::shared_ptr<std::atomic<qint64>> done;
};

/// Writes the stream that script/receive.sh takes, and closes the pipe. What could not be read as
/// it was planned is told; the rest goes on. Blocks until all is taken, or nobody wants it.
[[nodiscard]] std::vector<FileProblem> sendTree(const TreeToSend &what, BytePipe &to);

/// The same stream without the files in it, which come in one of their own: script/receive.sh takes
/// the two as a gateway's bundle. `isCompressed` and `done` count for nothing. Does not block.
[[nodiscard]] QByteArray controlOf(const TreeToSend &what);

} // namespace podium::files
