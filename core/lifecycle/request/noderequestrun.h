// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/cloud/clients/tpuclient.h"
#include "core/lifecycle/request/requestplan.h"
#include "core/lifecycle/request/requeststore.h"

#include <QObject>

#include <chrono>

namespace podium::lifecycle {

/// How often the cloud is asked about a try that is under way.
struct RequestPace
{
    std::chrono::milliseconds look{5000};
    std::chrono::milliseconds longestSleep{30000}; ///< then it is looked at the clock again
    /// Looks that find no node, before a lost request counts as not heard: a minute of them.
    int missesAfterLoss = 12;
};

/// Carries one node request out until the node stands, it is given up, or cancelled. Each try is
/// written down before it is sent, so that whoever takes the request up again knows of it. One try
/// at a time. A lost reply is looked up; a slow operation is waited for; what is deleted carries
/// the request's own label, and is asked for until it is gone. Lives on one thread, blocks never;
/// destroyed early, what the cloud has begun goes on.
class NodeRequestRun final : public QObject
{
    Q_OBJECT

public:
    /// Client, store and clock must outlive this; the caller holds the claim on the request.
    NodeRequestRun(
        cloud::TpuClient &tpu, const RequestStore &store, const Clock &clock, NodeRequest request,
        RequestPace pace = {}, QObject *parent = nullptr);

    void start();
    /// Gives up: nothing more is asked for, and a node under way is deleted.
    void cancel();
    [[nodiscard]] const NodeRequest &request() const { return m_request; }
    /// Until when nothing is done; invalid: something is under way.
    [[nodiscard]] QDateTime waitsUntil() const { return m_waitsUntil; }

signals:
    void changed();
    void finished();
    /// It cannot be written down how far it is, so nothing more is sent.
    void storeFailed(const podium::Error &error);

private:
    void step();
    void beginTry(const Zone &zone);
    void send();
    void handleSent(const Result<cloud::Operation> &operation);
    void follow();
    void look();
    void handleLook(const Result<cloud::Node> &node);
    void deleteOwn(const cloud::Node &node);
    void endTry(Refusal refusal, const QString &answer);
    void end(NodeRequest::State state, const QString &reason = {});
    /// Writes the request down, then goes on.
    void save(void (NodeRequestRun::*next)());
    void later(std::chrono::milliseconds wait, void (NodeRequestRun::*what)());
    void finish();
    [[nodiscard]] NodeRef node() const { return m_request.nodeIn(m_request.attempts.back().zone); }

    cloud::TpuClient &m_tpu;
    const RequestStore &m_store;
    const Clock &m_clock;
    NodeRequest m_request;
    const RequestPace m_pace;
    QDateTime m_waitsUntil;
    std::optional<Error>
        m_refusal;            ///< of the open try's operation, until the node is seen to be gone
    int m_misses = 0;         ///< looks in a row that found no node
    bool m_isSending = false; ///< a request is on its way that was not answered yet
    bool m_isCancelled = false;
    bool m_isFinished = false;
    int m_turn = 0; ///< of the timers: those of before a cancel() count no more
};

} // namespace podium::lifecycle
