// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/descriptor.h"
#include "core/base/result.h"
#include "core/files/localtree.h"

#include <QHash>
#include <QSet>

#include <memory>
#include <set>
#include <sys/types.h>
#include <vector>

namespace podium::files {

/// The folder of this machine that gets what one worker has, for one fetch: nobody else fetches
/// into it meanwhile. Files arrive in a folder in it that goes with this object, large ones as
/// parts in PartsFolder, and are put in their places by one rename each. Nobody else may look into
/// either; where there can be no such PartsFolder, none has a part. All of it blocks; one thread at
/// a time.
class FetchFolder final
{
public:
    /// Makes it where there is none, and removes what earlier fetches left, but for these parts.
    /// Conflict where another fetch is under way.
    [[nodiscard]] static Result<std::shared_ptr<FetchFolder>>
    open(const QByteArray &path, const QSet<QByteArray> &parts = {});
    ~FetchFolder();
    FetchFolder(const FetchFolder &) = delete;
    FetchFolder &operator=(const FetchFolder &) = delete;

    /// To be written to: where a file arrives, as it is named by its place in a tree. Below 0: see
    /// errno, as for the next.
    [[nodiscard]] Descriptor create(const FileEntry &entry, std::size_t place);
    /// To be read and written to: the part of a file, cut to its first `head` bytes; one that has
    /// all of them only to be read.
    [[nodiscard]] Descriptor openPart(const FileEntry &entry, std::size_t place, qint64 head);
    /// What is put in place here has the modes that it has there.
    [[nodiscard]] bool keepsModes() const { return m_keepsModes; }
    /// Removes all parts but these, and of these the ones that are too small.
    void dropPartsBut(const QSet<QByteArray> &parts) const;

    struct Manner
    {
        bool overwrites = false;   ///< else nothing there is replaced
        bool moreIsToCome = false; ///< by another fetch: its owner may write to each folder
    };
    /// Puts these, sorted, in their places: folders and links are made, files are those that
    /// arrived, the very ones that were opened here. No link is followed. What could not be put
    /// there, and why.
    [[nodiscard]] std::vector<FileProblem>
    place(const LocalTree &tree, const std::set<std::size_t> &places, Manner manner) const;

private:
    struct Spot
    {
        int folder;
        QByteArray name;
    };
    struct Identity
    {
        dev_t device = 0;
        ino_t inode = 0; ///< 0: it is none
        uid_t owner = 0;
        bool operator==(const Identity &) const = default;
    };
    FetchFolder(Descriptor folder, Descriptor temp, QByteArray tempName, bool keepsModes);
    [[nodiscard]] Spot spotOf(const FileEntry &entry, std::size_t place) const;
    [[nodiscard]] static Identity identityOf(int file);
    /// Gives a file that arrived its mode and time; false: see errno, or it is another one by now.
    [[nodiscard]] bool finish(const FileEntry &entry, std::size_t place) const;
    /// `placed`: inodes of the files and links so far; none of them is replaced by another, as
    /// where two names are one to the disk here.
    [[nodiscard]] bool placeOne(
        const FileEntry &entry, std::size_t place, bool overwrites, std::set<ino_t> &placed) const;
    /// The folder that a path is in; below 0: there is none, or a link leads there.
    [[nodiscard]] Descriptor parentOf(const QByteArray &path) const;

    Descriptor m_folder; ///< locked
    Descriptor m_temp;
    QByteArray m_tempName;
    const bool m_keepsModes;
    Descriptor m_parts; ///< below 0: none has a part
    QHash<std::size_t, Identity> m_arriving;
};

} // namespace podium::files
