// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <vector>

namespace podium::cloud {

/// What somebody, or Google itself, did to a node, as the project's audit log has it. Texts are the
/// cloud's and may be hostile.
struct AuditEntry
{
    QDateTime time;
    QString method;   ///< "google.cloud.tpu.v2.Tpu.CreateNode", "tpu.nodes.terminate"
    QString who;      ///< an email; empty: Google itself, or not told
    QString reason;   ///< of an end by Google; may be empty
    QString failure;  ///< why it came to nothing; empty: it was done
    QString resource; ///< "projects/P/locations/Z/nodes/N"
    bool operator==(const AuditEntry &) const = default;

    /// "created", "deleted", "ended by Google" …; of a method that is not known, its own name.
    [[nodiscard]] QString action() const;
};

/// Of a page of Cloud Logging what is about the node; it may be nothing, though more pages follow.
struct AuditPage
{
    std::vector<AuditEntry> entries;
    QString nextPageToken; ///< empty: the last one
};

/// The answer of Cloud Logging's entries.list, of which those count that are about the node; where
/// an operation is logged twice, its end. Newest first, as they come.
[[nodiscard]] Result<AuditPage> parseAuditPage(const QByteArray &json, const NodeRef &node);

} // namespace podium::cloud
