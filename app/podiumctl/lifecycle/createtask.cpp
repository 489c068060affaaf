// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/createtask.h"

#include "app/podiumctl/lifecycle/grantsjson.h"
#include "app/podiumctl/lifecycle/grantsprint.h"
#include "app/podiumctl/lifecycle/newrequest.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"
#include "core/lifecycle/request/requestjson.h"
#include "core/models/nodes/createcommands.h"

#include <QJsonDocument>

#include <algorithm>

#include <unistd.h>

namespace podium::ctl {

using namespace podium::lifecycle;

namespace {

Json requestDocument(const NodeRequest &request)
{
    return Json::parse(QJsonDocument(requestToJson(request)).toJson().toStdString());
}

Error noRequest(const QString &id)
{
    return {
        ErrorKind::NotFound,
        QStringLiteral("There is no request %1.").arg(id),
        {},
        QStringLiteral("See: podiumctl requests."),
        id};
}

Error overAlready(const NodeRequest &request)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("The request %1 is over: %2.").arg(request.id, statusText(request)),
        {},
        request.state == NodeRequest::State::Made
            ? QStringLiteral("To end the node: podiumctl delete %1.")
                  .arg(request.nodeIn(request.attempts.back().zone).text())
            : QString(),
        request.id};
}

} // namespace

NodeRequestTask::NodeRequestTask(
    CreateServices services, CreateArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_arguments(std::move(arguments))
{}

void NodeRequestTask::end(const Error &error, ExitCode code)
{
    printError(error);
    emit finished(code);
}

void NodeRequestTask::carryOut(const NodeRequest &request)
{
    auto claim = m_services.requests.claim(request.id);
    if (!claim) {
        end(claim.error(), ExitRefused);
        return;
    }
    m_claim.emplace(std::move(*claim));
    m_run = std::make_unique<NodeRequestRun>(
        m_services.tpu, m_services.requests, m_services.clock, request);
    connect(m_run.get(), &NodeRequestRun::changed, this, &NodeRequestTask::tell);
    connect(m_run.get(), &NodeRequestRun::finished, this, &NodeRequestTask::handleEnd);
    connect(m_run.get(), &NodeRequestRun::storeFailed, this, [this](const Error &error) {
        end(error, ExitRefused);
    });
    if (m_arguments.action == CreateArguments::Action::Cancel) {
        m_run->cancel();
    } else {
        m_run->start();
    }
}

void NodeRequestTask::tell()
{
    const NodeRequest &request = m_run->request();
    QString text = QStringLiteral("%1 %2").arg(request.spec.name, statusText(request));
    if (m_run->waitsUntil().isValid()) {
        text += QStringLiteral("; next try at %1; the cloud said: %2")
                    .arg(
                        m_run->waitsUntil().toLocalTime().toString(QStringLiteral("HH:mm:ss")),
                        request.attempts.back().answer);
    }
    if (text != m_told) {
        m_told = text;
        printNote(text);
    }
}

void NodeRequestTask::handleEnd()
{
    const NodeRequest &request = m_run->request();
    printResult(request);
    switch (request.state) {
    case NodeRequest::State::Made:
        if (!m_arguments.json) {
            printLine(QStringLiteral("%1 is READY.")
                          .arg(request.nodeIn(request.attempts.back().zone).text()));
        }
        emit finished(ExitDone);
        return;
    case NodeRequest::State::Cancelled:
        emit finished(ExitDone);
        return;
    default:
        break;
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
    if (m_run && m_run->request().state == NodeRequest::State::Active) {
        const NodeRequest &request = m_run->request();
        printNote(
            request.openAttempt() != nullptr
                ? QStringLiteral("what Google has begun in %1 goes on; nobody follows it")
                      .arg(request.openAttempt()->zone.text())
                : QStringLiteral("nothing is under way now"));
        printNote(QStringLiteral("to go on: podiumctl request resume %1; to give it up: podiumctl "
                                 "request cancel %1")
                      .arg(request.id));
    }
    emit finished(ExitInterrupted);
}

void CreateTask::start()
{
    auto request = newRequest(m_arguments, m_services.clock.now());
    if (!request) {
        end(request.error(), ExitUsage);
        return;
    }
    m_request = std::move(*request);
    m_services.grants.load(Callback<Result<TpuGrants>>(this, [this](Result<TpuGrants> grants) {
        if (!grants) {
            end(grants.error(), ExitRefused);
            return;
        }
        m_services.source.setAsksHostKeys(false);
        m_services.source.setAsksOnly({m_request->project.text()});
        connect(
            &m_services.inventory, &inventory::Inventory::refreshed, this,
            [this, grants = std::move(*grants)] {
                disconnect(&m_services.inventory, nullptr, this, nullptr);
                plan(grants);
            });
        m_services.inventory.refresh();
    }));
}

void CreateTask::plan(const TpuGrants &grants)
{
    const inventory::Snapshot &standing = m_services.inventory.snapshot();
    printProblems(standing, {m_request->project.text()});
    const auto type = parseTpuType(m_request->spec.type);
    for (const Zone &zone : m_request->zones) {
        const TpuRequest wanted{m_request->project, zone, *type, m_request->spec.spot};
        m_coverage.push_back(
            {wanted, grantVerdict(wanted, grants, standing, m_services.clock.now())});
    }
    if (!m_arguments.json) {
        printPlan();
    }
    const bool maySpend = isCovered() || m_arguments.maySpend;
    if (m_arguments.dryRun) {
        printResult(std::nullopt);
        emit finished(maySpend ? ExitDone : ExitRefused);
    } else if (!maySpend) {
        printResult(std::nullopt);
        end({ErrorKind::Refused,
             QStringLiteral("Nothing was asked for: no grant covers it."),
             {},
             QStringLiteral("Say --yes-it-costs to make it all the same."),
             {}},
            ExitRefused);
    } else if (!isConfirmed()) {
        printResult(std::nullopt);
        end({ErrorKind::Refused,
             QStringLiteral("Nothing was asked for."),
             {},
             QStringLiteral("Say --yes to do it."),
             {}},
            ExitRefused);
    } else {
        carryOut(*m_request);
    }
}

bool CreateTask::isCovered() const
{
    return std::all_of(m_coverage.begin(), m_coverage.end(), [](const Coverage &coverage) {
        return coverage.verdict.kind == GrantVerdict::Kind::Covered;
    });
}

bool CreateTask::isConfirmed() const
{
    return m_arguments.yes || (!m_arguments.json && isTerminal(STDIN_FILENO) &&
                               confirm(QStringLiteral("Ask for it?")));
}

void CreateTask::printPlan() const
{
    const NodeSpec &spec = m_request->spec;
    printLine(QStringLiteral("%1: %2%3, %4, in %5")
                  .arg(
                      spec.name, spec.type, spec.spot ? QStringLiteral(" spot") : QString(),
                      spec.runtimeVersion, m_request->project.text()));
    for (const Coverage &coverage : m_coverage) {
        printLine(coverage.request.zone.text());
        printVerdict(coverage.verdict);
    }
    printLine(
        QStringLiteral("The same by gcloud: ") +
        models::gcloudCommand(*m_request, m_request->zones.front()));
    flushOutput();
}

Json CreateTask::details() const
{
    Json coverage = Json::array();
    for (const Coverage &each : m_coverage) {
        coverage.push_back(verdictJson(each.request, each.verdict));
    }
    return {
        {"coverage", coverage},
        {"gcloud", text(models::gcloudCommand(*m_request, m_request->zones.front()))}};
}

void RequestsTask::start()
{
    m_services.requests.load(
        Callback<Result<NodeRequests>>(this, [this](const Result<NodeRequests> &requests) {
            if (!requests) {
                end(requests.error(), ExitRefused);
            } else if (m_arguments.action == CreateArguments::Action::List) {
                list(*requests);
            } else {
                change(*requests);
            }
        }));
}

void RequestsTask::list(const NodeRequests &requests)
{
    Json documents = Json::array();
    std::vector<QStringList> rows{
        {QStringLiteral("ID"), QStringLiteral("NODE"), QStringLiteral("TYPE"),
         QStringLiteral("PROJECT"), QStringLiteral("ASKED FOR"), QStringLiteral("STATUS")}};
    for (const NodeRequest &request : requests) {
        Json document = requestDocument(request);
        document["status"] = text(statusText(request));
        documents.push_back(document);
        rows.push_back(
            {request.id, request.spec.name, request.spec.type, request.project.text(),
             request.createdAt.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")),
             statusText(request)});
    }
    if (m_arguments.json) {
        printJson({{"requests", documents}}, 2);
    } else if (requests.empty()) {
        printNote(QStringLiteral("no node was asked for yet"));
    } else {
        printTable(rows);
    }
    emit finished(ExitDone);
}

void RequestsTask::change(const NodeRequests &requests)
{
    const auto found =
        std::find_if(requests.begin(), requests.end(), [this](const NodeRequest &request) {
            return request.id == m_arguments.id;
        });
    if (found == requests.end()) {
        end(noRequest(m_arguments.id), ExitUsage);
        return;
    }
    if (found->state != NodeRequest::State::Active) {
        end(overAlready(*found), ExitUsage);
        return;
    }
    const bool cancels = m_arguments.action == CreateArguments::Action::Cancel;
    const bool mayAsk = isTerminal(STDIN_FILENO) && !m_arguments.json;
    const QString question = QStringLiteral("Give up %1 (%2), and delete what it has begun?")
                                 .arg(found->spec.name, statusText(*found));
    if (cancels && !m_arguments.yes && !(mayAsk && confirm(question))) {
        end({ErrorKind::Refused,
             QStringLiteral("The request was not cancelled."),
             {},
             QStringLiteral("Say --yes to do it."),
             {}},
            ExitRefused);
        return;
    }
    carryOut(*found);
}

} // namespace podium::ctl
