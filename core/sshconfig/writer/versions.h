// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/makeplan.h"
#include "core/sshconfig/writer/configversion.h"

#include <array>
#include <optional>

namespace podium::sshconfig {

/// What one file is to hold; nothing: it is not to be there. In the order of PlanFile.
using FileContents = std::array<std::optional<QByteArray>, 3>;

/// Former states of the files, each in a folder of its own with mode 0700: a person can copy them
/// back by hand. ~/.ssh/podium/.versions is in no Include's way, for a glob passes over dots.
/// All calls block; the changing ones are to be made under the writers' lock.
class Versions final
{
public:
    static constexpr int kKept = 20;

    explicit Versions(const Paths &paths);

    /// Keeps the files as they are, and lets the least telling one of too many go: the oldest that
    /// differs from the next in generated parts only. The first, from before Podium, stays.
    [[nodiscard]] Result<int>
    keep(const FileStates &states, const QString &reason, const QDateTime &now) const;
    void drop(int number) const;
    /// What a writer that was killed while it kept a version has left.
    [[nodiscard]] bool hasOrphans() const;
    void removeOrphan() const;
    /// Newest first; a folder that is no version is passed over.
    [[nodiscard]] std::vector<ConfigVersion> list() const;
    /// NotFound where there is no such version; 0: the newest.
    [[nodiscard]] Result<FileContents> load(int number) const;
    /// The number of the newest that is not what is there now: a writer that was killed before its
    /// first change has kept what still stands. NotFound where there is none.
    [[nodiscard]] Result<int> newestUnlike(const FileStates &states) const;
    /// The newest was kept when former files were put back or Podium's taken away, and nobody has
    /// released it since: what stands there is what somebody went back to. See ConfigPlan::isHeld.
    [[nodiscard]] bool isHeld() const;
    /// Somebody has asked for a write that had nothing to change; where it had, the version kept
    /// before it says the same.
    [[nodiscard]] Result<> release() const;

private:
    [[nodiscard]] QString folderOf(int number) const;
    [[nodiscard]] QString orphansFolder() const;
    [[nodiscard]] std::vector<int> numbers() const;
    void prune() const;

    QString m_folder;
};

} // namespace podium::sshconfig
