// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/ownfiles.h"

#include <optional>

namespace podium::sshconfig {

/// The change of one file: its new bytes, whole and on disk beside it, waiting to take its place;
/// or its removal. What lies beside goes away with the object unless committed. All calls block.
class StagedFile final
{
public:
    /// Writes beside `target` (its real path), with its mode, group and extended attributes.
    [[nodiscard]] static Result<StagedFile> write(const DiskFile &target, const QByteArray &bytes);
    /// Nothing is touched before commit().
    [[nodiscard]] static StagedFile removal(const DiskFile &target);
    StagedFile(StagedFile &&other) noexcept;
    StagedFile &operator=(StagedFile &&) = delete;
    StagedFile(const StagedFile &) = delete;
    StagedFile &operator=(const StagedFile &) = delete;
    ~StagedFile();

    /// Where the new bytes lie now; empty for a removal.
    [[nodiscard]] const QString &path() const { return m_path; }

    /// Takes the target's place in one step, or takes the target away. Conflict, with nothing
    /// changed, where the target is no longer as the DiskFile says it was.
    [[nodiscard]] Result<> commit();
    /// After commit(): puts the former bytes (or no file) back, as long as nobody changed it since.
    [[nodiscard]] Result<> takeBack();

    /// Whether a writer that was killed has left something beside the target (or one is at work).
    [[nodiscard]] static bool hasLeftovers(const DiskFile &target);
    /// Removes what a writer that was killed has left in the target's folder. To be called under
    /// the lock of all writers.
    static void removeLeftovers(const DiskFile &target);

private:
    StagedFile(DiskFile target, std::optional<QByteArray> bytes, QString path);
    [[nodiscard]] Result<> replaceExisting();
    [[nodiscard]] Result<> createNew();
    [[nodiscard]] Result<> removeExisting() const;

    DiskFile m_target;
    std::optional<QByteArray> m_bytes; ///< none: it is to go away
    QString m_path;                    ///< empty: nothing lies beside
};

} // namespace podium::sshconfig
