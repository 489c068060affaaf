// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/record.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::disk {

/// A whole disk as its worker sees it. Its texts are the worker's: plain, maybe hostile.
struct BlockDisk
{
    QString path; ///< "/dev/sdb"; always of this form
    qint64 bytes = 0;
    QString serial;
    QString alias;      ///< "google-persistent-disk-1"; empty: it has none
    QStringList parts;  ///< partitions, and what else stands on it
    QStringList mounts; ///< folders, those of its parts too
    bool isReadOnly = false;
    QString type;                          ///< what blkid finds: "ext4", "LVM2_member"
    QString uuid;                          ///< of that; empty: none that can be one
    QString usedBy;                        ///< what besides mounts: "md0", "swap"
    std::optional<qint64> fileSystemBytes; ///< of ext
    QStringList notBlank;                  ///< what is on it, or who uses it, as clauses
    QString unknown;                       ///< which test of that could not be made, and why
    bool operator==(const BlockDisk &) const = default;

    /// By every test: only then is it ever formatted.
    [[nodiscard]] bool isBlank() const { return notBlank.isEmpty() && unknown.isEmpty(); }
    /// What the worker runs from: never touched.
    [[nodiscard]] bool isBoot() const { return mounts.contains(QStringLiteral("/")); }
    /// Tells it from others, before and after.
    [[nodiscard]] QString identity() const { return path + QLatin1Char(' ') + serial; }
};

/// What is mounted of a device that the kernel does not have any more: it was detached before it
/// was unmounted.
struct LostMount
{
    QString source; ///< "/dev/sdb"
    QString folder;
    bool operator==(const LostMount &) const = default;
};

struct FstabLine
{
    QString source; ///< "UUID=…", "/dev/sdb"
    QString folder;
    QString options;
    bool isOurs = false; ///< stands in Podium's part
    bool operator==(const FstabLine &) const = default;
};

/// A process that has something of a data disk open.
struct FolderUser
{
    qint64 pid = 0;
    QString user;
    QString command;
    QString folder; ///< below which; of a container that has it mounted for itself: the device
    bool operator==(const FolderUser &) const = default;
};

enum class FolderState {
    Unknown,
    Missing,
    Empty,
    Full,
    NoFolder, ///< a link, a file
    Unsafe    ///< somebody besides root could lead a mount to another place
};

/// The disks of one worker, and what a plan needs to know of it besides.
struct DisksFound
{
    std::vector<BlockDisk> disks;
    std::vector<LostMount> lost;
    std::vector<FstabLine> fstab;
    std::vector<FolderUser> users;
    QString usersUnknown;        ///< why there may be more users; empty: there are not
    bool areMountsKnown = false; ///< else `lost` and the mounts of disks may lack some
    FolderState folder{};        ///< that which was asked about
    QString folderWhy;           ///< it is Unsafe
    bool wasRoot = false;        ///< else nothing can be done, and little is seen
    QString unknown;             ///< why nothing can be said of all this; empty: it can
    bool operator==(const DisksFound &) const = default;

    [[nodiscard]] QStringList identities() const;
};

/// Of the answers of all scripts about disks. Pure; never trusts a byte.
[[nodiscard]] DisksFound readDisks(const remote::Answer &answer);

/// A whole path that means the same to a shell, to fstab and to us; what else is refused.
[[nodiscard]] bool isMountFolder(const QString &text);
/// "/dev/sdb".
[[nodiscard]] bool isDevicePath(const QString &text);
/// "200 GiB".
[[nodiscard]] QString sizeText(qint64 bytes);

} // namespace podium::disk
