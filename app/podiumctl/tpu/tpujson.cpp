// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tpu/tpujson.h"

#include "app/podiumctl/terminal.h"

namespace podium::ctl {

namespace {

Json textOrNull(const QString &string)
{
    return string.isEmpty() ? Json(nullptr) : Json(text(string));
}

Json listJson(const QStringList &list)
{
    Json json = Json::array();
    for (const QString &item : list) {
        json.push_back(text(item));
    }
    return json;
}

Json holderListJson(const tpu::WorkerHolders &found)
{
    Json holders = Json::array();
    for (const tpu::Holder &holder : found.holders) {
        holders.push_back(
            {{"pid", holder.pid},
             {"user", text(holder.user)},
             {"ageSeconds", holder.ageSeconds ? Json(*holder.ageSeconds) : Json(nullptr)},
             {"command", text(holder.command)},
             {"state", text(holder.state)},
             {"container", textOrNull(holder.container)},
             {"engine", textOrNull(holder.engine)},
             {"chips", listJson(holder.chips)}});
    }
    return holders;
}

QString verdictOf(const tpu::WorkerTpu &worker)
{
    return tpu::verdictName(worker.health ? worker.health->verdict : tpu::Health::Verdict::Unknown);
}

void printHealth(const tpu::WorkerTpu &worker, const QString &name)
{
    if (!worker.health) {
        return;
    }
    printLine(QStringLiteral("%1: %2").arg(name, verdictOf(worker)));
    for (const QString &finding : worker.health->findings) {
        printLine(QStringLiteral("%1:   %2").arg(name, finding));
    }
}

QString unknownOf(const tpu::WorkerTpu &worker)
{
    return worker.error ? worker.error->text() : worker.holders.unknown;
}

} // namespace

Json tpuHoldersJson(const tpu::WorkerTpu &worker)
{
    const auto &lock = worker.holders.lock;
    return {
        {"worker", text(worker.worker.text())},
        {"free", !worker.error && worker.holders.isFree()},
        {"devices", listJson(worker.holders.devices)},
        {"holders", holderListJson(worker.holders)},
        {"lockFile",
         lock ? Json{{"user", text(lock->user)},
                     {"ownerPid", lock->ownerPid > 0 ? Json(lock->ownerPid) : Json(nullptr)},
                     {"stale", worker.holders.hasStaleLock()}}
              : Json(nullptr)},
        {"unknown", textOrNull(unknownOf(worker))}};
}

Json tpuFreeJson(const tpu::WorkerTpu &worker)
{
    Json steps = Json::array();
    const tpu::WorkerHolders &now = worker.holders;
    if (worker.outcome) {
        for (const remote::Step &step : worker.outcome->steps) {
            steps.push_back(
                {{"step", text(step.name)},
                 {"state", text(remote::stepStateName(step.state))},
                 {"detail", text(step.detail)}});
        }
    }
    return {
        {"worker", text(worker.worker.text())},
        {"plan", listJson(tpu::planLines(worker.plan))},
        {"steps", std::move(steps)},
        {"free", worker.error ? Json(nullptr) : Json(now.isFree())},
        {"outcome", worker.outcome ? Json(text(tpu::outcomeText(*worker.outcome))) : Json(nullptr)},
        {"verdict", worker.health ? Json(text(verdictOf(worker))) : Json(nullptr)},
        {"findings", listJson(worker.health ? worker.health->findings : QStringList())},
        {"holders", holderListJson(now)},
        {"unknown", textOrNull(worker.error ? worker.error->text() : now.unknown)}};
}

Json tpuCheckJson(const tpu::WorkerTpu &worker)
{
    using Answer = tpu::Probe::Verdict;
    const bool isKnown = worker.probe && worker.probe->verdict != Answer::Unknown;
    QStringList findings = worker.health ? worker.health->findings : QStringList();
    if (worker.error) {
        findings << worker.error->text();
    }
    return {
        {"worker", text(worker.worker.text())},
        {"verdict", text(verdictOf(worker))},
        {"findings", listJson(findings)},
        {"libtpu", textOrNull(worker.health ? worker.health->libtpu : QString())},
        {"answers", isKnown ? Json(worker.probe->verdict == Answer::Answers) : Json(nullptr)},
        {"probe", textOrNull(worker.probe ? worker.probe->text : QString())},
        {"output", textOrNull(worker.probe ? worker.probe->output : QString())}};
}

void printTpuHolders(const std::vector<tpu::WorkerTpu> &workers, const WorkerName &nameOf)
{
    std::vector<QStringList> rows{
        {QStringLiteral("WORKER"), QStringLiteral("USER"), QStringLiteral("PID"),
         QStringLiteral("AGE"), QStringLiteral("CHIPS"), QStringLiteral("COMMAND")}};
    for (const tpu::WorkerTpu &worker : workers) {
        const QString name = nameOf(worker.worker);
        for (const tpu::Holder &holder : worker.holders.holders) {
            const QString inside =
                holder.container.isEmpty()
                    ? QString()
                    : QStringLiteral(" (in %1 %2)").arg(holder.engine, holder.container.left(12));
            rows.push_back(
                {name, holder.user, QString::number(holder.pid), tpu::ageText(holder.ageSeconds),
                 tpu::chipsText(holder.chips), holder.command + inside});
        }
        if (const QString unknown = unknownOf(worker); !unknown.isEmpty()) {
            rows.push_back({name, {}, {}, {}, {}, QStringLiteral("unknown: ") + unknown});
        } else if (worker.holders.isFree()) {
            rows.push_back({name, {}, {}, {}, {}, QStringLiteral("free")});
        }
        if (worker.holders.hasStaleLock()) {
            rows.push_back(
                {name,
                 worker.holders.lock->user,
                 {},
                 {},
                 {},
                 QStringLiteral("left a lock file behind, which keeps others out")});
        }
    }
    printTable(rows);
}

void printTpuPlan(const std::vector<tpu::WorkerTpu> &workers, const WorkerName &nameOf)
{
    for (const tpu::WorkerTpu &worker : workers) {
        if (worker.error) {
            continue;
        }
        const QStringList lines = tpu::planLines(worker.plan);
        for (const QString &line : lines) {
            printLine(QStringLiteral("%1: %2").arg(nameOf(worker.worker), line));
        }
    }
}

void printTpuOutcomes(const std::vector<tpu::WorkerTpu> &workers, const WorkerName &nameOf)
{
    for (const tpu::WorkerTpu &worker : workers) {
        if (!worker.outcome) {
            continue;
        }
        for (const remote::Step &step : worker.outcome->steps) {
            printLine(QStringLiteral("%1: %2: %3%4")
                          .arg(
                              nameOf(worker.worker), step.name, remote::stepStateName(step.state),
                              step.detail.isEmpty() ? QString()
                                                    : QStringLiteral(" (%1)").arg(step.detail)));
        }
        printLine(
            QStringLiteral("%1: %2").arg(nameOf(worker.worker), tpu::outcomeText(*worker.outcome)));
        printHealth(worker, nameOf(worker.worker));
    }
}

void printTpuCheck(const std::vector<tpu::WorkerTpu> &workers, const WorkerName &nameOf)
{
    for (const tpu::WorkerTpu &worker : workers) {
        if (!worker.health) {
            continue;
        }
        printHealth(worker, nameOf(worker.worker));
        if (worker.probe) {
            printLine(QStringLiteral("%1:   %2").arg(nameOf(worker.worker), worker.probe->text));
        }
    }
}

} // namespace podium::ctl
