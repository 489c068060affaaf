// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/check/aliascheck.h"
#include "core/sshconfig/plan/configplan.h"
#include "core/sshconfig/writer/configequivalencecheck.h"
#include "core/sshconfig/writer/configversion.h"

#include <functional>

namespace podium::sshconfig {

/// The work of ConfigService, on the caller's thread: everything blocks.
class ConfigWriter final
{
public:
    ConfigWriter(Paths paths, QDateTime now);

    [[nodiscard]] Result<ConfigPlan>
    plan(const inventory::Snapshot &snapshot, const ConfigOptions &options) const;
    [[nodiscard]] Result<WriteReport> write(
        const inventory::Snapshot &snapshot, const ConfigOptions &options,
        const WriteOptions &how = {}) const;
    [[nodiscard]] Result<std::vector<ConfigVersion>> versions() const;
    [[nodiscard]] Result<WriteReport> restore(int number) const;
    [[nodiscard]] Result<WriteReport> remove() const;
    [[nodiscard]] Result<std::vector<AliasCheck>> check(
        const inventory::Snapshot &snapshot, const ConfigOptions &options,
        const CheckOptions &wanted, CheckProgress &progress) const;

private:
    /// What one round of writing is to bring about.
    struct Wish
    {
        FileContents contents;
        std::vector<ConfigEntry> entries; ///< to look at afterwards
        bool keepsMeanings = true;        ///< the person's names must mean the same afterwards
        QStringList notes;
        int restored = 0; ///< the version that these are of
    };
    using MakeWish = std::function<Result<Wish>(const FileStates &)>;

    [[nodiscard]] Result<ConfigPlan> planFor(
        const inventory::Snapshot &snapshot, const ConfigOptions &options,
        const FileStates &states) const;
    [[nodiscard]] Result<WriteReport> change(const QString &reason, const MakeWish &make) const;
    [[nodiscard]] Result<WriteReport>
    changeOnce(const QString &reason, const FileStates &states, const Wish &wish) const;
    [[nodiscard]] Result<>
    put(FileTransaction &transaction, ConfigEquivalenceCheck &proof, const Wish &wish) const;
    [[nodiscard]] Result<> prepareFolders() const;
    [[nodiscard]] bool hasLeftovers() const;
    [[nodiscard]] static Result<Wish> restoredWish(const FileStates &states, FileContents kept);

    Paths m_paths;
    QDateTime m_now;
};

} // namespace podium::sshconfig
