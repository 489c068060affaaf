// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cloud/values/node.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <chrono>
#include <vector>

namespace podium::cloud {

/// For how long one chip had computed nothing when Cloud Monitoring last heard of it. Texts are the
/// cloud's.
struct ChipIdle
{
    QString zone;
    QString node; ///< its name or its id
    int worker = 0;
    std::chrono::seconds idle{0};
    QDateTime seenAt;
    bool operator==(const ChipIdle &) const = default;
};

struct ChipIdlePage
{
    std::vector<ChipIdle> chips;
    QString nextPageToken;
};

/// An answer of Cloud Monitoring's timeSeries.list; of each series its newest point. What is no
/// time that can be is left out. Pure; never trusts a byte.
[[nodiscard]] Result<ChipIdlePage>
parseChipIdlePage(const QByteArray &json, const QString &subject);

/// Whether a node's TPU computes, as Cloud Monitoring has it: some minutes late, and without any
/// connection to the node.
struct NodeIdle
{
    enum class State {
        Unknown,
        Busy, ///< a chip has computed in the last minutes
        Idle  ///< no chip of any worker has
    };
    State state = State::Unknown;
    std::chrono::seconds idle{0}; ///< of Idle: so long at `seenAt`, of the chip that computed last
    QDateTime seenAt;             ///< of what is oldest in it; invalid: Unknown
    QString reason;               ///< of Unknown, a sentence
    bool operator==(const NodeIdle &) const = default;
};

/// `chips`: of the node's project; an Error makes it unknown, with that as its reason. Idle is said
/// only where each worker has told; busy, where one has. Pure.
[[nodiscard]] NodeIdle
nodeIdle(const Result<std::vector<ChipIdle>> &chips, const Node &node, const QDateTime &now);
/// A stable word for scripts: unknown, busy, idle.
[[nodiscard]] QString nodeIdleName(NodeIdle::State state);

} // namespace podium::cloud
