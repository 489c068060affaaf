// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/files/copytask.h"

#include "app/podiumctl/nodes/oneworker.h"
#include "core/files/copysession.h"
#include "core/files/resumedtransfer.h"
#include "core/gateway/gatewaycopy.h"
#include "core/inventory/inventory.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

using files::EntryKind;
using files::FileProblem;
using files::WorkerCopy;

namespace {

qint64 countOf(const files::Transfer &session, EntryKind kind)
{
    const auto &entries = session.tree()->entries;
    return std::count_if(entries.begin(), entries.end(), [kind](const auto &each) {
        return each.entry.kind == kind;
    });
}

QString planText(const files::WorkerPlan &plan, bool deletes)
{
    if (plan.error) {
        return plan.error->text();
    }
    QStringList parts;
    parts << (plan.send.empty() ? QStringLiteral("nothing to send") : amountOf(plan, "send"));
    if (!plan.extras.isEmpty()) {
        parts << (deletes ? QStringLiteral("%1 to delete")
                          : QStringLiteral("%1 that are not here stay"))
                     .arg(counted(plan.extras.size(), "entry", "entries"));
    }
    for (const FileProblem &conflict : plan.conflicts) {
        parts << QStringLiteral("%1 stays as it is: %2")
                     .arg(files::shownPath(conflict.path), conflict.reason);
    }
    return parts.join(QStringLiteral("; "));
}

/// What goes from one worker: a folder stands for all that is in it. In the order of the names.
QStringList deletedOf(const files::WorkerPlan &plan)
{
    QStringList texts;
    QByteArray folder; // the outermost one that goes, and so many in it
    int inside = 0;
    const auto add = [&] {
        if (inside > 0) {
            texts.last() +=
                QStringLiteral(" with %1 in it").arg(counted(inside, "entry", "entries"));
        }
        inside = 0;
    };
    for (auto extra = plan.extras.rbegin(); extra != plan.extras.rend(); ++extra) {
        if (!folder.isEmpty() && extra->startsWith(folder)) {
            ++inside;
            continue;
        }
        add();
        texts << files::shownPath(*extra);
        folder = *extra + '/';
    }
    add();
    return texts;
}

/// All of them: nothing goes that was not named before.
QStringList deletedLines(const std::vector<WorkerCopy> &workers, const NamesOf &namesOf)
{
    QStringList texts;
    QHash<QString, std::vector<WorkerRef>> from;
    for (const WorkerCopy &copy : workers) {
        for (const QString &text : copy.plan.error ? QStringList() : deletedOf(copy.plan)) {
            if (from[text].empty()) {
                texts << text;
            }
            from[text].push_back(copy.plan.worker);
        }
    }
    QStringList lines;
    for (const QString &text : texts) {
        lines << QStringLiteral("deletes %1: %2").arg(text, namesOf(from[text]));
    }
    return lines;
}

} // namespace

CopyTask::CopyTask(
    RunServices services, ssh::HostKeyStore &hostKeys, CopyArguments arguments, QObject *parent)
    : TransferTask(
          std::move(services), arguments,
          {QStringLiteral("Copy it?"), QStringLiteral("Nothing was copied.")}, parent)
    , m_hostKeys(hostKeys)
    , m_request(std::move(arguments.request))
    , m_viaGateway(QString::fromStdString(arguments.viaGateway))
{}

Result<std::vector<WorkerRef>> CopyTask::chooseWorkers(const inventory::Snapshot &snapshot) const
{
    auto workers = TransferTask::chooseWorkers(snapshot);
    if (workers && !m_viaGateway.isEmpty()) {
        if (const auto chosen = gatewayAmong(*workers, m_viaGateway, snapshot); !chosen) {
            return failure(chosen.error());
        }
    }
    return workers;
}

std::unique_ptr<files::Transfer> CopyTask::makeSession(const std::vector<WorkerRef> &workers)
{
    std::optional<WorkerRef> gateway; // none: the first
    if (!m_viaGateway.isEmpty()) {
        const auto found = gatewayAmong(workers, m_viaGateway, m_services.inventory.snapshot());
        gateway = found ? std::optional(*found) : std::nullopt;
    }
    auto session = std::make_unique<files::ResumedTransfer>(
        workers,
        [this, gateway](const std::vector<WorkerRef> &some) { return makeTry(some, gateway); });
    m_session = session.get();
    return session;
}

std::unique_ptr<files::Transfer>
CopyTask::makeTry(const std::vector<WorkerRef> &some, const std::optional<WorkerRef> &gateway)
{
    if (m_viaGateway.isEmpty()) {
        return std::make_unique<files::CopySession>(runService(), some, m_request);
    }
    return std::make_unique<gateway::GatewayCopy>(
        runService(), some, gateway::GatewayRequest{m_request, gateway},
        [this](const WorkerRef &worker) {
            return gateway::internalEndpointOf(
                m_services.inventory.snapshot(), worker, m_services.defaults, m_hostKeys);
        });
}

Json CopyTask::document(bool /*isCarriedOut*/) const
{
    const files::Transfer &session = *m_session;
    Json workers = Json::array();
    for (const WorkerCopy &copy : session.workers()) {
        Json worker = workerJson(copy);
        worker["extras"] = copy.plan.extras.size();
        worker["deletes"] = session.deletesExtras() ? copy.plan.extras.size() : 0;
        Json paths = Json::array();
        for (const QByteArray &extra : copy.plan.extras) {
            paths.push_back(text(files::shownPath(extra)));
        }
        worker["extraPaths"] = std::move(paths);
        workers.push_back(std::move(worker));
    }
    return {
        {"folder", text(files::shownPath(session.folder()))},
        {"files", countOf(session, EntryKind::File)},
        {"folders", countOf(session, EntryKind::Folder)},
        {"links", countOf(session, EntryKind::Link)},
        {"bytes", session.tree()->bytes},
        {"leftOut", problemsJson(session.tree()->problems)},
        {"gateway", passedOnJson(session.passedOn())},
        {"workers", std::move(workers)}};
}

QStringList CopyTask::planLines(const NamesOf &namesOf) const
{
    const files::Transfer &session = *m_session;
    const bool deletes = session.deletesExtras();
    const QByteArray &folder = session.folder();
    QStringList lines;
    lines << QStringLiteral("%1, %2, %3 to %4 on %5")
                 .arg(
                     counted(countOf(session, EntryKind::File), "file", "files"),
                     counted(countOf(session, EntryKind::Folder), "folder", "folders"),
                     sizeOf(session.tree()->bytes),
                     folder.isEmpty() ? QStringLiteral("the home") : files::shownPath(folder),
                     counted(qint64(session.workers().size()), "worker", "workers"));
    lines << problemLines(QStringLiteral("left out:"), session.tree()->problems);
    lines << groupedByText(session.workers(), namesOf, [deletes](const WorkerCopy &copy) {
        return planText(copy.plan, deletes);
    });
    lines << roomLines(session.workers());
    if (deletes) {
        lines << deletedLines(session.workers(), namesOf);
    }
    if (const auto passedOn = session.passedOn()) {
        lines << passedOnLines(*passedOn);
    }
    return lines;
}

} // namespace podium::ctl
