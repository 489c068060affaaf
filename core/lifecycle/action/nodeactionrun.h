// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/tpuclient.h"
#include "core/lifecycle/action/nodeaction.h"

#include <QObject>

#include <chrono>
#include <memory>
#include <vector>

namespace podium::lifecycle {

/// How often the cloud is asked how far an action is.
struct ActionPace
{
    std::chrono::milliseconds first{1000}; ///< before the second question; then 1.4 times as long
    std::chrono::milliseconds longest{15000};
    int mostQuestions = 240; ///< of one node, before it is said that nobody knows: about an hour

    [[nodiscard]] std::chrono::milliseconds wait(int questions) const;
};

/// How far one step of an action is.
struct NodeActionState
{
    enum class Phase {
        Waiting, ///< not begun
        Looking, ///< is it still the node that was seen?
        Asking,  ///< the change is on its way
        Working, ///< the cloud does it
        Proving, ///< the operation has ended; is it so?
        Done,
        Failed,
        Unknown, ///< nobody knows whether it was or will be done
    };
    Phase phase = Phase::Waiting;
    std::optional<Error> error; ///< of Failed and Unknown

    [[nodiscard]] bool isOver() const { return phase >= Phase::Done; }
};

/// Carries out a plan: looks at each node again, asks for the change once, follows the operation,
/// and proves the end by looking: what was deleted answers 404, what was stopped is STOPPED. A node
/// that is not the one that was planned for is left alone; a lost reply is looked up, not repeated;
/// slow is not failed. Nodes go side by side, one change at a time for each. Lives on one thread,
/// blocks never; destroyed early, it asks no more, and what the cloud has begun goes on.
class NodeActionRun final : public QObject
{
    Q_OBJECT

public:
    /// The client must outlive this.
    NodeActionRun(
        cloud::TpuClient &tpu, NodeActionPlan plan, ActionPace pace = {},
        QObject *parent = nullptr);
    ~NodeActionRun() override;

    void start();
    [[nodiscard]] const NodeActionPlan &plan() const { return m_plan; }
    /// As plan().steps; steps that are refused are Failed from the beginning.
    [[nodiscard]] const std::vector<NodeActionState> &states() const { return m_states; }
    [[nodiscard]] bool isFinished() const { return m_isFinished; }

signals:
    void stepChanged(int step);
    void finished();

private:
    struct Work;
    void beginNext();
    void look(int step);
    void lookAt(int step, int which);
    void
    lookAtQueue(int step, void (NodeActionRun::*then)(int, const Result<cloud::QueuedResource> &));
    void judgeQueue(int step, const Result<cloud::QueuedResource> &resource);
    void handleQueueProof(int step, const Result<cloud::QueuedResource> &resource);
    [[nodiscard]] bool isRecreated(int step, const cloud::QueuedResource &resource) const;
    void judge(int step, int which, const Result<cloud::Node> &node);
    void failTogether(int step, int which, const Error &error);
    void handOver(int from, int to);
    void ask(int step);
    void handleAnswer(int step, const Result<cloud::Operation> &operation);
    void followLater(int step);
    void follow(int step);
    void proveLater(int step);
    void prove(int step);
    void handleProof(int step, const Result<cloud::Node> &node);
    void later(int step, void (NodeActionRun::*what)(int));
    void setPhase(int step, NodeActionState::Phase phase, const std::optional<Error> &error = {});
    void endAsUnknown(int step, const QString &why);

    cloud::TpuClient &m_tpu;
    const NodeActionPlan m_plan;
    const ActionPace m_pace;
    std::vector<NodeActionState> m_states;
    std::vector<Work> m_work;
    bool m_isFinished = false;
};

} // namespace podium::lifecycle
