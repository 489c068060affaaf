// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/lifecycle/request/noderequest.h"

#include <chrono>
#include <memory>
#include <optional>

namespace podium::lifecycle {

/// The node requests of this account, in a file that all Podiums of this machine share. All calls
/// return at once; answers come on the callback's thread.
class RequestStore final
{
public:
    /// All are kept.
    explicit RequestStore(QString file) : m_file(std::move(file)) {}
    /// Those that ended longer ago than `keep` go when another is written. The clock must outlive
    /// it.
    RequestStore(QString file, const Clock &clock, std::chrono::hours keep)
        : m_file(std::move(file))
        , m_clock(&clock)
        , m_keep(keep)
    {}

    /// None where there never was one. A file that cannot be read is an error, and stays.
    void load(Callback<Result<NodeRequests>> done) const;
    /// Writes the request in place of that with its id, or beside the others; it is on the disk
    /// when the answer comes. A newer wish that is stored there stays; the answer is what is
    /// stored now.
    void put(const NodeRequest &request, Callback<Result<NodeRequest>> done) const;
    /// Stores what a person wants of a request now, and in which zones (none: each as it is); what
    /// was confirmed for these adds to what was before. Whoever carries it out follows. NotFound
    /// where there is none, InvalidArgument where it is over.
    void setWish(
        const QString &id, std::optional<NodeRequest::Wish> wish, const ZoneWish &where,
        Callback<Result<NodeRequest>> done) const;

    /// Differs when the file has been written since. One look at the file.
    [[nodiscard]] FileState state() const { return fileState(m_file); }

    /// Only who holds this carries a request out. Conflict: another Podium does; Io: its lock file
    /// cannot be made. Kept until it is destroyed, or its program ends. Blocks for a moment.
    [[nodiscard]] Result<FileLock> claim(const QString &id) const;

private:
    [[nodiscard]] QDateTime oldest() const;

    QString m_file;
    const Clock *m_clock = nullptr; ///< none: all are kept
    std::chrono::hours m_keep{0};
};

} // namespace podium::lifecycle
