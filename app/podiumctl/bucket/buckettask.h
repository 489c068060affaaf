// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/bucket/bucketarguments.h"
#include "app/podiumctl/nodes/targettask.h"
#include "core/cloud/clients/storageclient.h"

#include <set>
#include <vector>

namespace podium::ctl {

/// `podiumctl bucket check`: asks where the bucket is, and compares it with each node.
class BucketTask final : public TargetTask
{
    Q_OBJECT

public:
    /// The services must outlive it.
    BucketTask(app::Services &services, BucketArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void show(const std::set<NodeRef> &nodes, const cloud::BucketPlace &place);

    const BucketArguments m_arguments;
    cloud::BucketName m_bucket;
    cloud::StorageClient &m_client;
};

} // namespace podium::ctl
