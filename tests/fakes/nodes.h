// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QDateTime>

#include <algorithm>

namespace podium::tests {

/// What a test says of a node; the rest follows.
struct NodeSketch
{
    const char *project = "lab-speech";
    const char *zone = "us-central1-a";
    QString name = QStringLiteral("tpu1");
    const char *type = "v3-8";
    int workers = 1;
    cloud::NodeState state = cloud::NodeState::Ready;
    cloud::NodeHealth health = cloud::NodeHealth::Healthy;
    bool spot = false;
    bool externalIps = true;
    bool stale = false;
    int ageHours = 48;
    int number = 1; ///< goes into the addresses and the id
};

inline QDateTime sketchTime()
{
    return QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);
}

inline NodeRef refOf(const NodeSketch &sketch)
{
    return {
        *ProjectId::parse(QString::fromLatin1(sketch.project)),
        *Zone::parse(QString::fromLatin1(sketch.zone)), *NodeName::parse(sketch.name)};
}

inline inventory::NodeEntry nodeEntry(const NodeSketch &sketch)
{
    static const QString hostKey = QStringLiteral(
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl");
    inventory::NodeEntry entry;
    cloud::Node &node = entry.node;
    node.ref = refOf(sketch);
    node.id = QString::number(7000000000000000000LL + sketch.number);
    node.state = sketch.state;
    node.stateText = cloud::nodeStateName(sketch.state);
    node.health = sketch.health;
    node.healthText = cloud::nodeHealthName(sketch.health);
    node.acceleratorType = QString::fromLatin1(sketch.type);
    node.runtimeVersion = QStringLiteral("tpu-ubuntu2204-base");
    node.spot = sketch.spot;
    node.createTime = sketchTime().addSecs(-3600LL * sketch.ageHours);
    for (int i = 0; i < sketch.workers; ++i) {
        cloud::Worker worker;
        worker.internalIp = QStringLiteral("10.%1.%2.%3")
                                .arg(128 + sketch.number % 64)
                                .arg(i / 250)
                                .arg(2 + i % 250);
        if (sketch.externalIps) {
            worker.externalIp = QStringLiteral("34.%1.%2.%3")
                                    .arg(60 + sketch.number % 100)
                                    .arg(sketch.number / 100 + i / 250)
                                    .arg(1 + (sketch.number * 7 + i) % 250);
            worker.hostKeys = QStringList{hostKey};
        }
        node.workers.push_back(worker);
    }
    entry.seenAt = sketch.stale ? sketchTime().addSecs(-12 * 60) : sketchTime();
    entry.stale = sketch.stale;
    return entry;
}

/// A snapshot that says that these nodes are all there are.
inline inventory::Snapshot snapshotOf(const std::vector<NodeSketch> &sketches)
{
    inventory::Snapshot snapshot;
    snapshot.asOf = sketchTime();
    for (const NodeSketch &sketch : sketches) {
        snapshot.nodes.push_back(nodeEntry(sketch));
        const ProjectId project = snapshot.nodes.back().node.ref.project;
        const bool known = std::any_of(
            snapshot.projects.begin(), snapshot.projects.end(),
            [&project](const cloud::Project &other) { return other.id == project; });
        if (!known) {
            snapshot.projects.push_back({project, QString(), project.text()});
        }
    }
    std::sort(snapshot.nodes.begin(), snapshot.nodes.end(), [](const auto &a, const auto &b) {
        return a.node.ref < b.node.ref;
    });
    snapshot.coverage.setProjects(inventory::Coverage::Projects::All);
    for (const cloud::Project &project : snapshot.projects) {
        snapshot.coverage.setListed(project.id);
    }
    return snapshot;
}

inline inventory::ScopeProblem zoneProblem(const char *project, const char *zone)
{
    inventory::ScopeProblem problem;
    problem.project = *ProjectId::parse(QString::fromLatin1(project));
    problem.zone = Zone::parse(QString::fromLatin1(zone));
    problem.error = {
        .kind = ErrorKind::Unavailable,
        .summary = QStringLiteral("The zone did not answer."),
        .detail = QStringLiteral("HTTP 503"),
        .hint = QStringLiteral("Podium asks again by itself."),
        .subject = QString::fromLatin1(zone)};
    problem.since = sketchTime().addSecs(-300);
    return problem;
}

} // namespace podium::tests
