// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/disksclient.h"
#include "core/cloud/values/auditentry.h"
#include "core/cloud/values/tpuidle.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace podium::models {

/// A data disk of a node, as its details show it.
struct NodeDiskRow
{
    QString name;
    QString text; ///< "corpus: 200 GiB pd-balanced, read-only, all workers"
    bool operator==(const NodeDiskRow &) const = default;
};

struct NodeDisks
{
    std::vector<NodeDiskRow> rows;
    QStringList others;     ///< names of the disks of its zone that it does not have
    bool isComplete = true; ///< false: its zone did not answer, so it may have others
    bool operator==(const NodeDisks &) const = default;
};

/// Pure, as the next.
[[nodiscard]] NodeDisks nodeDisks(const NodeRef &node, const cloud::DiskList &list);

/// Who did what, a line each, newest first; a sentence where the log has nothing.
[[nodiscard]] QString auditText(const std::vector<cloud::AuditEntry> &entries);

/// Whether a node's TPU computes, by Cloud Monitoring, as a sentence. `cost`: what the node costs,
/// "$77.28 a day"; empty: nothing, or nobody knows.
[[nodiscard]] QString cloudIdleText(const cloud::NodeIdle &idle, const QString &cost);

} // namespace podium::models
