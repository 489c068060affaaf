// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/arguments.h"
#include "app/podiumctl/task.h"
#include "core/store/history.h"

namespace podium::ctl {

/// `podiumctl nodes history`: what is kept of a node. Asks no cloud.
class HistoryTask final : public Task
{
    Q_OBJECT

public:
    HistoryTask(store::History &history, NodeHistoryArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void takeNames(const Result<std::vector<NodeRef>> &nodes);
    void print(const Result<store::NodeHistory> &history);

    store::History &m_history;
    NodeHistoryArguments m_arguments;
};

} // namespace podium::ctl
