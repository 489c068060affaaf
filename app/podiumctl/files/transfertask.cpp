// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/files/transfertask.h"

#include "app/podiumctl/nodes/oneworker.h"
#include "app/podiumctl/options.h"
#include "app/podiumctl/terminal.h"
#include "core/gateway/gatewayerrors.h"

#include <CLI/CLI.hpp>
#include <utility>

namespace podium::ctl {

namespace {

constexpr int ProgressPauseMs = 250;

} // namespace

void addTransferOptions(
    CLI::App *app, TransferArguments &arguments, bool &compresses, int &atOnce,
    const std::string &verb)
{
    app->add_flag("!--no-compress", compresses, "Send it as it is, also where zstd is there");
    app->add_option("--jobs", atOnce, "At most so many workers at a time (16)")->type_name("N");
    app->add_flag("--dry-run", arguments.dryRun, "Show the plan, " + verb + " nothing");
    app->add_flag("--yes", arguments.yes, "Do not ask");
    addJson(app, arguments.json);
}

TransferTask::TransferTask(
    RunServices services, TransferArguments arguments, Texts texts, QObject *parent)
    : TargetTask(std::move(services), {arguments.target}, parent)
    , m_arguments(std::move(arguments))
    , m_texts(std::move(texts))
{
    m_progress.setInterval(ProgressPauseMs);
    connect(&m_progress, &QTimer::timeout, this, &TransferTask::showProgress);
}

void TransferTask::runOn(const std::vector<WorkerRef> &workers)
{
    m_session = makeSession(workers);
    connect(m_session.get(), &files::Transfer::narrowed, this, &printNote);
    connect(m_session.get(), &files::Transfer::planned, this, &TransferTask::onPlanned);
    connect(m_session.get(), &files::Transfer::finished, this, &TransferTask::onFinished);
    showStatus(QStringLiteral("Comparing the files…"));
    m_session->look();
}

void TransferTask::onPlanned()
{
    clearStatus();
    if (const auto &error = m_session->error()) {
        if (!error->isCancelled()) {
            printError(*error);
        }
        emit finished(error->isCancelled() ? ExitInterrupted : ExitUsage);
        return;
    }
    const bool isPlanOnly = m_arguments.dryRun;
    if (!m_arguments.json) {
        const auto names = [this](const auto &workers) { return namesOf(workers); };
        show(planLines(names), false);
        flushOutput();
    }
    const bool isRefused = !isPlanOnly && m_session->hasWork() &&
                           !isWished(m_texts.question, m_arguments.yes, !m_arguments.json);
    if (m_arguments.json && (isPlanOnly || isRefused)) {
        show({}, false);
    }
    if (isRefused) {
        printError(needsYes(m_texts.refusal));
        emit finished(ExitRefused);
    } else if (isPlanOnly) {
        emit finished(planExitCode(m_session->workers(), m_session->leavesOut()));
    } else {
        m_sending.start();
        m_progress.start();
        m_session->apply();
    }
}

/// These, or the document instead. What was carried out is not all done for that.
void TransferTask::show(const QStringList &lines, bool isCarriedOut) const
{
    if (m_arguments.json) {
        const int code = verdictExitCode(m_session->workers(), m_session->leavesOut());
        Json result = Json::object();
        result["done"] = isCarriedOut && code == ExitDone;
        result.update(document(isCarriedOut));
        printJson(result, 2);
        return;
    }
    for (const QString &line : lines) {
        printLine(line);
    }
}

void TransferTask::showProgress()
{
    m_session->updateProgress();
    const std::vector<files::WorkerCopy> &workers = m_session->workers();
    QString line = progressText(workers, m_sending.elapsed());
    if (!m_session->passedOn()) {
        line += slowestText(workers, [this](const auto &some) { return namesOf(some); });
    }
    showStatus(line);
}

void TransferTask::onFinished()
{
    m_progress.stop();
    clearStatus();
    const auto names = [this](const auto &workers) { return namesOf(workers); };
    QStringList lines = verdictLines(m_session->workers(), names);
    if (const auto passedOn = m_session->passedOn()) {
        lines << QStringLiteral("%1 were uploaded.").arg(sizeOf(passedOn->sentBytes));
    }
    show(lines, true);
    noteGateway();
    emit finished(
        m_isInterrupted ? int(ExitInterrupted)
                        : verdictExitCode(m_session->workers(), m_session->leavesOut()));
}

/// What the person has to know, or can do, about it.
void TransferTask::noteGateway() const
{
    const auto passedOn = m_session->passedOn();
    if (passedOn && !passedOn->notWithdrawn.isEmpty()) {
        printNote(gateway::notWithdrawn(passedOn->notWithdrawn));
    }
    const QString recipe = files::recipeFor(m_session->workers());
    if (passedOn && !recipe.isEmpty()) {
        printNote(setUpText(recipe, passedOn->gateway));
    }
}

void TransferTask::interrupt()
{
    interruptSession(m_session.get());
}

} // namespace podium::ctl
