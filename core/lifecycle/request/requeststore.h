// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/files.h"
#include "core/lifecycle/request/noderequest.h"

#include <memory>

namespace podium::lifecycle {

/// The node requests of this account, in a file that all Podiums of this machine share. All calls
/// return at once; answers come on the callback's thread.
class RequestStore final
{
public:
    explicit RequestStore(QString file) : m_file(std::move(file)) {}

    /// None where there never was one. A file that cannot be read is an error, and stays.
    void load(Callback<Result<NodeRequests>> done) const;
    /// Writes the request in place of that with its id, or beside the others; it is on the disk
    /// when the answer comes.
    void put(const NodeRequest &request, Callback<Result<>> done) const;

    /// Only who holds this carries a request out. Conflict: another Podium does. Kept until it is
    /// destroyed, or its program ends. Blocks for a moment.
    [[nodiscard]] Result<FileLock> claim(const QString &id) const;

private:
    QString m_file;
};

} // namespace podium::lifecycle
