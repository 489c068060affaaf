// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/pastrunstask.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/models/run/pastrecipe.h"
#include "core/models/run/pastrunsmodel.h"

namespace podium::ctl {

using store::PastRun;

namespace {

constexpr int MostRuns = 1000;
constexpr int MostText = 60; // characters of a command in a row

QString endingText(const PastRun &run)
{
    switch (run.end) {
    case PastRun::End::Open:
        return QStringLiteral("not known");
    case PastRun::End::Left:
        return QStringLiteral("left running");
    case PastRun::End::Closed:
        return QStringLiteral("closed: ") + models::pastRunNumbers(run);
    case PastRun::End::Finished:
        break;
    }
    return models::pastRunNumbers(run);
}

QString shortened(const QString &text)
{
    return text.size() > MostText ? text.left(MostText - 1) + QStringLiteral("…") : text;
}

QString secondsText(const PastRun &run)
{
    return run.endedAt.isValid() ? QString::number(run.startedAt.secsTo(run.endedAt))
                                 : QStringLiteral("-");
}

Json runJson(const PastRun &run)
{
    Json targets = Json::array();
    for (const QString &word : run.targets) {
        targets.push_back(text(word));
    }
    Json json{
        {"id", text(run.id)},
        {"program", text(run.program)},
        {"command", text(QString::fromUtf8(run.command))},
        {"title", text(models::pastRunTitle(run))},
        {"targets", std::move(targets)},
        {"workers", run.workers},
        {"startedAt", time(run.startedAt)},
        {"end", text(store::endName(run.end))},
        {"detached", run.isDetached},
        {"canRunAgain", run.canRunAgain()}};
    if (!run.recipe.isEmpty()) {
        json["recipe"] = text(run.recipe);
    }
    if (run.endedAt.isValid()) {
        json["endedAt"] = time(run.endedAt);
        json["ok"] = run.summary.ok;
        json["failed"] = run.summary.failed;
        json["unreachable"] = run.summary.unreachable;
        json["stopped"] = run.summary.stopped;
        json["running"] = run.summary.running;
        json["waiting"] = run.summary.waiting;
    }
    return json;
}

} // namespace

PastRunsTask::PastRunsTask(store::RunHistory history, bool json, QObject *parent)
    : Task(parent)
    , m_history(history)
    , m_json(json)
{}

void PastRunsTask::start()
{
    m_history.runs(MostRuns, {this, [this](const Result<std::vector<PastRun>> &runs) {
                                  if (runs) {
                                      print(*runs);
                                      emit finished(ExitDone);
                                  } else {
                                      printError(runs.error());
                                      emit finished(ExitRefused);
                                  }
                              }});
}

void PastRunsTask::print(const std::vector<PastRun> &runs)
{
    if (m_json) {
        Json list = Json::array();
        for (const PastRun &run : runs) {
            list.push_back(runJson(run));
        }
        printJson({{"runs", std::move(list)}}, 2);
        return;
    }
    if (runs.empty()) {
        printNote(QStringLiteral("Nothing has been run on this machine yet."));
        return;
    }
    std::vector<QStringList> rows{
        {QStringLiteral("ID"), QStringLiteral("STARTED"), QStringLiteral("SECONDS"),
         QStringLiteral("ENDING"), QStringLiteral("WHERE"), QStringLiteral("COMMAND")}};
    for (const PastRun &run : runs) {
        rows.push_back(
            {run.id, run.startedAt.toUTC().toString(Qt::ISODate), secondsText(run), endingText(run),
             models::pastRunPlaces(run), shortened(models::pastRunTitle(run))});
    }
    printTable(rows);
}

} // namespace podium::ctl
