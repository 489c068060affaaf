// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/lifecycle/nodeactiontask.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/terminal.h"
#include "core/inventory/targets.h"
#include "core/lifecycle/action/actiontexts.h"
#include "core/lifecycle/cleanup/cleanup.h"

#include <algorithm>
#include <iostream>
#include <iterator>

#include <unistd.h>

namespace podium::ctl {

using namespace podium::lifecycle;
using Phase = NodeActionState::Phase;

namespace {

NodeAction actionOf(NodeActionArguments::Action action)
{
    switch (action) {
    case NodeActionArguments::Action::Start:
        return NodeAction::Start;
    case NodeActionArguments::Action::Stop:
        return NodeAction::Stop;
    case NodeActionArguments::Action::Delete:
    case NodeActionArguments::Action::Clean:
        return NodeAction::Delete;
    case NodeActionArguments::Action::Maintain:
        break;
    }
    return NodeAction::Maintain;
}

const char *outcomeWord(Phase phase)
{
    switch (phase) {
    case Phase::Done:
        return "done";
    case Phase::Failed:
        return "failed";
    case Phase::Unknown:
        return "unknown";
    default:
        return "none";
    }
}

bool isTyped(const QString &question, const QString &expected)
{
    showStatus({});
    std::cerr << printable(question).toStdString() << ' ';
    return typedLine().trimmed() == expected;
}

ExitCode codeOf(const NodeActionState &state)
{
    if (state.phase == Phase::Done) {
        return ExitDone;
    }
    if (state.phase != Phase::Failed || !state.error) {
        return ExitUnreachable;
    }
    const ErrorKind kind = state.error->kind;
    return kind == ErrorKind::Refused || kind == ErrorKind::Conflict ? ExitRefused : ExitCloud;
}

int overCount(const std::vector<NodeActionState> &states)
{
    return int(std::count_if(
        states.begin(), states.end(), [](const NodeActionState &state) { return state.isOver(); }));
}

QString nameOf(const NodeActionStep &step)
{
    return step.node.ref.text();
}

} // namespace

NodeActionTask::NodeActionTask(Services services, NodeActionArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_arguments(std::move(arguments))
    , m_status(services.clock)
    , m_story(models::ActivityKind::NodeAction, QStringLiteral("Node actions"))
{}

QStringList NodeActionTask::projects() const
{
    return inventory::projectsOfTargets(m_arguments.nodes, m_arguments.project);
}

void NodeActionTask::start()
{
    const bool cleans = m_arguments.action == NodeActionArguments::Action::Clean;
    m_services.source.setAsksHostKeys(false);
    m_services.source.setAsksOnly(
        !cleans                         ? projects()
        : m_arguments.project.isEmpty() ? QStringList()
                                        : QStringList(m_arguments.project));
    connect(
        &m_services.inventory, &inventory::Inventory::refreshed, this,
        cleans ? &NodeActionTask::askForQueues : &NodeActionTask::plan);
    m_services.inventory.refresh();
}

void NodeActionTask::plan()
{
    disconnect(&m_services.inventory, nullptr, this, nullptr);
    const inventory::Snapshot &snapshot = m_services.inventory.snapshot();
    printProblems(snapshot, projects());
    m_lookCode =
        exitCodeOf(inventory::problemsOfTargets(snapshot, m_arguments.nodes, m_arguments.project));
    const auto nodes = inventory::resolveNodes(snapshot, m_arguments.nodes, m_arguments.project);
    if (!nodes) {
        printError(nodes.error());
        emit finished(std::max(ExitUsage, m_lookCode));
        return;
    }
    offer(planNodeAction(actionOf(m_arguments.action), *nodes, snapshot));
}

void NodeActionTask::askForQueues()
{
    disconnect(&m_services.inventory, nullptr, this, nullptr);
    const inventory::Snapshot &snapshot = m_services.inventory.snapshot();
    const QStringList wanted =
        m_arguments.project.isEmpty() ? QStringList() : QStringList(m_arguments.project);
    printProblems(snapshot, wanted);
    m_lookCode = exitCodeOf(snapshot);
    for (const cloud::Project &project : snapshot.projects) {
        if (wanted.isEmpty() || wanted.contains(project.id.text())) {
            m_waiting.push_back(project.id);
        }
    }
    if (m_waiting.empty()) {
        emit finished(std::max(ExitUsage, m_lookCode));
        return;
    }
    for (const ProjectId &project : std::vector<ProjectId>(m_waiting)) {
        m_services.tpu.listQueuedResources(
            project, {this, [this, project](const Result<cloud::QueuedResourceList> &list) {
                          handleQueue(project, list);
                      }});
    }
}

void NodeActionTask::handleQueue(
    const ProjectId &project, const Result<cloud::QueuedResourceList> &list)
{
    m_queues[project] = projectQueue(list);
    if (!list) {
        printError(list.error());
        m_lookCode = ExitCloud;
    }
    if (!m_queues[project].unreachable.isEmpty() && m_lookCode == ExitDone) {
        m_lookCode = ExitUnreachable;
    }
    std::erase(m_waiting, project);
    if (!m_waiting.empty()) {
        return;
    }
    NodeActionPlan plan;
    plan.action = NodeAction::Delete;
    bool isAllSeen = true;
    for (const auto &[each, queue] : m_queues) {
        if (const QString unseen = unseenText(each, m_services.inventory.snapshot(), queue);
            !unseen.isEmpty()) {
            isAllSeen = false;
            printNote(unseen);
        }
        NodeActionPlan part = planCleanUp(each, m_services.inventory.snapshot(), queue);
        std::move(part.steps.begin(), part.steps.end(), std::back_inserter(plan.steps));
    }
    if (plan.steps.empty()) {
        printNote(
            isAllSeen ? QStringLiteral("Nothing is left over.")
                      : QStringLiteral("Nothing is left over in what was seen."));
        printResult(plan, {});
        emit finished(m_lookCode);
        return;
    }
    offer(std::move(plan));
}

/// Shows the plan, asks and begins.
void NodeActionTask::offer(NodeActionPlan plan)
{
    m_run = std::make_unique<NodeActionRun>(m_services.tpu, std::move(plan));
    print(m_run->plan());
    if (m_run->plan().possibleCount() > 0 && !isConfirmed(m_run->plan())) {
        printResult(m_run->plan(), std::vector<NodeActionState>(m_run->plan().steps.size()));
        printError(needsYes(QStringLiteral("Nothing was done.")));
        emit finished(ExitRefused);
        return;
    }
    connect(m_run.get(), &NodeActionRun::stepChanged, this, &NodeActionTask::tellStep);
    connect(m_run.get(), &NodeActionRun::finished, this, &NodeActionTask::end);
    m_status.meter().begin(QStringLiteral("waiting for Google, nodes done"), [this] {
        // All at once: the first that is done says nothing of the others.
        return models::WorkMeter::Counts{
            overCount(m_run->states()), int(m_run->states().size()), false};
    });
    m_run->start();
}

void NodeActionTask::print(const NodeActionPlan &plan) const
{
    if (m_arguments.json) {
        return;
    }
    for (const NodeActionStep &step : plan.steps) {
        QStringList lines = stepText(plan, step);
        printLine(QStringLiteral("%1 %2").arg(
            step.error ? QStringLiteral("cannot %1").arg(verbOf(plan.action)) : verbOf(plan.action),
            lines.takeFirst()));
        for (const QString &line : qAsConst(lines)) {
            printLine(QStringLiteral("  ") + line);
        }
    }
    if (m_arguments.action == NodeActionArguments::Action::Clean && plan.possibleCount() > 0) {
        printLine(QStringLiteral("Frees the quota of %1.").arg(freedText(plan)));
    }
    flushOutput();
}

bool NodeActionTask::isConfirmed(const NodeActionPlan &plan) const
{
    if (plan.action != NodeAction::Delete) {
        return isWished(QStringLiteral("Do it?"), m_arguments.yes, !m_arguments.json);
    }
    if (m_arguments.yes || m_arguments.json || !isTerminal(STDIN_FILENO)) {
        return m_arguments.yes;
    }
    return isTyped(
        plan.possibleCount() > 1 ? QStringLiteral("Type how many nodes are to be deleted:")
                                 : QStringLiteral("Type the name of the node to delete it:"),
        wordToType(plan));
}

void NodeActionTask::tellStep(int step)
{
    const NodeActionState &state = m_run->states()[std::size_t(step)];
    const NodeActionStep &planned = m_run->plan().steps[std::size_t(step)];
    if (state.phase == Phase::Working) {
        printNote(QStringLiteral("%1: Google has begun").arg(nameOf(planned)));
    } else if (state.phase == Phase::Done) {
        printNote(QStringLiteral("%1 %2").arg(nameOf(planned), doneText(m_run->plan().action)));
    } else if (state.isOver() && state.error) {
        printError(*state.error);
    }
    if (state.isOver()) {
        keep(step);
    }
}

void NodeActionTask::keep(int step)
{
    const NodeAction action = m_run->plan().action;
    const NodeActionState &state = m_run->states()[std::size_t(step)];
    const models::Outcome outcome = state.phase == Phase::Done     ? models::Outcome::Good
                                    : state.phase == Phase::Failed ? models::Outcome::Bad
                                                                   : models::Outcome::Warning;
    const QString what = state.phase == Phase::Done ? models::nodeActionDoneText(action)
                         : state.error              ? state.error->text()
                                                    : progressText(action, state, true);
    m_story.add(
        {m_run->plan().steps[std::size_t(step)].node.ref, -1, {}, what, outcome},
        m_services.clock.now());
    m_services.history.append(m_story.entry());
}

void NodeActionTask::end()
{
    m_status.meter().end();
    int code = m_lookCode;
    for (std::size_t i = 0; i < m_run->states().size(); ++i) {
        const NodeActionState &state = m_run->states()[i];
        code = std::max(code, int(codeOf(state)));
        if (m_run->plan().steps[i].error) {
            printError(*state.error); // refused from the beginning: no step of it was told
        }
    }
    printResult(m_run->plan(), m_run->states());
    emit finished(code);
}

void NodeActionTask::printResult(
    const NodeActionPlan &plan, const std::vector<NodeActionState> &states) const
{
    if (!m_arguments.json) {
        return;
    }
    const bool cleans = m_arguments.action == NodeActionArguments::Action::Clean;
    Json nodes = Json::array();
    bool isDone = !cleans || m_lookCode == ExitDone; // more may be left over
    for (std::size_t i = 0; i < states.size(); ++i) {
        const NodeActionStep &step = plan.steps[i];
        Json lines = Json::array();
        for (const QString &line : stepText(plan, step).mid(1)) {
            lines.push_back(text(line));
        }
        const auto &error = step.error ? step.error : states[i].error;
        isDone = isDone && states[i].phase == Phase::Done;
        nodes.push_back(
            {{"project", text(step.node.ref.project.text())},
             {"zone", text(step.node.ref.zone.text())},
             {"name", text(step.node.ref.name.text())},
             {"state", text(step.node.stateText)},
             {"acceleratorType", text(step.node.acceleratorType)},
             {"usdPerDay", step.dollarsPerDay ? Json(*step.dollarsPerDay) : Json()},
             {"plan", lines},
             {"queued", step.queued.has_value()},
             {"outcome", outcomeWord(states[i].phase)},
             {"error", error ? errorJson(*error) : Json()}});
    }
    Json json{
        {"action", text(
                       plan.action == NodeAction::Maintain ? QStringLiteral("maintain")
                       : cleans                            ? QStringLiteral("clean")
                                                           : verbOf(plan.action))},
        {"done", isDone},
        {"nodes", nodes}};
    if (cleans) {
        json["frees"] = text(freedText(plan));
    }
    printJson(json, 2);
}

void NodeActionTask::interrupt()
{
    for (std::size_t i = 0; m_run && i < m_run->states().size(); ++i) {
        const Phase phase = m_run->states()[i].phase;
        if (phase == Phase::Asking || phase == Phase::Working || phase == Phase::Proving) {
            printNote(QStringLiteral("%1: what Google has begun goes on")
                          .arg(nameOf(m_run->plan().steps[i])));
        }
    }
    emit finished(ExitInterrupted);
}

} // namespace podium::ctl
