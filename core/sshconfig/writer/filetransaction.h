// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/writer/stagedfile.h"
#include "core/sshconfig/writer/versions.h"

namespace podium::sshconfig {

/// The change of all three files: written beside, then swapped in (or taken away) one after the
/// other, the person's own first: an Include of a file that is not there is harmless, and what
/// nothing includes any more does nothing. All calls block.
class FileTransaction final
{
public:
    FileTransaction(const FileStates &states, FileContents wanted);

    [[nodiscard]] bool isChange() const;
    [[nodiscard]] bool changes(PlanFile file) const;
    [[nodiscard]] const FileContents &wanted() const { return m_wanted; }
    [[nodiscard]] QStringList changedPaths() const;
    /// The same, with how many lines.
    [[nodiscard]] std::vector<WrittenFile> changedFiles() const;

    /// Writes what changes beside its target.
    [[nodiscard]] Result<> stage();
    /// Where the new generated config lies now; empty: it does not change, or goes away.
    [[nodiscard]] QString stagedGenerated() const;
    /// Puts all in place, or, where one cannot be, takes the others back and says why.
    [[nodiscard]] Result<> commit();
    /// Puts the former state back, as far as nobody else changed it since.
    [[nodiscard]] Result<> takeBack();
    /// Nothing of it is in place; false after takeBack() of what could not be put back.
    [[nodiscard]] bool isUndone() const { return m_committed.empty() && m_isTakenBack; }

private:
    [[nodiscard]] const DiskFile &disk(PlanFile file) const;

    const FileStates &m_states;
    FileContents m_wanted;
    std::array<std::optional<StagedFile>, 3> m_staged;
    std::vector<PlanFile> m_committed;
    bool m_isTakenBack = true;
};

} // namespace podium::sshconfig
