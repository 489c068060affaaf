// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/files/fetchtask.h"

#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace podium::ctl {

using files::WorkerCopy;

namespace {

constexpr int FetchProgressPauseMs = 250;

QString fetchPlanText(const WorkerCopy &copy)
{
    const files::WorkerPlan &plan = copy.plan;
    if (plan.error) {
        return plan.error->text();
    }
    QString text = plan.send.empty()
                       ? QStringLiteral("nothing to fetch")
                       : QStringLiteral("%1 to fetch, %2")
                             .arg(counted(qint64(plan.send.size()), "entry", "entries"))
                             .arg(sizeOf(plan.bytes));
    if (!plan.conflicts.empty()) {
        text += QStringLiteral("; %1 of another content or kind here %2")
                    .arg(counted(qint64(plan.conflicts.size()), "entry", "entries"))
                    .arg(QLatin1String(plan.conflicts.size() == 1 ? "stays" : "stay"));
    }
    return text;
}

} // namespace

FetchTask::FetchTask(RunServices services, FetchArguments arguments, QObject *parent)
    : TargetTask(std::move(services), {arguments.target}, parent)
    , m_arguments(std::move(arguments))
{
    m_progress.setInterval(FetchProgressPauseMs);
    connect(&m_progress, &QTimer::timeout, this, &FetchTask::showProgress);
}

void FetchTask::runOn(const std::vector<WorkerRef> &workers)
{
    m_session = std::make_unique<files::FetchSession>(runService(), workers, m_arguments.request);
    connect(m_session.get(), &files::FetchSession::narrowed, this, &printNote);
    connect(m_session.get(), &files::FetchSession::planned, this, &FetchTask::onPlanned);
    connect(m_session.get(), &files::FetchSession::finished, this, &FetchTask::onFinished);
    showStatus(QStringLiteral("Looking what is there…"));
    m_session->look();
}

void FetchTask::onPlanned()
{
    clearStatus();
    if (m_isInterrupted) {
        emit finished(ExitInterrupted);
        return;
    }
    if (!m_arguments.json) {
        for (const QString &line : planLines()) {
            printLine(line);
        }
        flushOutput();
    }
    const bool mayAsk = isTerminal(STDIN_FILENO) && !m_arguments.json;
    const bool isWanted = m_arguments.dryRun || !m_session->hasWork() || m_arguments.yes ||
                          (mayAsk && confirm(QStringLiteral("Fetch it?")));
    if (m_arguments.json && (m_arguments.dryRun || !isWanted)) {
        printJson(document(false), 2);
    }
    if (!isWanted) {
        printError(
            {ErrorKind::Refused,
             QStringLiteral("Nothing was fetched."),
             {},
             QStringLiteral("Say --yes to do it."),
             {}});
        emit finished(ExitRefused);
    } else if (m_arguments.dryRun) {
        emit finished(planExitCode(m_session->workers(), hasLeftOut()));
    } else {
        m_sending.start();
        m_progress.start();
        m_session->apply();
    }
}

QStringList FetchTask::planLines() const
{
    const auto names = [this](const auto &workers) { return namesOf(workers); };
    const std::vector<WorkerCopy> workers = m_session->workers();
    QStringList lines = groupedByText(workers, names, fetchPlanText);
    for (const WorkerCopy &copy : workers) {
        const QString worker = copy.plan.worker.text();
        lines << problemLines(worker + QStringLiteral(": stays"), copy.plan.conflicts);
        lines << problemLines(worker + QStringLiteral(": left out"), copy.plan.unread);
    }
    return lines;
}

Json FetchTask::document(bool isDone) const
{
    const std::vector<WorkerCopy> workers = m_session->workers();
    Json list = Json::array();
    for (std::size_t i = 0; i < workers.size(); ++i) {
        Json worker = workerJson(workers[i]);
        worker["folder"] = text(files::shownPath(m_session->folderOf(i)));
        worker["leftOut"] = problemsJson(workers[i].plan.unread);
        list.push_back(std::move(worker));
    }
    return {
        {"done", isDone},
        {"path", text(files::shownPath(m_arguments.place))},
        {"workers", std::move(list)}};
}

bool FetchTask::hasLeftOut() const
{
    const auto workers = m_session->workers();
    return std::any_of(workers.begin(), workers.end(), [](const WorkerCopy &copy) {
        return !copy.plan.unread.empty();
    });
}

void FetchTask::showProgress()
{
    showStatus(progressText(m_session->workers(), m_sending.elapsed()));
}

void FetchTask::onFinished()
{
    m_progress.stop();
    clearStatus();
    if (m_arguments.json) {
        printJson(document(true), 2);
    } else {
        const auto names = [this](const auto &workers) { return namesOf(workers); };
        for (const QString &line : verdictLines(m_session->workers(), names)) {
            printLine(line);
        }
    }
    emit finished(
        m_isInterrupted ? int(ExitInterrupted)
                        : verdictExitCode(m_session->workers(), hasLeftOut()));
}

void FetchTask::interrupt()
{
    m_isInterrupted = true;
    if (m_session && m_session->isBusy()) {
        m_session->stop();
    } else {
        emit finished(ExitInterrupted);
    }
}

} // namespace podium::ctl
