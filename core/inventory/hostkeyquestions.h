// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QHash>

#include <vector>

namespace podium::inventory {

/// A ready node whose host keys are not known as its machines stand now.
struct MissingKeys
{
    std::size_t index = 0; ///< of the node
    NodeRef node;
    uint machines = 0; ///< a hash of its id and addresses
};

/// Nodes as the cloud listed them, without host keys: what is known of these by the time of the
/// answer may be newer than what was at the question, and is carried over by advance().
struct PreparedNodes
{
    std::vector<cloud::Node> nodes;
    std::vector<MissingKeys> missing;
};

/// Pure. A node that was recreated or that only moved is asked again.
[[nodiscard]] PreparedNodes prepareNodes(const Snapshot &known, std::vector<cloud::Node> nodes);

/// Whether `known` has all host keys of the same machines and nothing suggests that they changed,
/// so that they need not be asked for.
[[nodiscard]] bool areHostKeysKnown(const Snapshot &known, const cloud::Node &node);

/// Which nodes were asked for host keys in vain, so that they are not asked at every refresh.
class HostKeyQuestions final
{
public:
    /// Whether to ask now (monotonic milliseconds): not asked lately as the machines stand.
    [[nodiscard]] bool isDue(const MissingKeys &missing, qint64 nowMs) const;
    void asked(const MissingKeys &missing, qint64 nowMs);

private:
    struct Asked
    {
        uint machines = 0;
        qint64 atMs = 0;
    };
    QHash<NodeRef, Asked> m_asked;
};

} // namespace podium::inventory
