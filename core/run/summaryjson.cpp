// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/summaryjson.h"

#include "core/ssh/phasename.h"

#include <nlohmann/json.hpp>

namespace podium::run {

namespace {

using Json = nlohmann::ordered_json;

/// What an ending has besides its class.
struct AddDetails
{
    Json &json;
    void operator()(const ssh::Exited &e) const { json["status"] = e.status; }
    void operator()(const ssh::Signalled &e) const { json["signal"] = e.signal.toStdString(); }
    void operator()(const ssh::TimedOut &e) const
    {
        json["phase"] = ssh::phaseName(e.phase).toStdString();
        if (e.silence != ssh::Silence::None) {
            json["waitedFor"] = ssh::silenceName(e.silence).toStdString();
        }
        if (e.phase == ssh::Phase::Running) {
            json["gone"] = e.gone;
        }
    }
    void operator()(const ssh::Refused &e) const { message(e.error); }
    void operator()(const ssh::Unreachable &e) const { message(e.error); }
    void operator()(const ssh::Lost &e) const { message(e.error); }
    void operator()(const ssh::Stopped &e) const { json["gone"] = e.gone; }
    void operator()(const NeverStarted &) const {}

    void message(const Error &error) const { json["message"] = error.text().toStdString(); }
};

/// Only where there are some.
void addTexts(Json &json, const char *name, const QStringList &texts)
{
    for (const QString &text : texts) {
        json[name].push_back(text.toStdString());
    }
}

Json workerJson(const Run &run, int slot, const QString &fileName)
{
    const WorkerState &worker = run.state().workers().at(std::size_t(slot));
    Json json;
    json["worker"] = worker.worker.text().toStdString();
    json["file"] = fileName.toStdString();
    if (worker.ending) {
        json["class"] = endingClassName(endingClass(*worker.ending)).toStdString();
        json["ending"] = describeEnding(worker).toStdString();
        std::visit(AddDetails{json}, *worker.ending);
    } else {
        json["class"] = worker.isRunning() ? "running" : "waiting";
    }
    if (worker.startedMs >= 0 && worker.endedMs >= 0) {
        json["seconds"] = double(worker.elapsedMs(worker.endedMs)) / 1000.0;
    }
    json["transport"] = transportName(worker.route).toStdString();
    addTexts(json, "transportReasons", worker.route.why);
    addTexts(json, "ignoredOptions", worker.route.ignored);
    if (worker.unguarded) {
        json["unguarded"] = unguardedText(*worker.unguarded).toStdString();
    }
    json["bytes"] = run.output().receivedBytes(slot);
    if (const qint64 cut = run.output().cutBytes(slot); cut > 0) {
        json["cutBytes"] = cut;
        json["outGapAt"] = run.output().gapAt(slot, ssh::OutputStream::Out);
        json["errGapAt"] = run.output().gapAt(slot, ssh::OutputStream::Err);
    }
    return json;
}

} // namespace

QByteArray summaryJson(const Run &run, const QStringList &fileNames)
{
    const RunSummary &summary = run.state().summary();
    Json json;
    json["command"] = run.spec().askedFor().toStdString();
    json["startedAt"] = run.startedAt().toUTC().toString(Qt::ISODateWithMs).toStdString();
    json["ok"] = summary.ok;
    json["failed"] = summary.failed;
    json["unreachable"] = summary.unreachable;
    json["stopped"] = summary.stopped;
    json["running"] = summary.running;
    json["waiting"] = summary.waiting;
    json["workers"] = Json::array();
    for (int slot = 0; slot < fileNames.size(); ++slot) {
        json["workers"].push_back(workerJson(run, slot, fileNames.at(slot)));
    }
    // What is not UTF-8 in a command or a message must not stop the saving.
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
    return QByteArray::fromStdString(text) + '\n';
}

} // namespace podium::run
