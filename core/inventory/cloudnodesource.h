// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/projectsclient.h"
#include "core/cloud/tpuclient.h"
#include "core/inventory/inventory.h"

#include <QHash>
#include <QObject>
#include <QStringList>

namespace podium::inventory {

/// What CloudNodeSource asks for, and how much at a time.
struct CloudNodeOptions
{
    QStringList projects;         ///< only these; empty: all that the credentials can see
    QStringList fallbackProjects; ///< where listing projects is refused: CLOUDSDK_CORE_PROJECT …
    int projectsAtOnce = 6;       ///< as many as Qt opens connections to a host
    int hostKeysAtOnce = 6;
};

/// Which nodes were asked for host keys in vain, so that they are not asked at every refresh.
class HostKeyQuestions final
{
public:
    /// Whether to ask now (monotonic milliseconds): not asked lately as the machines stand.
    [[nodiscard]] bool isDue(const cloud::Node &node, qint64 nowMs) const;
    void asked(const cloud::Node &node, qint64 nowMs);

private:
    struct Asked
    {
        QString machines; ///< id and addresses
        qint64 atMs = 0;
    };
    QHash<NodeRef, Asked> m_asked;
};

/// Asks the cloud clients for all projects' nodes. A project or zone that fails is a problem of
/// its own; host keys are asked for where a ready node is new or moved, and missing ones are fine.
class CloudNodeSource final : public QObject, public NodeSource
{
    Q_OBJECT

public:
    /// The clients must outlive this.
    CloudNodeSource(
        cloud::ProjectsClient &projects, cloud::TpuClient &tpu, CloudNodeOptions options = {},
        QObject *parent = nullptr);

    /// From the next question on.
    void setProjects(const QStringList &projects);
    void list(const Snapshot &known, Callback<Listing> done) override;

private:
    cloud::ProjectsClient &m_projects;
    cloud::TpuClient &m_tpu;
    CloudNodeOptions m_options;
    HostKeyQuestions m_questions;
};

/// CLOUDSDK_CORE_PROJECT and GOOGLE_CLOUD_PROJECT, as far as they are set.
[[nodiscard]] QStringList projectsFromEnvironment();

} // namespace podium::inventory
