// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodefacts.h"

#include "core/models/maintenancetext.h"
#include "core/models/relativetime.h"

#include <QCoreApplication>

#include <algorithm>

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

std::vector<std::pair<QString, QString>>
nodeFacts(const inventory::NodeEntry &entry, const QDateTime &now)
{
    const cloud::Node &node = entry.node;
    std::vector<std::pair<QString, QString>> facts{
        {Words::tr("Type"), typeText(node)},
        {Words::tr("Zone"), node.ref.zone.text()},
        {Words::tr("Project"), node.ref.project.text()},
        {Words::tr("Version"), node.runtimeVersion},
        {Words::tr("Created"), createdText(node, now)},
        {Words::tr("Spot"),
         node.spot ? Words::tr("yes: can be taken away at any time") : QString()},
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

} // namespace podium::ui
