// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/node.h"

#include <algorithm>
#include <array>

namespace podium::cloud {

namespace {

template <typename Value>
struct Word
{
    Value value;
    const char *name;
};

constexpr std::array StateWords{
    Word<NodeState>{NodeState::Unspecified, "STATE_UNSPECIFIED"},
    Word<NodeState>{NodeState::Creating, "CREATING"},
    Word<NodeState>{NodeState::Ready, "READY"},
    Word<NodeState>{NodeState::Restarting, "RESTARTING"},
    Word<NodeState>{NodeState::Reimaging, "REIMAGING"},
    Word<NodeState>{NodeState::Deleting, "DELETING"},
    Word<NodeState>{NodeState::Repairing, "REPAIRING"},
    Word<NodeState>{NodeState::Stopped, "STOPPED"},
    Word<NodeState>{NodeState::Stopping, "STOPPING"},
    Word<NodeState>{NodeState::Starting, "STARTING"},
    Word<NodeState>{NodeState::Preempted, "PREEMPTED"},
    Word<NodeState>{NodeState::Terminated, "TERMINATED"},
    Word<NodeState>{NodeState::Hiding, "HIDING"},
    Word<NodeState>{NodeState::Hidden, "HIDDEN"},
    Word<NodeState>{NodeState::Unhiding, "UNHIDING"},
    Word<NodeState>{NodeState::Unknown, "UNKNOWN"},
    Word<NodeState>{NodeState::Unrecognised, "UNRECOGNISED"},
};

constexpr std::array HealthWords{
    Word<NodeHealth>{NodeHealth::Unspecified, "HEALTH_UNSPECIFIED"},
    Word<NodeHealth>{NodeHealth::Healthy, "HEALTHY"},
    Word<NodeHealth>{NodeHealth::Timeout, "TIMEOUT"},
    Word<NodeHealth>{NodeHealth::UnhealthyTensorflow, "UNHEALTHY_TENSORFLOW"},
    Word<NodeHealth>{NodeHealth::UnhealthyMaintenance, "UNHEALTHY_MAINTENANCE"},
    Word<NodeHealth>{NodeHealth::Unrecognised, "UNRECOGNISED"},
};

template <typename Words, typename Value>
QString nameOf(const Words &words, Value value)
{
    const auto word = std::find_if(
        words.begin(), words.end(), [value](const auto &w) { return w.value == value; });
    return QLatin1String(word != words.end() ? word->name : words.back().name);
}

/// Proto3 JSON leaves an enum's default out, so no text means the first word.
template <typename Words>
auto valueOf(const Words &words, const QString &name)
{
    if (name.isEmpty()) {
        return words.front().value;
    }
    const auto word = std::find_if(words.begin(), words.end(), [&name](const auto &w) {
        return name == QLatin1String(w.name);
    });
    return word != words.end() ? word->value : words.back().value;
}

} // namespace

QString nodeStateName(NodeState state)
{
    return nameOf(StateWords, state);
}

NodeState nodeStateFromName(const QString &name)
{
    return valueOf(StateWords, name);
}

QString nodeHealthName(NodeHealth health)
{
    return nameOf(HealthWords, health);
}

NodeHealth nodeHealthFromName(const QString &name)
{
    return valueOf(HealthWords, name);
}

bool mayBeReached(NodeState state)
{
    switch (state) {
    case NodeState::Stopped:
    case NodeState::Stopping:
    case NodeState::Deleting:
    case NodeState::Hidden:
    case NodeState::Preempted:
    case NodeState::Terminated:
        return false;
    default:
        return true;
    }
}

bool isInTransition(NodeState state)
{
    switch (state) {
    case NodeState::Creating:
    case NodeState::Restarting:
    case NodeState::Reimaging:
    case NodeState::Deleting:
    case NodeState::Repairing:
    case NodeState::Stopping:
    case NodeState::Starting:
    case NodeState::Hiding:
    case NodeState::Unhiding:
        return true;
    default:
        return false;
    }
}

} // namespace podium::cloud
