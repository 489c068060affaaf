// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/noderequesttask.h"

#include "app/podiumctl/lifecycle/grantsjson.h"
#include "app/podiumctl/lifecycle/grantsprint.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/terminal.h"
#include "core/base/daytext.h"
#include "core/lifecycle/request/requestjson.h"

#include <QJsonDocument>

#include <algorithm>
#include <utility>

namespace podium::ctl {

using namespace podium::lifecycle;

namespace {

QString whoKeeps(const NodeRequest &request)
{
    return QStringLiteral("%1 is kept by whichever Podium has the watch: the window, "
                          "`podiumctl watch`, or the user unit")
        .arg(request.spec.name);
}

} // namespace

Json requestDocument(const NodeRequest &request)
{
    return Json::parse(QJsonDocument(requestToJson(request)).toJson().toStdString());
}

void printCoverage(const RequestCoverage &coverage)
{
    for (const ZoneCoverage &zone : coverage) {
        printLine(zone.wanted.zone.text());
        printVerdict(zone.verdict);
    }
}

Json coverageJson(const RequestCoverage &coverage)
{
    Json documents = Json::array();
    for (const ZoneCoverage &zone : coverage) {
        documents.push_back(verdictJson(zone.wanted, zone.verdict));
    }
    return documents;
}

NodeRequestTask::NodeRequestTask(
    CreateServices services, CreateArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_arguments(std::move(arguments))
    , m_status(services.clock)
{}

void NodeRequestTask::end(const Error &error, ExitCode code)
{
    printError(error);
    emit finished(code);
}

void NodeRequestTask::judge(const NodeRequest &request, const Judged &done)
{
    m_services.grants.load(
        Callback<Result<TpuGrants>>(this, [this, request, done](const Result<TpuGrants> &grants) {
            if (!grants) {
                end(grants.error(), ExitRefused);
                return;
            }
            m_services.source.setAsksHostKeys(false);
            m_services.source.setAsksOnly({request.project.text()});
            connect(
                &m_services.inventory, &inventory::Inventory::refreshed, this,
                [this, request, grants = *grants, done] {
                    disconnect(&m_services.inventory, nullptr, this, nullptr);
                    judgeBy(request, grants, done);
                });
            m_services.inventory.refresh();
        }));
}

/// Queued resources hold quota, too. Where they cannot be listed, that is said, and nothing counts
/// as covered.
void NodeRequestTask::judgeBy(
    const NodeRequest &request, const TpuGrants &grants, const Judged &done)
{
    m_services.tpu.listQueuedResources(
        request.project,
        {this, [this, request, grants, done](const Result<cloud::QueuedResourceList> &list) {
             if (!list) {
                 printError(list.error());
             }
             const inventory::Snapshot &standing = m_services.inventory.snapshot();
             printProblems(standing, {request.project.text()});
             done(
                 coverageOf(request, grants, standing, m_services.clock.now(), projectQueue(list)));
         }});
}

void NodeRequestTask::follow(const QString &id)
{
    m_id = id;
    m_service = std::make_unique<RequestService>(NodeRequestRun::World{
        m_services.tpu, m_services.requests, m_services.clock, m_services.host.get()});
    connect(m_service.get(), &RequestService::changed, this, &NodeRequestTask::tell);
    connect(m_service.get(), &RequestService::ended, this, &NodeRequestTask::handleEnd);
    connect(m_service.get(), &RequestService::failed, this, [this](const Error &error) {
        end(error, ExitRefused);
    });
    m_service->reload();
}

void NodeRequestTask::carryOut(const NodeRequest &request)
{
    follow(request.id);
    m_status.meter().begin(QStringLiteral("waiting for Google"));
    switch (m_arguments.action) {
    case CreateArguments::Action::Cancel:
        m_service->giveUp(request.id);
        break;
    case CreateArguments::Action::Resume:
        m_unheardRevision = request.wishRevision;
        m_service->goOn(request.id);
        break;
    default:
        m_service->begin(request);
    }
}

const NodeRequest *NodeRequestTask::current() const
{
    const NodeRequests &all = m_service->requests();
    const auto found = std::find_if(
        all.begin(), all.end(), [this](const NodeRequest &request) { return request.id == m_id; });
    return found == all.end() ? nullptr : &*found;
}

void NodeRequestTask::tell()
{
    const NodeRequest *request = current();
    if (request == nullptr || m_isOver) {
        return;
    }
    QString told = QStringLiteral("%1 %2").arg(request->spec.name, statusText(*request));
    const QDateTime next = m_service->waitsUntil(m_id);
    if (next.isValid() && !request->attempts.empty()) {
        told += QStringLiteral("; tries so far: %1; next try at %2; the cloud said: %3")
                    .arg(
                        QString::number(request->tries()),
                        plainTime(next.toLocalTime(), QStringLiteral("HH:mm:ss")),
                        request->attempts.back().answer);
    } else if (m_service->doing(m_id) == RequestService::Doing::Elsewhere) {
        told += QStringLiteral("; another Podium carries it out");
    } else if (const QString note = m_service->note(m_id); !note.isEmpty()) {
        told += QStringLiteral("; ") + note;
    }
    if (std::exchange(m_told, told) != told) {
        printNote(told);
    }
    if (m_arguments.action == CreateArguments::Action::Cancel ||
        request->wishRevision == m_unheardRevision ||
        request->state != NodeRequest::State::Active) {
        return;
    }
    const NodeAttempt *standing = request->standing();
    const AfterStep *pending = standing != nullptr ? standing->pendingStep() : nullptr;
    const bool isDone = standing != nullptr && pending == nullptr;
    if (request->isAsking()) {
        m_isOver = true;
        printResult(*request);
        end({ErrorKind::Refused,
             request->question,
             {},
             QStringLiteral("podiumctl request resume %1, or request cancel %1").arg(m_id),
             m_id},
            ExitRefused);
    } else if (request->isKept && isDone) {
        m_isOver = true;
        leave(*request, whoKeeps(*request));
    } else if (request->isKept && pending != nullptr && pending->isGivenUp()) {
        m_isOver = true;
        printResult(*request);
        printNote(whoKeeps(*request));
        end({ErrorKind::Conflict,
             QStringLiteral("%1 was not done. %2").arg(pending->text(), pending->error),
             {},
             QStringLiteral("podiumctl request resume %1 tries it again").arg(m_id),
             m_id},
            ExitCloud);
    }
}

void NodeRequestTask::leave(const NodeRequest &request, const QString &note)
{
    printResult(request);
    if (!m_arguments.json) {
        printLine(QStringLiteral("%1: %2").arg(request.spec.name, statusText(request)));
    }
    printNote(note);
    emit finished(ExitDone);
}

void NodeRequestTask::handleEnd(const NodeRequest &request)
{
    if (request.id != m_id || std::exchange(m_isOver, true)) {
        return;
    }
    printResult(request);
    const bool isMade = request.state == NodeRequest::State::Made;
    if (isMade && !m_arguments.json) {
        printLine(
            QStringLiteral("%1 is READY.").arg(request.nodeIn(request.madeAttempt()->zone).text()));
    }
    if (request.state == NodeRequest::State::Cancelled || (isMade && request.reason.isEmpty())) {
        emit finished(ExitDone);
    } else {
        handleFailure(request);
    }
}

void NodeRequestTask::handleFailure(const NodeRequest &request)
{
    if (request.state == NodeRequest::State::Made) {
        end({ErrorKind::Conflict, request.reason, {}, {}, request.spec.name}, ExitCloud);
        return;
    }
    const bool hasTried = !request.attempts.empty() && request.attempts.back().refusal;
    end({ErrorKind::NoCapacity,
         QStringLiteral("%1 was not made: %2.")
             .arg(
                 request.spec.name, hasTried ? refusalText(*request.attempts.back().refusal)
                                             : QStringLiteral("it was given up")),
         request.reason,
         {},
         request.spec.name},
        ExitCloud);
}

void NodeRequestTask::printResult(const std::optional<NodeRequest> &request) const
{
    if (!m_arguments.json) {
        return;
    }
    Json document{
        {"request", request ? requestDocument(*request) : Json()},
        {"status", request ? Json(text(statusText(*request))) : Json()}};
    document.update(details());
    printJson(document, 2);
}

void NodeRequestTask::interrupt()
{
    const NodeRequest *request = m_service ? current() : nullptr;
    if (request != nullptr && request->state == NodeRequest::State::Active) {
        printNote(
            request->openAttempt() != nullptr
                ? QStringLiteral("what Google has begun in %1 goes on")
                      .arg(request->openAttempt()->zone.text())
                : QStringLiteral("nothing is under way now"));
        printNote(QStringLiteral("whichever Podium has the watch goes on with it; to follow it: "
                                 "podiumctl request resume %1; to give it up: podiumctl request "
                                 "cancel %1")
                      .arg(request->id));
    }
    tellRecipes();
    emit finished(ExitInterrupted);
}

/// They are told to end as this program does, and nobody is left to hear whether they did.
void NodeRequestTask::tellRecipes() const
{
    for (const QPointer<recipe::RecipeSession> &session : m_recipes) {
        if (!session || !session->isBusy()) {
            continue;
        }
        QStringList workers;
        for (const recipe::WorkerVerdicts &worker : session->workers()) {
            if (worker.isUnderWay) {
                workers << worker.worker.text();
            }
        }
        if (!workers.isEmpty()) {
            printNote(
                QStringLiteral("recipe %1 may still run on %2: podiumctl attach %3 shows what "
                               "does, podiumctl end %3 ends it")
                    .arg(
                        session->recipe().name, workers.join(QStringLiteral(", ")),
                        session->runId()));
        }
    }
}

} // namespace podium::ctl
