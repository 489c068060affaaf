// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cloud/values/node.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace podium::cloud {

/// What a list of nodes brought; one page of it or all.
struct NodeList
{
    std::vector<Node> nodes;
    QStringList unreachable;   ///< zones whose nodes are missing here
    std::vector<Error> errors; ///< nodes that could not be read, one each
    QString nextPageToken;     ///< empty: the last page
    bool endsEmpty = false;    ///< there is nothing on the last page; see ProjectList::endsEmpty
};

/// The answer of nodes.list (Cloud TPU API v2). Tolerant: unknown fields and words pass, missing
/// ones are defaults, one bad node is an error in NodeList::errors. Protocol where the whole is
/// not what the API says. `project` is the one that was asked: the API may answer with its number.
[[nodiscard]] Result<NodeList> parseNodeList(const QByteArray &json, const ProjectId &project);

/// One Node resource.
[[nodiscard]] Result<Node> parseNode(const QByteArray &json, const ProjectId &project);
/// The inverse of parseNode(), in the API's own shape; host keys are not part of that.
[[nodiscard]] QByteArray writeNode(const Node &node);

/// What a worker says of itself in its guest attributes.
struct WorkerAttributes
{
    QStringList hostKeys; ///< "TYPE BASE64", sorted
    QString instanceName; ///< see Worker::instanceName
    bool operator==(const WorkerAttributes &) const = default;
};

/// The answer of nodes.getGuestAttributes for all workers, in worker order; what is not of the
/// form that it should have is passed over.
[[nodiscard]] Result<std::vector<WorkerAttributes>> parseGuestAttributes(const QByteArray &json);

/// One page of projects, of v3 projects:search or v1 projects.list.
struct ProjectPage
{
    std::vector<Project> projects; ///< active ones
    QString nextPageToken;
    bool isEmpty = false; ///< it lists nothing at all, not even what is passed over
};

/// All pages of projects.
struct ProjectList
{
    std::vector<Project> projects; ///< sorted by id
    /// There is nothing on the last page. That is how a list of nothing ends, and is also what is
    /// left of one whose content somebody on the way has dropped.
    bool endsEmpty = false;
};
[[nodiscard]] Result<ProjectPage> parseProjectPage(const QByteArray &json);

} // namespace podium::cloud
