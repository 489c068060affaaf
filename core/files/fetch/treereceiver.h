// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/files/bytepipe.h"
#include "core/files/fetch/fetchfolder.h"
#include "core/files/partsrun.h"

#include <QHash>

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace podium::files {

/// Files that a worker was asked for; owns copies of all it reads.
struct FilesToReceive
{
    std::shared_ptr<const LocalTree> tree; ///< what is there
    std::vector<std::size_t> places;       ///< of it; what is no file is passed over
    PartsRun::Heads heads; ///< of those whose beginning is in the folder already, proven
    std::shared_ptr<FetchFolder> folder; ///< where they arrive
    bool isPacked = false;               ///< by zstd
    /// A line goes here for each piece of the stream that may follow; closed at the end.
    std::shared_ptr<BytePipe> wanted;
    std::shared_ptr<std::atomic<qint64>> done;          ///< bytes of files so far, with the heads
    std::shared_ptr<const std::atomic<bool>> isStopped; ///< what is here is not read any more
};

/// What script/send.sh is asked for behind its data, in this order.
struct ListToSend
{
    QByteArray rests;
    QByteArray names;
};

/// Pure.
[[nodiscard]] ListToSend listToSend(const FilesToReceive &what);

struct ReceivedFiles
{
    QHash<std::size_t, QByteArray> sums; ///< sha256 of each that arrived whole, by place
    std::optional<Error> error;          ///< the stream broke, or this machine cannot hold it
};

/// So many pieces of a mebibyte are under way at once.
constexpr int PiecesUnderWay = 8;

/// Takes the stream that script/send.sh writes for that list. What was not asked for, has another
/// size or comes twice is not taken: a worker can neither choose names here nor fill the disk.
/// Blocks until the stream has ended, and does not hold the folder any more then: whoever is told
/// so may let go of it, and finds it unlocked.
[[nodiscard]] ReceivedFiles receiveFiles(FilesToReceive what, BytePipe &from);

} // namespace podium::files
