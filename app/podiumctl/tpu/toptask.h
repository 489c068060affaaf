// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/tpu/toparguments.h"
#include "app/podiumctl/tpu/topnodes.h"
#include "app/podiumctl/tpu/tpujson.h"
#include "app/podiumctl/valuesjson.h"
#include "core/tpu/load/loadsession.h"

#include <memory>
#include <utility>
#include <vector>

namespace podium::ctl {

/// `podiumctl top TARGET…`.
class TopTask final : public TargetTask
{
    Q_OBJECT

public:
    TopTask(
        RunServices services, const TopNodes::World &world, TopArguments arguments,
        QObject *parent = nullptr);
    void interrupt() override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void onLooked(int place);
    void printDocuments();
    [[nodiscard]] bool hasLookedEnough() const;
    void endIfComplete();
    void endIfUnread();
    void print(); ///< the table, and what stands below it
    [[nodiscard]] std::vector<QStringList> rows(const WorkerName &nameOf) const;
    void end();

    const TopArguments m_arguments;
    TopNodes m_nodes;
    std::unique_ptr<tpu::LoadSession> m_session;
    std::vector<int> m_looks;                          ///< of each worker
    std::vector<std::pair<NodeRef, Json>> m_documents; ///< that are still to be printed
    QTimer m_table;
    bool m_isLive = false; ///< the table stays in its place
    bool m_hasEnded = false;
};

} // namespace podium::ctl
