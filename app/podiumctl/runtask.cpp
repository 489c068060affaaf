// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/runtask.h"

#include "app/podiumctl/listtasks.h"
#include "app/podiumctl/terminal.h"
#include "core/inventory/inventory.h"
#include "core/inventory/targets.h"
#include "core/run/fanoutlimit.h"
#include "core/run/savedrun.h"
#include "core/ssh/descriptorlimit.h"

#include <QFile>

#include <utility>

namespace podium::ctl {

RunTask::RunTask(
    inventory::Inventory &inventory, ssh::Transport &transport, run::SshDefaults defaults,
    const Clock &clock, RunArguments arguments, QObject *parent)
    : Task(parent)
    , m_inventory(inventory)
    , m_transport(transport)
    , m_defaults(std::move(defaults))
    , m_clock(clock)
    , m_arguments(std::move(arguments))
{
    if (!m_arguments.user.isEmpty()) {
        m_defaults.user = m_arguments.user;
    }
}

RunTask::~RunTask() = default;

void RunTask::start()
{
    if (!m_arguments.scriptFile.isEmpty()) {
        QFile file(m_arguments.scriptFile);
        if (!file.open(QIODevice::ReadOnly)) {
            printNote(QStringLiteral("cannot read %1: %2")
                          .arg(m_arguments.scriptFile, file.errorString()));
            emit finished(ExitUsage);
            return;
        }
        m_arguments.command = file.readAll();
    }
    connect(&m_inventory, &inventory::Inventory::refreshed, this, &RunTask::begin);
    m_inventory.refresh();
}

void RunTask::begin()
{
    disconnect(&m_inventory, nullptr, this, nullptr);
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    printProblems(snapshot);
    if (snapshot.error && snapshot.nodes.empty()) {
        emit finished(ExitCloud);
        return;
    }
    const auto workers = inventory::resolveTargets(snapshot, m_arguments.targets);
    if (!workers) {
        printError(workers.error());
        emit finished(ExitUsage);
        return;
    }
    runOn(*workers);
}

void RunTask::runOn(const std::vector<WorkerRef> &workers)
{
    run::RunSpec spec;
    spec.workers = workers;
    spec.command = m_arguments.command;
    if (m_arguments.jobs > 0) {
        spec.fanOut = m_arguments.jobs;
    }
    spec.connectLimit = m_arguments.connectTimeout;
    spec.totalLimit = m_arguments.timeout;
    spec.failFast = m_arguments.failFast;
    const QString narrowed = run::fitDescriptors(spec, ssh::raiseDescriptorLimit());
    if (!narrowed.isEmpty()) {
        printNote(narrowed);
    }
    m_run = std::make_unique<run::Run>(
        std::move(spec), m_transport,
        [this](const WorkerRef &worker) {
            return run::endpointFor(m_inventory.snapshot(), worker, m_defaults);
        },
        m_clock);
    m_printer = makePrinter();
    connectPrinter();
    m_printer->started();
    m_run->start();
}

void RunTask::connectPrinter()
{
    connect(
        m_run.get(), &run::Run::outputArrived, this,
        [this](int slot, ssh::OutputStream stream, const QByteArray &bytes) {
            m_printer->output(slot, stream, bytes);
        });
    connect(
        m_run.get(), &run::Run::workerEnded, this, [this](int slot) { m_printer->ended(slot); });
    connect(m_run.get(), &run::Run::finished, this, &RunTask::end);
}

std::unique_ptr<RunPrinter> RunTask::makePrinter() const
{
    QStringList labels;
    for (const auto &state : m_run->state().workers()) {
        labels << inventory::describeWorkers(m_inventory.snapshot(), {state.worker});
    }
    switch (m_arguments.style) {
    case RunArguments::Style::Json:
        return makeJsonPrinter(*m_run, labels);
    case RunArguments::Style::Fold:
        return makeFoldPrinter(*m_run, labels, [this](const std::vector<WorkerRef> &workers) {
            return inventory::describeWorkers(m_inventory.snapshot(), workers);
        });
    case RunArguments::Style::Prefix:
        break;
    }
    return makePrefixPrinter(*m_run, labels);
}

void RunTask::end()
{
    m_printer->finished();
    int code = m_interrupted ? int(ExitInterrupted) : run::exitCode(m_run->state());
    if (!m_arguments.logDir.isEmpty()) {
        if (const auto saved = run::saveRun(*m_run, m_arguments.logDir); !saved) {
            printError(saved.error());
            code = std::max(code, int(ExitRefused));
        }
    }
    emit finished(code);
}

void RunTask::interrupt()
{
    if (!m_run || m_run->isFinished()) {
        emit finished(ExitInterrupted);
        return;
    }
    printNote(
        summaryText(m_run->state().summary()) +
        (m_interrupted ? QStringLiteral("; killing") : QStringLiteral("; stopping (again: kill)")));
    m_interrupted = true;
    m_run->stop();
}

} // namespace podium::ctl
