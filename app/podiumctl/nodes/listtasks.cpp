// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/nodes/listtasks.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

namespace {

QString age(const QDateTime &time)
{
    if (!time.isValid()) {
        return QStringLiteral("-");
    }
    // A clock that is behind Google's does not make a node younger than new.
    const qint64 seconds = std::max<qint64>(0, time.secsTo(QDateTime::currentDateTimeUtc()));
    return seconds < 3600    ? QStringLiteral("%1m").arg(seconds / 60)
           : seconds < 86400 ? QStringLiteral("%1h").arg(seconds / 3600)
                             : QStringLiteral("%1d").arg(seconds / 86400);
}

QString addresses(const cloud::Node &node)
{
    if (node.workers.empty()) {
        return QStringLiteral("-");
    }
    const cloud::Worker &first = node.workers.front();
    const QString ip = first.externalIp.isEmpty()
                           ? QString(first.internalIp % QStringLiteral(" (internal)"))
                           : first.externalIp;
    return node.workers.size() == 1 ? ip
                                    : QStringLiteral("%1+%2").arg(ip).arg(node.workers.size() - 1);
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("-") : text;
}

QString labelsOf(const cloud::Node &node)
{
    QStringList labels;
    for (auto it = node.labels.cbegin(); it != node.labels.cend(); ++it) {
        labels << it.key() % QLatin1Char('=') % it.value();
    }
    return labels.join(QLatin1Char(','));
}

QStringList row(const inventory::NodeEntry &entry)
{
    const cloud::Node &node = entry.node;
    QString state = node.stateText;
    if (entry.stale) {
        state += QStringLiteral(" (not seen since %1)").arg(entry.seenAt.toString(Qt::ISODate));
    }
    return {
        node.ref.name.text(),
        node.ref.project.text(),
        node.ref.zone.text(),
        state,
        orDash(node.healthText),
        node.acceleratorType,
        QString::number(node.workers.size()),
        addresses(node),
        age(node.createTime),
        node.spot ? QStringLiteral("spot") : QStringLiteral("-"),
        orDash(node.runtimeVersion),
        orDash(labelsOf(node))};
}

} // namespace

ExitCode exitCodeOf(const inventory::Snapshot &snapshot)
{
    if (snapshot.error || snapshot.projectsError) {
        return ExitCloud;
    }
    ExitCode code = snapshot.keysError ? ExitUnreachable : ExitDone;
    for (const auto &problem : snapshot.problems) {
        code = std::max(code, problem.zone ? ExitUnreachable : ExitCloud);
    }
    return code;
}

void printProblems(const inventory::Snapshot &snapshot, const QStringList &projects)
{
    for (const auto &error : {snapshot.error, snapshot.projectsError, snapshot.keysError}) {
        if (error) {
            printError(*error);
        }
    }
    for (const auto &problem : snapshot.problems) {
        if (projects.isEmpty() || projects.contains(problem.project.text())) {
            printError(problem.error);
        }
    }
}

NodesTask::NodesTask(
    inventory::Inventory &inventory, cloud::MonitoringClient &monitoring, const Clock &clock,
    NodesArguments arguments, QObject *parent)
    : Task(parent)
    , m_inventory(inventory)
    , m_idle(monitoring, clock)
    , m_arguments(std::move(arguments))
{}

void NodesTask::start()
{
    connect(
        &m_inventory, &inventory::Inventory::refreshed, this,
        m_arguments.asksIdle ? &NodesTask::askIdle : &NodesTask::print);
    connect(&m_idle, &inventory::IdleBook::answered, this, &NodesTask::print);
    m_inventory.refresh();
}

void NodesTask::askIdle()
{
    std::vector<cloud::Node> nodes;
    for (const auto &entry : m_inventory.snapshot().nodes) {
        nodes.push_back(entry.node);
    }
    m_idle.ask(nodes);
    if (!m_idle.isAsking()) {
        print();
    }
}

void NodesTask::printNodes()
{
    std::vector<QStringList> rows{
        {QStringLiteral("NAME"), QStringLiteral("PROJECT"), QStringLiteral("ZONE"),
         QStringLiteral("STATE"), QStringLiteral("HEALTH"), QStringLiteral("TYPE"),
         QStringLiteral("WORKERS"), QStringLiteral("ADDRESS"), QStringLiteral("AGE"),
         QStringLiteral("SPOT"), QStringLiteral("VERSION"), QStringLiteral("LABELS")}};
    if (m_arguments.asksIdle) {
        rows.front() << QStringLiteral("TPU");
    }
    QStringList told; // once for their project, below
    for (const Error &error : m_idle.errors()) {
        told << error.text();
    }
    QStringList reasons;
    for (const auto &entry : m_inventory.snapshot().nodes) {
        rows.push_back(row(entry));
        if (m_arguments.asksIdle) {
            const cloud::NodeIdle idle = m_idle.of(entry.node);
            rows.back() << inventory::idleText(idle);
            const QString reason =
                idle.reason.isEmpty() ? inventory::idleWarning(idle, {}) : idle.reason;
            if (!reason.isEmpty() && !told.contains(reason)) {
                reasons << entry.node.ref.text() + QStringLiteral(": ") + reason;
            }
        }
    }
    printTable(rows);
    for (const QString &reason : std::as_const(reasons)) {
        printLine(reason);
    }
}

void NodesTask::print()
{
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    if (m_arguments.json) {
        Json json = snapshotJson(snapshot);
        for (std::size_t i = 0; m_arguments.asksIdle && i < snapshot.nodes.size(); ++i) {
            json["nodes"][i]["tpu"] = idleJson(m_idle.of(snapshot.nodes[i].node));
        }
        for (const Error &error : m_idle.errors()) {
            json["errors"].push_back(errorJson(error));
        }
        printJson(json, 2);
    } else {
        printNodes();
    }
    printProblems(snapshot);
    for (const Error &error : m_idle.errors()) {
        printError(error);
    }
    emit finished(m_idle.errors().empty() ? exitCodeOf(snapshot) : ExitCloud);
}

ProjectsTask::ProjectsTask(
    inventory::Inventory &inventory, ProjectsArguments arguments, QObject *parent)
    : Task(parent)
    , m_inventory(inventory)
    , m_arguments(arguments)
{}

void ProjectsTask::start()
{
    connect(&m_inventory, &inventory::Inventory::refreshed, this, &ProjectsTask::print);
    m_inventory.refresh();
}

void ProjectsTask::print()
{
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    if (m_arguments.json) {
        printJson(projectsJson(snapshot), 2);
    } else {
        std::vector<QStringList> rows{
            {QStringLiteral("PROJECT"), QStringLiteral("NUMBER"), QStringLiteral("NAME")}};
        for (const auto &project : snapshot.projects) {
            rows.push_back({project.id.text(), project.number, project.name});
        }
        printTable(rows);
    }
    printProblems(snapshot);
    emit finished(exitCodeOf(snapshot));
}

} // namespace podium::ctl
