// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/disk/disksfound.h"

#include <optional>
#include <vector>

namespace podium::disk {

/// What is to be done with a data disk on the workers of a node that has it.
enum class Work {
    Prepare, ///< a folder, also after a boot; with a file system, where it is blank
    Grow,    ///< the file system takes all of a disk that has become larger
    Release  ///< unmounted, and out of fstab: it can be detached
};

struct WorkRequest
{
    Work work = Work::Prepare;
    QString name;            ///< the disk's, at Google; workers do not know it
    qint64 bytes = 0;        ///< as Google says
    bool isReadOnly = false; ///< as it is attached
    QString folder{};        ///< of Prepare, and of a disk that is gone
    QString device{};        ///< which one it is; empty: found by size, and by difference
    int ofThisSize = 1;      ///< so many disks of this size the worker should have, as Google says
    /// What the worker had before it was attached, see DisksFound::identities(); nothing: not
    /// known.
    std::optional<QStringList> before{};
    /// Of Release: the node does not have it any more, and it may have left its line for `folder`
    /// in fstab.
    bool isGone = false;
};

/// What would be done on one worker, or why it is not. Shown before it is done.
struct WorkPlan
{
    WorkRequest request{};
    std::optional<Error> error{};
    std::optional<BlockDisk> disk{}; ///< which it is about
    // Of a disk that is gone; then there is no `disk`.
    std::optional<FstabLine> leftLine{};  ///< goes out of fstab
    std::optional<LostMount> leftMount{}; ///< is unmounted
    bool formats = false;                 ///< only of what is blank by every test
    bool isDone = false;                  ///< all is so already
    QStringList sentences{};

    [[nodiscard]] bool canBegin() const
    {
        return !error && !isDone && (disk || leftLine || leftMount);
    }
    /// For the script, see read_task in script/blocks.sh.
    [[nodiscard]] std::vector<remote::Record> data() const;
};

/// Pure.
[[nodiscard]] WorkPlan planWork(const WorkRequest &request, const DisksFound &found);

/// What is said of a folder that is none to mount at.
[[nodiscard]] Error noMountFolder(const QString &folder);
/// A stable word: prepare, grow, release.
[[nodiscard]] QString workName(Work work);
/// "/mnt/data" for the disk data.
[[nodiscard]] QString usualFolder(const QString &diskName);

} // namespace podium::disk
