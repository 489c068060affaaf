// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/action/nodeactionrun.h"

#include "core/lifecycle/action/actionjudgement.h"

#include <QTimer>

#include <algorithm>
#include <cmath>

namespace podium::lifecycle {

using cloud::Node;
using Phase = NodeActionState::Phase;

namespace {

constexpr int MostAtOnce = 8;
/// So often a node is looked at that is as it was after a lost reply.
constexpr int LooksAfterALoss = 3;

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
    int leader = -1;   ///< the step that deletes the queued resource of this one; -1: none
    int standing = -1; ///< of those that go with it, and itself, one that was seen to stand
    bool isAsked = false;
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
                !step.node.queuedResource.isEmpty() && !m_plan.steps[other].error &&
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
    lookAt(step, step);
}

/// `which` is the step itself, or one that goes with it.
void NodeActionRun::lookAt(int step, int which)
{
    m_tpu.node(
        m_plan.steps[std::size_t(which)].node.ref,
        {this, [this, step, which](const Result<Node> &node) { judge(step, which, node); }});
}

void NodeActionRun::lookAtQueue(
    int step, void (NodeActionRun::*then)(int, const Result<cloud::QueuedResource> &))
{
    const Node &node = m_plan.steps[std::size_t(step)].node;
    m_tpu.queuedResource(
        node.ref.project, node.ref.zone, node.queuedResource.section(QLatin1Char('/'), -1),
        {this, [this, step, then](const Result<cloud::QueuedResource> &resource) {
             (this->*then)(step, resource);
         }});
}

bool NodeActionRun::isRecreated(int step, const cloud::QueuedResource &resource) const
{
    const auto &planned = m_plan.steps[std::size_t(step)].queued;
    return planned && planned->createTime != resource.createTime;
}

void NodeActionRun::judgeQueue(int step, const Result<cloud::QueuedResource> &resource)
{
    using State = cloud::QueuedResource::State;
    const NodeActionStep &planned = m_plan.steps[std::size_t(step)];
    if (!resource) {
        const bool isGone = resource.error().kind == ErrorKind::NotFound;
        setPhase(
            step, isGone ? Phase::Done : Phase::Failed,
            isGone ? std::nullopt : std::optional(resource.error()));
    } else if (isRecreated(step, *resource)) {
        setPhase(step, Phase::Failed, recreated(planned.node));
    } else if (planned.queued && resource->state == State::Ending) {
        proveLater(step); // somebody else deletes it
    } else if (
        !planned.queued && (resource->state == State::Ending || resource->state == State::Active)) {
        later(step, &NodeActionRun::prove); // its nodes have gone only now
    } else if (!resource->isLeftover()) {
        setPhase(step, Phase::Failed, isNoLeftover(planned.node, resource->stateText));
    } else {
        ask(step);
    }
}

void NodeActionRun::handleQueueProof(int step, const Result<cloud::QueuedResource> &resource)
{
    const Work &work = m_work[std::size_t(step)];
    if ((resource && isRecreated(step, *resource)) ||
        (!resource && resource.error().kind == ErrorKind::NotFound)) {
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

void NodeActionRun::judge(int step, int which, const Result<Node> &node)
{
    const Node &planned = m_plan.steps[std::size_t(which)].node;
    if (auto error = objection(m_plan.action, planned, node)) {
        failTogether(step, which, *error);
        return;
    }
    int &standing = m_work[std::size_t(step)].standing;
    if (standing < 0 && !isGoing(m_plan.action, node)) {
        standing = which;
    }
    // All of them go with the one queued resource, so a lock of the last one holds for all.
    for (std::size_t next = std::size_t(which) + 1; next < m_work.size(); ++next) {
        if (m_work[next].leader == step) {
            lookAt(step, int(next));
            return;
        }
    }
    if (standing < 0) {
        proveLater(step); // gone, or somebody else deletes it
        return;
    }
    const int leader = standing;
    handOver(step, leader);
    ask(leader);
}

void NodeActionRun::failTogether(int step, int which, const Error &error)
{
    const Node &cause = m_plan.steps[std::size_t(which)].node;
    const auto reason = [&](int each) {
        return each == which ? error
                             : staysWith(m_plan.steps[std::size_t(each)].node, cause, error);
    };
    for (std::size_t i = 0; i < m_work.size(); ++i) {
        if (m_work[i].leader == step) {
            setPhase(int(i), Phase::Failed, reason(int(i)));
        }
    }
    setPhase(step, Phase::Failed, reason(step));
}

/// The leader is one that stands: what was not deleted can be told by it only.
void NodeActionRun::handOver(int from, int to)
{
    if (from == to) {
        return;
    }
    for (Work &work : m_work) {
        work.leader = work.leader == from ? to : work.leader;
    }
    m_work[std::size_t(from)].leader = to;
    m_work[std::size_t(to)].leader = -1;
    m_work[std::size_t(to)].standing = to;
    setPhase(from, Phase::Waiting);
}

void NodeActionRun::ask(int step)
{
    setPhase(step, Phase::Asking);
    m_work[std::size_t(step)].isAsked = true;
    m_work[std::size_t(step)].questions = 0;
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
             } else if (operation ? operation->done : tellsNoMore(operation.error().kind)) {
                 proveLater(step);
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
    const bool holdsQuota =
        work.leader < 0 && work.standing < 0 && !planned.queuedResource.isEmpty();
    if (isMissing && m_plan.action == NodeAction::Delete && holdsQuota) {
        // The node went by itself; what made it holds its quota until it is deleted.
        lookAtQueue(
            step, work.isAsked ? &NodeActionRun::handleQueueProof : &NodeActionRun::judgeQueue);
    } else if (isMissing && m_plan.action == NodeAction::Delete) {
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
