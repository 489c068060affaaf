// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodefacts.h"

#include "core/models/nodes/maintenancetext.h"
#include "core/models/nodes/nodecells.h"
#include "core/models/relativetime.h"
#include "core/models/run/detachedrunsmodel.h"
#include "core/models/run/workerlabels.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace podium::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(NodeDetail)
};

QString labelsText(const cloud::Node &node)
{
    QStringList labels;
    for (auto label = node.labels.begin(); label != node.labels.end(); ++label) {
        labels << QStringLiteral("%1=%2").arg(label.key(), label.value());
    }
    return labels.join(QStringLiteral(", "));
}

QString typeText(const cloud::Node &node)
{
    return node.topology.isEmpty()
               ? node.acceleratorType
               : Words::tr("%1, %2 chips").arg(node.acceleratorType, node.topology);
}

QString maintenanceText(const cloud::Node &node)
{
    return node.maintenance ? models::maintenanceText(*node.maintenance) : QString();
}

QString createdText(const cloud::Node &node, const QDateTime &now)
{
    return node.createTime.isValid()
               ? Words::tr("%1 (%2)").arg(
                     models::fullTimeText(node.createTime), models::agoText(node.createTime, now))
               : QString();
}

} // namespace

std::vector<std::pair<QString, QString>> nodeFacts(
    const inventory::NodeEntry &entry, const models::SharedDayPrices &prices,
    const models::HolderLook &holders, const QDateTime &now)
{
    const cloud::Node &node = entry.node;
    std::vector<std::pair<QString, QString>> facts{
        {Words::tr("Type"), typeText(node)},
        {Words::tr("Zone"), node.ref.zone.text()},
        {Words::tr("Project"), node.ref.project.text()},
        {Words::tr("Version"), node.runtimeVersion},
        {Words::tr("Created"), createdText(node, now)},
        {Words::tr("Spot"), node.spot ? Words::tr("yes: can be preempted at any time") : QString()},
        {Words::tr("A day"),
         prices ? models::dayPriceMeaning(models::dayPriceOf(prices, node.ref)) : QString()},
        {Words::tr("TPU held by"), models::holdersText(holders, now)},
        {Words::tr("Maintenance"), maintenanceText(node)},
        {Words::tr("Health"), node.healthDescription},
        {Words::tr("Labels"), labelsText(node)},
        {Words::tr("Queued as"), node.queuedResource.section(QLatin1Char('/'), -1)},
        {Words::tr("Id"), node.id},
    };
    facts.erase(
        std::remove_if(
            facts.begin(), facts.end(), [](const auto &fact) { return fact.second.isEmpty(); }),
        facts.end());
    return facts;
}

QString whyNoRun(const cloud::Node &node)
{
    return cloud::mayBeReached(node.state) ? QString()
                                           : Words::tr("No command can run there: the node is %1.")
                                                 .arg(models::stateText(node));
}

QString whyNoShell(const cloud::Node &node)
{
    if (!cloud::mayBeReached(node.state)) {
        return Words::tr("No terminal: the node is %1.").arg(models::stateText(node));
    }
    return models::firstAddress(node).isEmpty()
               ? Words::tr("No terminal: the node has no address now.")
               : QString();
}

QStringList detachedRunTexts(const std::vector<run::DetachedRun> &runs, const NodeRef &node)
{
    constexpr int MostLines = 3;
    constexpr int MostLetters = 60;
    QStringList lines;
    for (const run::DetachedRun &detached : runs) {
        std::vector<WorkerRef> here;
        std::copy_if(
            detached.workers.begin(), detached.workers.end(), std::back_inserter(here),
            [&node](const WorkerRef &worker) { return worker.node == node; });
        if (!here.empty()) {
            QString command = QString::fromUtf8(detached.command).simplified();
            if (command.size() > MostLetters) {
                command = command.left(MostLetters - 1) + QStringLiteral("…");
            }
            lines << Words::tr("%1: %2, on %3")
                         .arg(
                             models::detachedRunState(detached), command,
                             models::foldedLabel(models::workerLabels(here)));
        }
    }
    if (const int more = lines.size() - MostLines; more > 0) {
        lines = lines.mid(0, MostLines) << Words::tr("and %n more", nullptr, more);
    }
    return lines;
}

} // namespace podium::ui
