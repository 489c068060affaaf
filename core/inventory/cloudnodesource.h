// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/projectsclient.h"
#include "core/cloud/clients/tpuclient.h"
#include "core/inventory/hostkeyquestions.h"
#include "core/inventory/inventory.h"
#include "core/inventory/projectbackoff.h"

#include <QObject>
#include <QStringList>

#include <chrono>
#include <memory>
#include <vector>

namespace podium::inventory {

struct ListingMemory;

/// What CloudNodeSource asks for, and how much at a time.
struct CloudNodeOptions
{
    QStringList projects;         ///< only these; empty: all that the credentials can see
    bool isPart = false;          ///< nothing is said of projects that are not among `projects`
    QStringList fallbackProjects; ///< where listing projects is refused: CLOUDSDK_CORE_PROJECT …
    int projectsAtOnce = 6;       ///< as many as Qt opens connections to a host
    int hostKeysAtOnce = 6;
    QStringList only = {};    ///< of those, ask these; the others stay as they are. Empty: ask all
    bool isPatient = true;    ///< what comes after the answer is waited for: nobody ends before
    bool asksHostKeys = true; ///< off where only a list is wanted
    std::chrono::milliseconds wait{10000}; ///< for the last projects, when all others are there
    std::chrono::milliseconds tell{200};   ///< how often to tell what is there so far
};

/// Asks the cloud clients for all projects' nodes. A project or zone that fails is a problem of
/// its own; one that keeps failing is asked less often; one that hangs is not waited for: what it
/// says in the end is progress after the answer. Host keys are asked for where a ready node
/// is new or moved, and missing ones are fine.
class CloudNodeSource final : public QObject, public NodeSource
{
    Q_OBJECT

public:
    /// The clients must outlive this.
    CloudNodeSource(
        cloud::ProjectsClient &projects, cloud::TpuClient &tpu, CloudNodeOptions options = {},
        QObject *parent = nullptr);
    ~CloudNodeSource() override;

    /// From the next question on.
    void setProjects(const QStringList &projects);
    void setAsksHostKeys(bool asks);
    void setAsksOnly(const QStringList &projects);
    /// False: the program ends with what the answer has.
    void setPatient(bool isPatient);
    void list(const Question &question, Callback<Listing> done) override;

private:
    cloud::ProjectsClient &m_projects;
    cloud::TpuClient &m_tpu;
    CloudNodeOptions m_options;
    std::unique_ptr<ListingMemory> m_memory;
};

/// CLOUDSDK_CORE_PROJECT and GOOGLE_CLOUD_PROJECT, as far as they are set.
[[nodiscard]] QStringList projectsFromEnvironment();

} // namespace podium::inventory
