// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/task.h"
#include "core/store/history.h"

namespace podium::ctl {

/// `podiumctl nodes history`: what is kept of a node. Asks no cloud.
class HistoryTask final : public Task
{
    Q_OBJECT

public:
    /// `node`: [PROJECT/[ZONE/]]NODE.
    HistoryTask(store::History &history, QString node, bool asJson, QObject *parent = nullptr);
    void start() override;

private:
    void handleNames(const Result<std::vector<NodeRef>> &nodes);
    void print(const Result<store::NodeHistory> &history);

    store::History &m_history;
    const QString m_node;
    const bool m_asJson;
};

} // namespace podium::ctl
