// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tpu/toptask.h"

#include "app/podiumctl/outputwatch.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/tpu/topprint.h"
#include "core/inventory/inventory.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace podium::ctl {

namespace {

/// Back to the top left, and everything below gone.
constexpr const char *ClearScreen = "\x1b[H\x1b[J";

} // namespace

TopTask::TopTask(
    RunServices services, const TopNodes::World &world, TopArguments arguments, QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_arguments(std::move(arguments))
    , m_nodes(world, m_arguments.asksIdle)
{
    connect(&m_table, &QTimer::timeout, this, &TopTask::print);
    if (m_arguments.looks == 0) {
        const auto *output = new OutputWatch(this);
        connect(output, &OutputWatch::lost, this, &TopTask::endIfUnread);
    }
}

void TopTask::runOn(const std::vector<WorkerRef> &workers)
{
    tpu::LookPace pace;
    pace.visibleMs = std::chrono::milliseconds(m_arguments.interval).count();
    pace.failedMs = std::max(pace.visibleMs, pace.failedMs);
    m_looks.resize(workers.size());
    m_session = std::make_unique<tpu::LoadSession>(
        tpu::LoadSession::World{m_services.transport, endpointOf(), m_services.clock, pace},
        workers);
    connect(m_session.get(), &tpu::LoadSession::looked, this, &TopTask::onLooked);
    // Each look's line says what the node costs. Cloud Monitoring may take longer than the first
    // look.
    connect(&m_nodes, &TopNodes::priced, m_session.get(), &tpu::LoadSession::start);
    connect(&m_nodes, &TopNodes::completed, this, [this] {
        printDocuments();
        endIfComplete();
    });
    m_nodes.start(workers);
    m_isLive = !m_arguments.json && isTerminal(STDOUT_FILENO);
    if (m_isLive || (!m_arguments.json && m_arguments.looks == 0)) {
        m_table.start(m_arguments.interval);
    }
    if (m_isLive) {
        print();
    }
}

void TopTask::onLooked(int place)
{
    if (m_hasEnded || hasLookedEnough()) {
        return;
    }
    ++m_looks[std::size_t(place)];
    if (m_arguments.json) {
        const tpu::WorkerLoad &worker = m_session->workers()[std::size_t(place)];
        m_documents.emplace_back(
            worker.worker.node, topJson(worker, m_nodes.nodes(), m_services.clock.now()));
        printDocuments();
    }
    endIfComplete();
}

void TopTask::printDocuments()
{
    // What ends after some looks says all there is; what goes on tells of each look at once.
    if (m_arguments.looks > 0 && !m_nodes.isComplete()) {
        return;
    }
    for (auto &[node, document] : std::exchange(m_documents, {})) {
        document["node"] = topNodeJson(m_nodes.nodes(), node);
        printJson(document);
    }
    flushOutput();
    endIfUnread();
}

bool TopTask::hasLookedEnough() const
{
    return m_arguments.looks > 0 && std::all_of(m_looks.begin(), m_looks.end(), [this](int looks) {
               return looks >= m_arguments.looks;
           });
}

void TopTask::endIfComplete()
{
    if (!m_hasEnded && hasLookedEnough()) {
        m_session->pause();
        if (m_nodes.isComplete()) {
            end();
        }
    }
}

void TopTask::print()
{
    if (m_isLive) {
        printBytes(ClearScreen);
    }
    const auto nameOf = [this](const WorkerRef &worker) { return namesOf({worker}); };
    printTable(rows(nameOf));
    for (const QString &warning : topWarnings(m_session->workers(), m_nodes.nodes(), nameOf)) {
        printLine(warning);
    }
    for (const QString &line : topNodeLines(m_nodes.nodes())) {
        printLine(line);
    }
    if (!m_isLive && m_arguments.looks == 0) {
        printLine({}); // the next table follows
    }
    flushOutput();
    endIfUnread();
}

/// No worker is asked for what nobody can read any more, as behind `head`.
void TopTask::endIfUnread()
{
    if (!m_hasEnded && hasLostOutput()) {
        m_hasEnded = true;
        m_table.stop();
        if (m_session) { // else they are still looked for
            m_session->pause();
        }
        emit finished(ExitRefused);
    }
}

std::vector<QStringList> TopTask::rows(const WorkerName &nameOf) const
{
    const auto &workers = m_session->workers();
    // One look has no history.
    if (m_arguments.looks != 1) {
        const tpu::SparkSpan history = topHistory(
            workers, m_services.clock.monotonicMs(),
            std::chrono::milliseconds(m_arguments.interval).count());
        std::vector<QStringList> withHistory = topRows(workers, history, nameOf);
        if (!m_isLive || tableWidth(withHistory) <= terminalWidth(STDOUT_FILENO)) {
            return withHistory;
        }
    }
    return topRows(workers, std::nullopt, nameOf);
}

void TopTask::end()
{
    m_hasEnded = true;
    m_table.stop();
    m_session->pause();
    if (!m_arguments.json) {
        print();
    }
    const auto &workers = m_session->workers();
    const bool isMissing =
        std::any_of(workers.begin(), workers.end(), [](const tpu::WorkerLoad &worker) {
            return worker.error.has_value();
        });
    const std::vector<Error> errors = m_nodes.errors();
    for (const Error &error : errors) {
        printError(error);
    }
    emit finished(!errors.empty() ? ExitCloud : isMissing ? ExitUnreachable : ExitDone);
}

void TopTask::interrupt()
{
    m_hasEnded = true;
    emit finished(ExitInterrupted);
}

} // namespace podium::ctl
