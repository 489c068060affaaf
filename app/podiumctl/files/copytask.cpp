// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/files/copytask.h"

#include "app/podiumctl/files/copyprint.h"
#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"

#include <unistd.h>
#include <utility>

namespace podium::ctl {

namespace {

constexpr int ProgressPauseMs = 250;

} // namespace

CopyTask::CopyTask(RunServices services, CopyArguments arguments, QObject *parent)
    : TargetTask(std::move(services), {arguments.target}, parent)
    , m_arguments(std::move(arguments))
{
    m_progress.setInterval(ProgressPauseMs);
    connect(&m_progress, &QTimer::timeout, this, &CopyTask::showProgress);
}

void CopyTask::runOn(const std::vector<WorkerRef> &workers)
{
    m_session = std::make_unique<files::CopySession>(runService(), workers, m_arguments.request);
    connect(m_session.get(), &files::CopySession::narrowed, this, &printNote);
    connect(m_session.get(), &files::CopySession::planned, this, &CopyTask::onPlanned);
    connect(m_session.get(), &files::CopySession::finished, this, &CopyTask::onFinished);
    showStatus(QStringLiteral("Looking what is there…"));
    m_session->look();
}

void CopyTask::onPlanned()
{
    clearStatus();
    if (const auto &error = m_session->error()) {
        if (!error->isCancelled()) {
            printError(*error);
        }
        emit finished(error->isCancelled() ? ExitInterrupted : ExitUsage);
        return;
    }
    if (!m_arguments.json) {
        const auto names = [this](const auto &workers) { return namesOf(workers); };
        for (const QString &line : copyPlanLines(*m_session, names)) {
            printLine(line);
        }
        flushOutput();
    }
    if (m_arguments.dryRun) {
        if (m_arguments.json) {
            printJson(copyJson(*m_session, false), 2);
        }
        emit finished(planExitCode(m_session->workers(), hasLeftOut()));
        return;
    }
    if (m_session->hasWork() && !isWanted()) {
        if (m_arguments.json) {
            printJson(copyJson(*m_session, false), 2);
        }
        printError(
            {ErrorKind::Refused,
             QStringLiteral("Nothing was copied."),
             {},
             QStringLiteral("Say --yes to do it."),
             {}});
        emit finished(ExitRefused);
        return;
    }
    m_sending.start();
    m_progress.start();
    m_session->apply();
}

bool CopyTask::isWanted() const
{
    const bool mayAsk = isTerminal(STDIN_FILENO) && !m_arguments.json;
    return m_arguments.yes || (mayAsk && confirm(QStringLiteral("Copy it?")));
}

/// Something here is not copied at all.
bool CopyTask::hasLeftOut() const
{
    return !m_session->tree()->problems.empty();
}

void CopyTask::showProgress()
{
    m_session->updateProgress();
    showStatus(progressText(m_session->workers(), m_sending.elapsed()));
}

void CopyTask::onFinished()
{
    m_progress.stop();
    clearStatus();
    if (m_arguments.json) {
        printJson(copyJson(*m_session, true), 2);
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

void CopyTask::interrupt()
{
    if (!m_session || !m_session->isBusy()) {
        emit finished(ExitInterrupted);
        return;
    }
    m_isInterrupted = true;
    m_session->stop();
}

} // namespace podium::ctl
