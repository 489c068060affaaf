// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::cloud {

/// One node that a queued resource asks for.
struct QueuedNode
{
    QString name;            ///< of several, the prefix of their names
    int count = 1;           ///< of a multislice
    QString acceleratorType; ///< "v4-64"; where only a configuration is given: "V4 2x4x4"
    QMap<QString, QString> labels;
    bool operator==(const QueuedNode &) const = default;
};

/// A QueuedResource of the Cloud TPU API: a request that Google keeps until there is room. It holds
/// quota from the start, and on when it is SUSPENDED or FAILED. Texts are the cloud's.
struct QueuedResource
{
    enum class State {
        Waiting,   ///< CREATING, ACCEPTED, WAITING_FOR_RESOURCES, PROVISIONING
        Active,    ///< its nodes stand
        Ending,    ///< SUSPENDING, DELETING
        Suspended, ///< its nodes were taken away, or deleted by a person: isByPerson
        Failed,
        Unrecognised,
    };
    ProjectId project;
    Zone zone;
    QString id; ///< its name without the path
    State state = State::Unrecognised;
    QString stateText; ///< the API's own word
    bool isByPerson = false;
    std::optional<Error> error; ///< of Failed
    bool spot = false;
    QDateTime createTime;
    std::vector<QueuedNode> nodes;
    bool operator==(const QueuedResource &) const = default;

    /// "projects/P/locations/Z/queuedResources/ID"
    [[nodiscard]] QString fullName() const;
    /// It does nothing any more but hold quota.
    [[nodiscard]] bool isLeftover() const
    {
        return state == State::Suspended || state == State::Failed;
    }
};

/// Of all zones of a project, over all pages.
struct QueuedResourceList
{
    std::vector<QueuedResource> resources;
    QStringList unreachable; ///< zones whose queued resources are missing here
    QString nextPageToken;
};

/// The answer of queuedResources.list and .get; Protocol where it is none. `project` is the one
/// that was asked.
[[nodiscard]] Result<QueuedResourceList>
parseQueuedResourceList(const QByteArray &json, const ProjectId &project);
[[nodiscard]] Result<QueuedResource>
parseQueuedResource(const QByteArray &json, const ProjectId &project);

} // namespace podium::cloud
