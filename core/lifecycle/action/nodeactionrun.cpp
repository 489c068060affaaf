// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/action/nodeactionrun.h"

#include <QTimer>

#include <algorithm>
#include <cmath>

namespace podium::lifecycle {

using cloud::Node;
using cloud::NodeState;
using Phase = NodeActionState::Phase;

namespace {

constexpr int MostAtOnce = 8;
/// So often a node is looked at that is as it was after a lost reply.
constexpr int LooksAfterALoss = 3;

cloud::NodeChange changeOf(NodeAction action)
{
    switch (action) {
    case NodeAction::Start:
        return cloud::NodeChange::Start;
    case NodeAction::Stop:
        return cloud::NodeChange::Stop;
    case NodeAction::Delete:
        return cloud::NodeChange::Delete;
    case NodeAction::Maintain:
        break;
    }
    return cloud::NodeChange::PerformMaintenance;
}

/// Whether the cloud may have heard a request that ended so.
bool mayHaveBeenHeard(ErrorKind kind)
{
    return kind == ErrorKind::Network || kind == ErrorKind::Timeout ||
           kind == ErrorKind::Unavailable || kind == ErrorKind::Protocol;
}

bool isOther(const Node &planned, const Node &now)
{
    return !planned.id.isEmpty() && !now.id.isEmpty() && planned.id != now.id;
}

bool isReached(NodeAction action, const Node &planned, const Node &now)
{
    switch (action) {
    case NodeAction::Start:
        return now.state == NodeState::Ready;
    case NodeAction::Stop:
        return now.state == NodeState::Stopped;
    case NodeAction::Delete:
        return isOther(planned, now); // it is gone, and this is another one
    case NodeAction::Maintain:
        break;
    }
    return now.state == NodeState::Ready && now.maintenance != planned.maintenance;
}

Error recreated(const Node &planned)
{
    return {
        ErrorKind::Conflict,
        QStringLiteral("%1 is not the node that was shown.").arg(planned.ref.name.text()),
        QStringLiteral("It was recreated meanwhile under the same name. Nothing was done to it."),
        {},
        planned.ref.text()};
}

Error isNoLeftover(const Node &planned, const QString &state)
{
    return {
        ErrorKind::Conflict,
        QStringLiteral("%1 is no leftover any more.").arg(planned.ref.name.text()),
        QStringLiteral("It is %1 now. Nothing was done to it.").arg(state),
        {},
        planned.ref.text()};
}

} // namespace

std::chrono::milliseconds ActionPace::wait(int questions) const
{
    const double grown = double(first.count()) * std::pow(1.4, std::min(questions, 40));
    return std::chrono::milliseconds(qint64(std::min(grown, double(longest.count()))));
}

struct NodeActionRun::Work
{
    QString operation;   ///< its name; empty: none known
    int questions = 0;   ///< since the change was asked for
    bool isLost = false; ///< no reply came, and nothing was seen of it yet
    std::optional<Error> loss;
    int leader = -1; ///< the step that deletes the queued resource of this one; -1: none
};

NodeActionRun::NodeActionRun(
    cloud::TpuClient &tpu, NodeActionPlan plan, ActionPace pace, QObject *parent)
    : QObject(parent)
    , m_tpu(tpu)
    , m_plan(std::move(plan))
    , m_pace(pace)
    , m_states(m_plan.steps.size())
    , m_work(m_plan.steps.size())
{
    for (std::size_t i = 0; i < m_plan.steps.size(); ++i) {
        const NodeActionStep &step = m_plan.steps[i];
        if (step.error) {
            m_states[i] = {Phase::Failed, step.error};
            continue;
        }
        for (std::size_t other = 0; other < i && m_plan.action == NodeAction::Delete; ++other) {
            const bool isTogether =
                !step.node.queuedResource.isEmpty() &&
                m_plan.steps[other].node.queuedResource == step.node.queuedResource;
            if (isTogether && m_work[i].leader < 0) {
                m_work[i].leader = int(other);
            }
        }
    }
}

NodeActionRun::~NodeActionRun() = default;

void NodeActionRun::start()
{
    // Later: a plan in which nothing is possible ends at once.
    QMetaObject::invokeMethod(
        this, [this] { beginNext(); }, Qt::QueuedConnection);
}

void NodeActionRun::beginNext()
{
    int busy = 0;
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        const bool isFree = m_states[i].phase == Phase::Waiting && m_work[i].leader < 0;
        if (isFree && busy < MostAtOnce) {
            look(int(i));
        }
        busy += m_states[i].phase != Phase::Waiting && !m_states[i].isOver() ? 1 : 0;
    }
    const bool isOver =
        std::all_of(m_states.begin(), m_states.end(), [](const NodeActionState &state) {
            return state.isOver();
        });
    if (isOver && !m_isFinished) {
        m_isFinished = true;
        emit finished();
    }
}

void NodeActionRun::setPhase(int step, Phase phase, const std::optional<Error> &error)
{
    m_states[std::size_t(step)] = {phase, error};
    emit stepChanged(step);
    for (std::size_t i = 0; i < m_work.size(); ++i) {
        if (m_work[i].leader != step || m_states[i].isOver()) {
            continue;
        }
        if (phase == Phase::Failed || phase == Phase::Unknown) {
            setPhase(int(i), phase, error);
        } else if (phase == Phase::Done) {
            proveLater(int(i));
        }
    }
    if (m_states[std::size_t(step)].isOver()) {
        beginNext();
    }
}

void NodeActionRun::later(int step, void (NodeActionRun::*what)(int))
{
    Work &work = m_work[std::size_t(step)];
    if (++work.questions > m_pace.mostQuestions) {
        endAsUnknown(step, QStringLiteral("It did not end within the time that it may take."));
        return;
    }
    QTimer::singleShot(
        m_pace.wait(work.questions), this, [this, step, what] { (this->*what)(step); });
}

void NodeActionRun::endAsUnknown(int step, const QString &why)
{
    const Node &node = m_plan.steps[std::size_t(step)].node;
    setPhase(
        step, Phase::Unknown,
        Error{
            ErrorKind::Timeout,
            QStringLiteral("It is not known whether Google will %1 %2.")
                .arg(verbOf(m_plan.action), node.ref.name.text()),
            why, QStringLiteral("Check the node again in a while before you try once more."),
            node.ref.text()});
}

void NodeActionRun::look(int step)
{
    setPhase(step, Phase::Looking);
    if (m_plan.steps[std::size_t(step)].queued) {
        lookAtQueue(step, &NodeActionRun::judgeQueue);
        return;
    }
    m_tpu.node(
        m_plan.steps[std::size_t(step)].node.ref,
        {this, [this, step](const Result<Node> &node) { judge(step, node); }});
}

void NodeActionRun::lookAtQueue(
    int step, void (NodeActionRun::*then)(int, const Result<cloud::QueuedResource> &))
{
    const cloud::QueuedResource &planned = *m_plan.steps[std::size_t(step)].queued;
    m_tpu.queuedResource(
        planned.project, planned.zone, planned.id,
        {this, [this, step, then](const Result<cloud::QueuedResource> &resource) {
             (this->*then)(step, resource);
         }});
}

void NodeActionRun::judgeQueue(int step, const Result<cloud::QueuedResource> &resource)
{
    const NodeActionStep &planned = m_plan.steps[std::size_t(step)];
    if (!resource) {
        const bool isGone = resource.error().kind == ErrorKind::NotFound;
        setPhase(
            step, isGone ? Phase::Done : Phase::Failed,
            isGone ? std::nullopt : std::optional(resource.error()));
    } else if (resource->createTime != planned.queued->createTime) {
        setPhase(step, Phase::Failed, recreated(planned.node));
    } else if (resource->state == cloud::QueuedResource::State::Ending) {
        proveLater(step); // somebody else deletes it
    } else if (!resource->isLeftover()) {
        setPhase(step, Phase::Failed, isNoLeftover(planned.node, resource->stateText));
    } else {
        ask(step);
    }
}

void NodeActionRun::handleQueueProof(int step, const Result<cloud::QueuedResource> &resource)
{
    const NodeActionStep &planned = m_plan.steps[std::size_t(step)];
    const Work &work = m_work[std::size_t(step)];
    const bool isOther = resource && resource->createTime != planned.queued->createTime;
    if (isOther || (!resource && resource.error().kind == ErrorKind::NotFound)) {
        setPhase(step, Phase::Done);
    } else if (
        resource && work.isLost && resource->isLeftover() && work.questions >= LooksAfterALoss) {
        endAsUnknown(
            step, QStringLiteral("No answer came (%1), and it is as it was.")
                      .arg(work.loss ? work.loss->text() : QString()));
    } else {
        later(step, &NodeActionRun::prove);
    }
}

void NodeActionRun::judge(int step, const Result<Node> &node)
{
    const Node &planned = m_plan.steps[std::size_t(step)].node;
    const bool isDeletion = m_plan.action == NodeAction::Delete;
    if (!node) {
        const bool isGone = isDeletion && node.error().kind == ErrorKind::NotFound;
        setPhase(
            step, isGone ? Phase::Done : Phase::Failed,
            isGone ? std::nullopt : std::optional(node.error()));
    } else if (isOther(planned, *node)) {
        setPhase(step, Phase::Failed, recreated(planned));
    } else if (isDeletion && node->state == NodeState::Deleting && !isLocked(*node)) {
        proveLater(step); // somebody else deletes it
    } else if (auto error = refusal(m_plan.action, *node)) {
        setPhase(step, Phase::Failed, error);
    } else {
        ask(step);
    }
}

void NodeActionRun::ask(int step)
{
    setPhase(step, Phase::Asking);
    const Node &node = m_plan.steps[std::size_t(step)].node;
    const Callback<Result<cloud::Operation>> answer(
        this,
        [this, step](const Result<cloud::Operation> &operation) { handleAnswer(step, operation); });
    if (m_plan.action == NodeAction::Delete && !node.queuedResource.isEmpty()) {
        m_tpu.deleteQueuedResource(node.queuedResource, node.ref, answer);
    } else {
        m_tpu.change(node.ref, changeOf(m_plan.action), answer);
    }
}

void NodeActionRun::handleAnswer(int step, const Result<cloud::Operation> &operation)
{
    Work &work = m_work[std::size_t(step)];
    if (operation && operation->error) {
        setPhase(step, Phase::Failed, operation->error);
    } else if (operation && !operation->done) {
        work.operation = operation->name;
        setPhase(step, Phase::Working);
        followLater(step);
    } else if (operation) {
        proveLater(step);
    } else if (mayHaveBeenHeard(operation.error().kind)) {
        work.isLost = true;
        work.loss = operation.error();
        proveLater(step);
    } else {
        setPhase(step, Phase::Failed, operation.error());
    }
}

void NodeActionRun::followLater(int step)
{
    later(step, &NodeActionRun::follow);
}

void NodeActionRun::follow(int step)
{
    const Node &node = m_plan.steps[std::size_t(step)].node;
    m_tpu.operation(
        m_work[std::size_t(step)].operation,
        QStringLiteral("%1 %2").arg(verbOf(m_plan.action), node.ref.text()),
        {this, [this, step](const Result<cloud::Operation> &operation) {
             if (operation && operation->error) {
                 setPhase(step, Phase::Failed, operation->error);
             } else if (
                 (operation && operation->done) ||
                 (!operation && operation.error().kind == ErrorKind::NotFound)) {
                 proveLater(step); // operations are forgotten after a while
             } else {
                 followLater(step);
             }
         }});
}

void NodeActionRun::proveLater(int step)
{
    setPhase(step, Phase::Proving);
    prove(step);
}

void NodeActionRun::prove(int step)
{
    if (m_plan.steps[std::size_t(step)].queued) {
        lookAtQueue(step, &NodeActionRun::handleQueueProof);
        return;
    }
    m_tpu.node(
        m_plan.steps[std::size_t(step)].node.ref,
        {this, [this, step](const Result<Node> &node) { handleProof(step, node); }});
}

void NodeActionRun::handleProof(int step, const Result<Node> &node)
{
    const Node &planned = m_plan.steps[std::size_t(step)].node;
    Work &work = m_work[std::size_t(step)];
    const bool isMissing = !node && node.error().kind == ErrorKind::NotFound;
    if (isMissing && m_plan.action == NodeAction::Delete) {
        setPhase(step, Phase::Done);
    } else if (isMissing) {
        setPhase(step, Phase::Failed, node.error());
    } else if (node && isReached(m_plan.action, planned, *node)) {
        setPhase(step, Phase::Done);
    } else if (node && isOther(planned, *node)) {
        setPhase(step, Phase::Failed, recreated(planned));
    } else if (node && work.isLost && node->state == planned.state) {
        if (work.questions < LooksAfterALoss) {
            later(step, &NodeActionRun::prove);
        } else {
            endAsUnknown(
                step, QStringLiteral("No answer came (%1), and the node is as it was.")
                          .arg(work.loss ? work.loss->text() : QString()));
        }
    } else {
        work.isLost = work.isLost && !node;
        later(step, &NodeActionRun::prove);
    }
}

} // namespace podium::lifecycle
