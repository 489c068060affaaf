// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/task.h"
#include "core/cloud/clients/auditclient.h"
#include "core/store/history.h"

#include <optional>
#include <vector>

namespace podium::ctl {

/// `podiumctl nodes history`: what is kept of a node, and, where it is wished, what the audit log
/// of its project tells. Else it asks no cloud.
class HistoryTask final : public Task
{
    Q_OBJECT

public:
    struct Question
    {
        QString node; ///< [PROJECT/[ZONE/]]NODE
        bool asJson = false;
        bool asksWho = false; ///< also the audit log
    };
    HistoryTask(
        store::History &history, cloud::AuditClient &audit, Question question,
        QObject *parent = nullptr);
    void start() override;

private:
    void handleNames(const Result<std::vector<NodeRef>> &nodes);
    void print(const Result<store::NodeHistory> &history);
    void printWithAudit(
        const store::NodeHistory &history,
        const std::optional<Result<std::vector<cloud::AuditEntry>>> &entries);

    store::History &m_history;
    cloud::AuditClient &m_audit;
    const Question m_question;
};

} // namespace podium::ctl
