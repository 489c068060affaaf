// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/files/fetchtask.h"

#include "core/files/resumedtransfer.h"

#include <utility>

namespace podium::ctl {

using files::WorkerCopy;

namespace {

QString fetchPlanText(const WorkerCopy &copy)
{
    const files::WorkerPlan &plan = copy.plan;
    if (plan.error) {
        return plan.error->text();
    }
    QString text = plan.send.empty() ? QStringLiteral("nothing to fetch") : amountOf(plan, "fetch");
    if (plan.keptBytes > 0) {
        text += QStringLiteral("; %1 of it are here from a fetch that was cut, and checked first")
                    .arg(sizeOf(plan.keptBytes));
    } else if (plan.hasLeftovers) {
        text += QStringLiteral("; leftovers of an earlier fetch are removed");
    }
    if (!plan.conflicts.empty()) {
        text += QStringLiteral("; %1 of another content or kind here %2")
                    .arg(counted(qint64(plan.conflicts.size()), "entry", "entries"))
                    .arg(QLatin1String(plan.conflicts.size() == 1 ? "stays" : "stay"));
    }
    return text;
}

} // namespace

FetchTask::FetchTask(RunServices services, FetchArguments arguments, QObject *parent)
    : TransferTask(
          std::move(services), arguments,
          {QStringLiteral("Fetch it?"), QStringLiteral("Nothing was fetched.")}, parent)
    , m_place(std::move(arguments.place))
    , m_request(std::move(arguments.request))
{}

std::unique_ptr<files::Transfer> FetchTask::makeSession(const std::vector<WorkerRef> &workers)
{
    files::FetchRequest request = m_request;
    request.allWorkers = workers;
    auto session = std::make_unique<files::ResumedTransfer>(
        workers, [this, request](const std::vector<WorkerRef> &some) {
            auto made = std::make_unique<files::FetchSession>(runService(), some, request);
            m_first = m_first != nullptr ? m_first : made.get();
            return made;
        });
    m_session = session.get();
    return session;
}

QStringList FetchTask::planLines(const NamesOf &namesOf) const
{
    const std::vector<WorkerCopy> &workers = m_session->workers();
    QStringList lines = groupedByText(workers, namesOf, fetchPlanText);
    lines << roomLines(workers);
    bool mayReplace = false;
    for (const WorkerCopy &copy : workers) {
        const QString worker = copy.plan.worker.text();
        lines << problemLines(worker + QStringLiteral(": stays"), copy.plan.conflicts);
        lines << problemLines(worker + QStringLiteral(": left out"), copy.plan.unread);
        mayReplace = mayReplace || (!m_request.overwrites && !copy.plan.conflicts.empty());
    }
    if (mayReplace) {
        lines << QStringLiteral("--overwrite replaces files here that differ.");
    }
    return lines;
}

Json FetchTask::document(bool isCarriedOut) const
{
    const std::vector<WorkerCopy> &workers = m_session->workers();
    Json list = Json::array();
    for (std::size_t i = 0; i < workers.size(); ++i) {
        Json worker = workerJson(workers[i]);
        worker["folder"] = text(files::shownPath(m_first->folderOf(i)));
        worker["keptBytes"] = isCarriedOut ? workers[i].keptBytes : workers[i].plan.keptBytes;
        worker["leftOut"] = problemsJson(workers[i].plan.unread);
        list.push_back(std::move(worker));
    }
    return {{"path", text(files::shownPath(m_place))}, {"workers", std::move(list)}};
}

} // namespace podium::ctl
