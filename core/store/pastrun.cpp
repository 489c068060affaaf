// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/pastrun.h"

#include "core/run/runoption.h"
#include "core/store/activity.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace podium::store {

namespace {

const QStringList &endNames()
{
    static const QStringList names{
        QStringLiteral("open"), QStringLiteral("finished"), QStringLiteral("closed"),
        QStringLiteral("left")};
    return names;
}

constexpr struct
{
    const char *name;
    int run::RunSummary::*count;
} Counts[] = {
    {"ok", &run::RunSummary::ok},
    {"failed", &run::RunSummary::failed},
    {"unreachable", &run::RunSummary::unreachable},
    {"stopped", &run::RunSummary::stopped},
    {"running", &run::RunSummary::running},
    {"waiting", &run::RunSummary::waiting},
};

constexpr struct
{
    const char *name;
    bool PastRun::*value;
} Facts[] = {
    {"detached", &PastRun::isDetached},
    {"hadInput", &PastRun::hadInput},
    {"hadEnvironment", &PastRun::hadEnvironment},
    {"own", &PastRun::isOwn},
};

/// Of a spec, besides what a person can tell a run.
constexpr struct
{
    const char *name;
    bool run::RunSpec::*value;
} OtherFlags[] = {
    {"keepsInputOpen", &run::RunSpec::keepsInputOpen},
    {"freshLogin", &run::RunSpec::freshLogin},
};

/// The options alone: nothing else of a spec is copied, so nothing secret can be.
run::RunSpec optionsOf(const run::RunSpec &spec)
{
    run::RunSpec options;
    for (const run::RunOption &option : run::RunOption::all()) {
        option.apply(options, option.value(spec));
    }
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        options.*flag.value = spec.*flag.value;
    }
    for (const auto &flag : OtherFlags) {
        options.*flag.value = spec.*flag.value;
    }
    options.gateway = spec.gateway;
    options.terminal = spec.terminal;
    options.saveFolder = spec.saveFolder;
    return options;
}

void writeOptions(QJsonObject &json, const run::RunSpec &options)
{
    for (const run::RunOption &option : run::RunOption::all()) {
        json.insert(QLatin1String(option.name), double(option.value(options)) * option.inHistory);
    }
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        json.insert(QLatin1String(flag.name), options.*flag.value);
    }
    for (const auto &flag : OtherFlags) {
        json.insert(QLatin1String(flag.name), options.*flag.value);
    }
    json.insert(QStringLiteral("terminal"), options.terminal.has_value());
    if (options.gateway) {
        json.insert(QStringLiteral("gateway"), options.gateway->text());
    }
    if (!options.saveFolder.isEmpty()) {
        json.insert(QStringLiteral("saveFolder"), options.saveFolder);
    }
}

/// A number that is missing stays as it usually is.
void readOptions(run::RunSpec &options, const QJsonObject &json)
{
    for (const run::RunOption &option : run::RunOption::all()) {
        const QJsonValue value = json.value(QLatin1String(option.name));
        if (value.isDouble()) {
            option.apply(options, int(value.toDouble() / option.inHistory));
        }
    }
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        options.*flag.value = json.value(QLatin1String(flag.name)).toBool();
    }
    for (const auto &flag : OtherFlags) {
        options.*flag.value = json.value(QLatin1String(flag.name)).toBool();
    }
    if (json.value(QStringLiteral("terminal")).toBool()) {
        options.terminal = ssh::TerminalSize();
    }
    options.gateway = WorkerRef::parse(json.value(QStringLiteral("gateway")).toString());
    options.saveFolder = json.value(QStringLiteral("saveFolder")).toString();
}

QJsonObject verdictsToJson(const PastVerdicts &verdicts)
{
    std::map<NodeRef, QJsonArray> indexes;
    for (const WorkerRef &worker : verdicts.workers) {
        indexes[worker.node].append(worker.index);
    }
    QJsonObject workers;
    for (const auto &[node, numbers] : indexes) {
        workers.insert(node.text(), numbers);
    }
    return {
        {QStringLiteral("workers"), workers},
        {QStringLiteral("states"), QJsonArray::fromStringList(verdicts.states)},
        {QStringLiteral("error"), verdicts.error}};
}

QStringList wordsOf(const QJsonValue &array)
{
    QStringList words;
    for (const QJsonValue &word : array.toArray()) {
        words << word.toString();
    }
    return words;
}

PastVerdicts verdictsFromJson(const QJsonObject &json)
{
    PastVerdicts verdicts;
    const QJsonObject workers = json.value(QStringLiteral("workers")).toObject();
    for (auto it = workers.begin(); it != workers.end(); ++it) {
        const auto node = nodeFromText(it.key());
        const QJsonArray numbers = node ? it.value().toArray() : QJsonArray();
        for (const QJsonValue &number : numbers) {
            verdicts.workers.push_back({*node, number.toInt()});
        }
    }
    verdicts.states = wordsOf(json.value(QStringLiteral("states")));
    verdicts.error = json.value(QStringLiteral("error")).toString();
    return verdicts;
}

} // namespace

PastRun pastRunOf(
    const run::RunSpec &spec, const QString &program, const QStringList &targets,
    const QDateTime &now)
{
    PastRun past;
    past.isDetached = !spec.detachedId.isEmpty();
    past.id = past.isDetached ? spec.detachedId : spec.runId;
    past.program = program;
    past.title = spec.title;
    past.command = spec.command;
    past.targets = targets;
    past.workers = int(spec.workers.size());
    past.startedAt = now;
    past.hadInput = !spec.input.isEmpty();
    past.hadEnvironment = !spec.environment.empty();
    past.isOwn = !spec.inputs.empty();
    past.options = optionsOf(spec);
    return past;
}

run::RunSpec specOf(const PastRun &run, std::vector<WorkerRef> workers)
{
    run::RunSpec spec = optionsOf(run.options);
    spec.workers = std::move(workers);
    spec.command = run.command;
    spec.title = run.title;
    return spec;
}

QByteArray factsToJson(const PastRun &run)
{
    QJsonObject json{
        {QStringLiteral("title"), run.title},
        // Of a command that Podium put together, the script is of no use to anybody.
        {QStringLiteral("command"),
         run.isOwn ? QString() : QString::fromLatin1(run.command.toBase64())},
        {QStringLiteral("targets"), QJsonArray::fromStringList(run.targets)}};
    if (!run.recipe.isEmpty()) {
        json.insert(QStringLiteral("recipe"), run.recipe);
        json.insert(QStringLiteral("person"), run.person);
        json.insert(QStringLiteral("steps"), QJsonArray::fromStringList(run.steps));
    }
    json.insert(QStringLiteral("workers"), run.workers);
    for (const auto &fact : Facts) {
        json.insert(QLatin1String(fact.name), run.*fact.value);
    }
    writeOptions(json, run.options);
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

void readFacts(PastRun &run, const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    run.title = object.value(QStringLiteral("title")).toString();
    run.command =
        QByteArray::fromBase64(object.value(QStringLiteral("command")).toString().toLatin1());
    run.targets = wordsOf(object.value(QStringLiteral("targets")));
    run.recipe = object.value(QStringLiteral("recipe")).toString();
    run.person = object.value(QStringLiteral("person")).toString();
    run.steps = wordsOf(object.value(QStringLiteral("steps")));
    run.workers = object.value(QStringLiteral("workers")).toInt();
    for (const auto &fact : Facts) {
        run.*fact.value = object.value(QLatin1String(fact.name)).toBool();
    }
    readOptions(run.options, object);
}

QByteArray summaryToJson(const PastRun &run)
{
    QJsonObject json;
    for (const auto &each : Counts) {
        json.insert(QLatin1String(each.name), run.summary.*each.count);
    }
    QJsonArray verdicts;
    for (const PastVerdicts &each : run.verdicts) {
        verdicts.append(verdictsToJson(each));
    }
    if (!verdicts.isEmpty()) {
        json.insert(QStringLiteral("verdicts"), verdicts);
    }
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

void readSummary(PastRun &run, const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    for (const auto &each : Counts) {
        run.summary.*each.count = object.value(QLatin1String(each.name)).toInt();
    }
    for (const QJsonValue &verdicts : object.value(QStringLiteral("verdicts")).toArray()) {
        run.verdicts.push_back(verdictsFromJson(verdicts.toObject()));
    }
}

QString endName(PastRun::End end)
{
    return endNames().at(int(end));
}

PastRun::End endFromName(const QString &name)
{
    return PastRun::End(std::max(0, int(endNames().indexOf(name))));
}

} // namespace podium::store
