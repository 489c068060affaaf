// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tpu/topprint.h"

#include "core/models/load/loadmodel.h"
#include "core/tpu/load/loadtexts.h"
#include "core/tpu/load/loadwarnings.h"

#include <algorithm>
#include <cmath>

namespace podium::ctl {

namespace {

using tpu::HostCounters;
using tpu::LoadValue;
using tpu::WorkerLoad;
using Cost = models::DayPrice::Kind;

constexpr int HistoryColumn = 3; // behind the duty cycle, of which it is

template <typename T>
Json orNull(const std::optional<T> &value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json disksJson(const HostCounters &counters)
{
    Json list = Json::array();
    for (const tpu::FileSystem &disk : counters.disks) {
        list.push_back(
            {{"mountPoint", text(disk.mountPoint)},
             {"type", text(disk.type)},
             {"usedBytes", disk.usedBytes},
             {"freeBytes", disk.freeBytes}});
    }
    return list;
}

Json tpuJson(const tpu::RuntimeMetrics &metrics)
{
    Json devices = Json::array();
    for (const tpu::DeviceMetrics &device : metrics.devices) {
        devices.push_back(
            {{"device", device.device},
             {"dutyCycle", orNull(device.dutyCycle)},
             {"memoryUsedBytes", orNull(device.memoryUsed)},
             {"memoryTotalBytes", orNull(device.memoryTotal)}});
    }
    return {
        {"state", text(tpu::metricsStateName(metrics.state))},
        {"dutyCycle", orNull(metrics.dutyCycle())},
        {"memory", orNull(metrics.memory())},
        {"devices", std::move(devices)}};
}

Json memoryJson(const HostCounters &counters)
{
    if (!counters.memoryTotal || !counters.memoryAvailable) {
        return nullptr;
    }
    return {{"totalBytes", *counters.memoryTotal}, {"availableBytes", *counters.memoryAvailable}};
}

TopNode nodeOf(const TopNodeMap &nodes, const NodeRef &ref)
{
    const auto found = nodes.find(ref);
    return found == nodes.end() ? TopNode() : found->second;
}

QString costName(Cost cost)
{
    switch (cost) {
    case Cost::Covered:
        return QStringLiteral("covered");
    case Cost::NotCovered:
        return QStringLiteral("not-covered");
    case Cost::NotCharged:
        return QStringLiteral("not-charged");
    case Cost::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

/// "$77.28 a day" where somebody pays it; else empty.
QString chargedText(const models::DayPrice &price)
{
    return price.kind == Cost::NotCovered
               ? QStringLiteral("%1 a day").arg(models::dayPriceCell(price))
               : QString();
}

} // namespace

Json topNodeJson(const TopNodeMap &nodes, const NodeRef &ref)
{
    constexpr double cents = 100;
    const TopNode node = nodeOf(nodes, ref);
    const auto &price = node.price;
    return {
        {"cost", text(costName(price.kind))},
        {"usdPerDay",
         price.dollars ? Json(std::round(*price.dollars * cents) / cents) : Json(nullptr)},
        {"reason", price.reason.isEmpty() ? Json(nullptr) : Json(text(price.reason))},
        {"monitoring", node.idle ? idleJson(*node.idle) : Json(nullptr)}};
}

Json topJson(const WorkerLoad &worker, const TopNodeMap &nodes, const QDateTime &now)
{
    Json json{
        {"worker", text(worker.worker.text())},
        {"time", text(now.toString(Qt::ISODateWithMs))},
        {"node", topNodeJson(nodes, worker.worker.node)},
        {"error", worker.error ? errorJson(*worker.error) : Json(nullptr)}};
    if (worker.error) {
        return json;
    }
    const HostCounters counters = worker.counters.value_or(HostCounters());
    json["cpu"] = orNull(worker.host.cpu);
    json["load"] = orNull(worker.host.load);
    json["processors"] = orNull(counters.processors);
    json["memory"] = memoryJson(counters);
    json["receivedPerSecond"] = orNull(worker.host.receivedPerSecond);
    json["sentPerSecond"] = orNull(worker.host.sentPerSecond);
    json["disks"] = disksJson(counters);
    json["uptimeSeconds"] = orNull(counters.uptime);
    json["oomKills"] = orNull(counters.oomKills);
    json["tpu"] = tpuJson(worker.tpu);
    Json warnings = Json::array();
    const QString cost = chargedText(nodeOf(nodes, worker.worker.node).price);
    for (const QString &warning : tpu::loadWarnings(worker, cost)) {
        warnings.push_back(text(warning));
    }
    json["warnings"] = std::move(warnings);
    return json;
}

tpu::SparkSpan topHistory(const std::vector<WorkerLoad> &workers, qint64 nowMs, qint64 intervalMs)
{
    constexpr int parts = 12;
    qint64 first = nowMs;
    for (const WorkerLoad &worker : workers) {
        const auto &samples = worker.history.samples();
        first = samples.empty() ? first : std::min(first, samples.front().timeMs);
    }
    // What was found first belongs to it.
    const qint64 length = std::max(nowMs - first + parts, parts * intervalMs);
    return {nowMs, std::min(length, tpu::LoadHistory::SpanMs), parts};
}

std::vector<QStringList> topRows(
    const std::vector<WorkerLoad> &workers, const std::optional<tpu::SparkSpan> &history,
    const WorkerName &nameOf)
{
    std::vector<QStringList> rows{
        {QStringLiteral("WORKER"), QStringLiteral("TPU"), QStringLiteral("DUTY"),
         QStringLiteral("HBM"), QStringLiteral("CPU"), QStringLiteral("MEM"),
         QStringLiteral("DISK"), QStringLiteral("IN"), QStringLiteral("OUT"),
         QStringLiteral("LOAD")}};
    if (history) {
        rows.front().insert(HistoryColumn, QStringLiteral("HISTORY"));
    }
    for (const WorkerLoad &worker : workers) {
        const QString name = nameOf(worker.worker);
        if (worker.error || !worker.counters) {
            rows.push_back(
                {name, worker.error ? QStringLiteral("no answer") : QStringLiteral("asked…")});
            continue;
        }
        const auto &host = worker.host;
        rows.push_back(
            {name, tpu::metricsStateText(worker.tpu.state), tpu::partText(worker.tpu.dutyCycle()),
             tpu::partText(worker.tpu.memory()), tpu::partText(host.cpu),
             tpu::partText(host.memory), tpu::partText(tpu::fullestDisk(*worker.counters)),
             tpu::rateText(host.receivedPerSecond), tpu::rateText(host.sentPerSecond),
             host.load ? QString::number(*host.load, 'f', 1) : QStringLiteral("-")});
        if (history) {
            rows.back().insert(
                HistoryColumn,
                tpu::blocksText(tpu::sparkline(worker.history, LoadValue::DutyCycle, *history)));
        }
    }
    return rows;
}

QStringList topWarnings(
    const std::vector<WorkerLoad> &workers, const TopNodeMap &nodes, const WorkerName &nameOf)
{
    QStringList lines;
    const auto odd = tpu::odditiesInNodes(workers, {});
    for (std::size_t place = 0; place < workers.size(); ++place) {
        const WorkerLoad &worker = workers[place];
        const auto add = [&lines, &worker, &nameOf](const QString &text) {
            lines << QStringLiteral("%1: %2").arg(nameOf(worker.worker), text);
        };
        if (worker.error) {
            add(worker.error->text());
            continue;
        }
        for (const tpu::Oddity &each : odd[place]) {
            add(models::oddityText(each));
        }
        const QString cost = chargedText(nodeOf(nodes, worker.worker.node).price);
        for (const QString &warning : tpu::loadWarnings(worker, cost)) {
            add(warning);
        }
    }
    return lines;
}

QStringList topNodeLines(const TopNodeMap &nodes)
{
    QStringList lines;
    for (const auto &[ref, node] : nodes) {
        QStringList parts;
        if (node.price.kind == Cost::NotCovered) {
            parts << chargedText(node.price) + QStringLiteral(" by list price");
        } else if (node.price.kind == Cost::Covered) {
            parts << QStringLiteral("covered by a TPU grant");
        }
        if (node.idle) {
            const QString &reason = node.idle->reason;
            parts << inventory::idleText(*node.idle) + QStringLiteral(" by Cloud Monitoring") +
                         (reason.isEmpty() ? QString() : QString(QStringLiteral(": ") + reason));
        }
        if (!parts.isEmpty()) {
            lines << QStringLiteral("%1: %2").arg(ref.text(), parts.join(QStringLiteral("; ")));
        }
    }
    return lines;
}

} // namespace podium::ctl
