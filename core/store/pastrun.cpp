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

using std::chrono::milliseconds;
using std::chrono::seconds;

const QStringList &endNames()
{
    static const QStringList names{
        QStringLiteral("open"), QStringLiteral("finished"), QStringLiteral("closed"),
        QStringLiteral("left")};
    return names;
}

/// A number, its name in the JSON, and how to get at it.
struct Number
{
    const char *name;
    qint64 (*get)(const PastRun &run);
    void (*set)(PastRun &run, qint64 value);
};

const std::vector<Number> &numbers()
{
    static const std::vector<Number> all{
        {"workers", [](const PastRun &r) -> qint64 { return r.workers; },
         [](PastRun &r, qint64 v) { r.workers = int(v); }},
        {"fanOut", [](const PastRun &r) -> qint64 { return r.options.fanOut; },
         [](PastRun &r, qint64 v) { r.options.fanOut = int(v); }},
        {"loginsAtOnce", [](const PastRun &r) -> qint64 { return r.options.loginsAtOnce; },
         [](PastRun &r, qint64 v) { r.options.loginsAtOnce = int(v); }},
        {"connectMs", [](const PastRun &r) -> qint64 { return r.options.connectLimit.count(); },
         [](PastRun &r, qint64 v) { r.options.connectLimit = milliseconds(v); }},
        {"totalMs", [](const PastRun &r) -> qint64 { return r.options.totalLimit.count(); },
         [](PastRun &r, qint64 v) { r.options.totalLimit = milliseconds(v); }},
        {"stepMs", [](const PastRun &r) -> qint64 { return r.options.phaseLimits.tcp.count(); },
         [](PastRun &r, qint64 v) {
             const milliseconds step(v);
             r.options.phaseLimits = {step, step, step, step};
         }},
        {"firstOutputMs",
         [](const PastRun &r) -> qint64 { return r.options.firstOutputLimit.count(); },
         [](PastRun &r, qint64 v) { r.options.firstOutputLimit = milliseconds(v); }},
        {"idleMs", [](const PastRun &r) -> qint64 { return r.options.idleLimit.count(); },
         [](PastRun &r, qint64 v) { r.options.idleLimit = milliseconds(v); }},
        {"lossSeconds", [](const PastRun &r) -> qint64 { return r.options.lossLimit.count(); },
         [](PastRun &r, qint64 v) { r.options.lossLimit = seconds(v); }},
    };
    return all;
}

const std::vector<Number> &summaryNumbers()
{
    static const std::vector<Number> all{
        {"ok", [](const PastRun &r) -> qint64 { return r.summary.ok; },
         [](PastRun &r, qint64 v) { r.summary.ok = int(v); }},
        {"failed", [](const PastRun &r) -> qint64 { return r.summary.failed; },
         [](PastRun &r, qint64 v) { r.summary.failed = int(v); }},
        {"unreachable", [](const PastRun &r) -> qint64 { return r.summary.unreachable; },
         [](PastRun &r, qint64 v) { r.summary.unreachable = int(v); }},
        {"stopped", [](const PastRun &r) -> qint64 { return r.summary.stopped; },
         [](PastRun &r, qint64 v) { r.summary.stopped = int(v); }},
        {"running", [](const PastRun &r) -> qint64 { return r.summary.running; },
         [](PastRun &r, qint64 v) { r.summary.running = int(v); }},
        {"waiting", [](const PastRun &r) -> qint64 { return r.summary.waiting; },
         [](PastRun &r, qint64 v) { r.summary.waiting = int(v); }},
    };
    return all;
}

void writeNumbers(QJsonObject &json, const PastRun &run, const std::vector<Number> &some)
{
    for (const Number &number : some) {
        json.insert(QLatin1String(number.name), double(number.get(run)));
    }
}

void readNumbers(PastRun &run, const QJsonObject &json, const std::vector<Number> &some)
{
    for (const Number &number : some) {
        const QJsonValue value = json.value(QLatin1String(number.name));
        if (value.isDouble()) {
            number.set(run, qint64(value.toDouble()));
        }
    }
}

struct Flag
{
    const char *name;
    bool (*get)(const PastRun &run);
    void (*set)(PastRun &run, bool value);
};

const std::vector<Flag> &flags()
{
    static const std::vector<Flag> all{
        {"terminal", [](const PastRun &r) { return r.options.terminal.has_value(); },
         [](PastRun &r, bool v) {
             r.options.terminal = v ? std::optional(ssh::TerminalSize()) : std::nullopt;
         }},
        {"keepsInputOpen", [](const PastRun &r) { return r.options.keepsInputOpen; },
         [](PastRun &r, bool v) { r.options.keepsInputOpen = v; }},
        {"freshLogin", [](const PastRun &r) { return r.options.freshLogin; },
         [](PastRun &r, bool v) { r.options.freshLogin = v; }},
        {"detached", [](const PastRun &r) { return r.isDetached; },
         [](PastRun &r, bool v) { r.isDetached = v; }},
        {"hadInput", [](const PastRun &r) { return r.hadInput; },
         [](PastRun &r, bool v) { r.hadInput = v; }},
        {"hadEnvironment", [](const PastRun &r) { return r.hadEnvironment; },
         [](PastRun &r, bool v) { r.hadEnvironment = v; }},
        {"own", [](const PastRun &r) { return r.isOwn; }, [](PastRun &r, bool v) { r.isOwn = v; }},
    };
    return all;
}

/// The options alone: nothing else of a spec is copied, so nothing secret can be.
run::RunSpec optionsOf(const run::RunSpec &spec)
{
    run::RunSpec options;
    options.fanOut = spec.fanOut;
    options.loginsAtOnce = spec.loginsAtOnce;
    options.connectLimit = spec.connectLimit;
    options.totalLimit = spec.totalLimit;
    options.phaseLimits = spec.phaseLimits;
    options.firstOutputLimit = spec.firstOutputLimit;
    options.idleLimit = spec.idleLimit;
    options.lossLimit = spec.lossLimit;
    options.freshLogin = spec.freshLogin;
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        options.*flag.value = spec.*flag.value;
    }
    options.gateway = spec.gateway;
    options.terminal = spec.terminal;
    options.keepsInputOpen = spec.keepsInputOpen;
    return options;
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
    writeNumbers(json, run, numbers());
    for (const Flag &flag : flags()) {
        json.insert(QLatin1String(flag.name), flag.get(run));
    }
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        json.insert(QLatin1String(flag.name), run.options.*flag.value);
    }
    if (run.options.gateway) {
        json.insert(QStringLiteral("gateway"), run.options.gateway->text());
    }
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
    readNumbers(run, object, numbers());
    for (const Flag &flag : flags()) {
        flag.set(run, object.value(QLatin1String(flag.name)).toBool());
    }
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        run.options.*flag.value = object.value(QLatin1String(flag.name)).toBool();
    }
    run.options.gateway = WorkerRef::parse(object.value(QStringLiteral("gateway")).toString());
}

QByteArray summaryToJson(const PastRun &run)
{
    QJsonObject json;
    writeNumbers(json, run, summaryNumbers());
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
    readNumbers(run, object, summaryNumbers());
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
