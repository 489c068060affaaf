// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/requeststask.h"

#include "app/podiumctl/lifecycle/newrequest.h"
#include "app/podiumctl/terminal.h"
#include "core/base/daytext.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

using namespace podium::lifecycle;

namespace {

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
                  .arg(request.nodeIn(request.madeAttempt()->zone).text())
            : QString(),
        request.id};
}

} // namespace

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
         QStringLiteral("PROJECT"), QStringLiteral("ASKED FOR"), QStringLiteral("TRIES"),
         QStringLiteral("STATUS")}};
    for (const NodeRequest &request : requests) {
        Json document = requestDocument(request);
        document["status"] = text(statusText(request));
        documents.push_back(document);
        rows.push_back(
            {request.id, request.spec.name, request.spec.type, request.project.text(),
             plainTime(request.createdAt.toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm")),
             QString::number(request.tries()), statusText(request)});
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
    switch (m_arguments.action) {
    case CreateArguments::Action::Pause:
        setWish(NodeRequest::Wish::Pause, {}, QStringLiteral("nothing new is asked for"));
        break;
    case CreateArguments::Action::Zones:
        changeZones(*found);
        break;
    case CreateArguments::Action::Cancel:
        cancel(*found);
        break;
    default:
        carryOut(*found);
    }
}

/// As `create` does: a grant may cover the zones of before, and none of these.
void RequestsTask::changeZones(const NodeRequest &request)
{
    QStringList problems;
    NodeRequest wanted = request;
    wanted.zones = zonesOf(m_arguments.zones, problems);
    problems += problemsOf(wanted);
    if (!problems.isEmpty()) {
        end({ErrorKind::InvalidArgument, problems.join(QLatin1Char(' '))}, ExitUsage);
        return;
    }
    const std::vector<Zone> zones = std::exchange(wanted.zones, newZones(request, wanted.zones));
    if (wanted.zones.empty()) {
        tryZones(request, zones);
        return;
    }
    judge(wanted, [this, request, zones](const RequestCoverage &coverage) {
        m_coverage = coverage;
        if (!m_arguments.json) {
            printCoverage(coverage);
            flushOutput();
        }
        tryZones(request, zones);
    });
}

void RequestsTask::tryZones(const NodeRequest &request, const std::vector<Zone> &zones)
{
    const RequestCoverage costly = unconfirmed(request, m_coverage);
    if (!costly.empty() && !m_arguments.maySpend) {
        printResult(request);
        end({ErrorKind::Refused,
             QStringLiteral("The zones were not changed: no grant covers what they cost, and it "
                            "was not confirmed."),
             {},
             QStringLiteral("Use --yes-it-costs to try them anyway."),
             request.id},
            ExitRefused);
        return;
    }
    setWish({}, {zones, dollarsPerDay(costly)}, QStringLiteral("the next try is in these zones"));
}

Json RequestsTask::details() const
{
    if (m_arguments.action != CreateArguments::Action::Zones) {
        return Json::object();
    }
    return {{"coverage", coverageJson(m_coverage)}};
}

void RequestsTask::setWish(
    std::optional<NodeRequest::Wish> wish, const ZoneWish &where, const QString &note)
{
    m_services.requests.setWish(
        m_arguments.id, wish, where, {this, [this, note](const Result<NodeRequest> &stored) {
                                          if (stored) {
                                              leave(*stored, note);
                                          } else {
                                              end(stored.error(), ExitRefused);
                                          }
                                      }});
}

void RequestsTask::cancel(const NodeRequest &request)
{
    const QString question =
        (request.standing() != nullptr
             ? QStringLiteral("Give up %1 (%2)? The node stays and is charged for; it is not made "
                              "again.")
             : QStringLiteral("Give up %1 (%2), and delete what it has begun?"))
            .arg(request.spec.name, statusText(request));
    if (!isWished(question, m_arguments.yes, !m_arguments.json)) {
        end(needsYes(QStringLiteral("The request was not cancelled.")), ExitRefused);
        return;
    }
    carryOut(request);
}

} // namespace podium::ctl
