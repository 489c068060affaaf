// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/runtask.h"

#include "app/podiumctl/commandhints.h"
#include "app/podiumctl/nodes/oneworker.h"
#include "app/podiumctl/run/logfolder.h"
#include "app/podiumctl/run/runenvironment.h"
#include "app/podiumctl/terminal.h"
#include "core/inventory/inventory.h"
#include "core/models/activity/activity.h"
#include "core/models/run/pastrunsmodel.h"
#include "core/recipe/projectscripts.h"
#include "core/run/detached/detached.h"
#include "core/run/detached/detachedrecords.h"
#include "core/run/runoption.h"
#include "core/run/savedrun.h"
#include "core/run/scriptcommand.h"
#include "core/run/sentcommand.h"

#include <QFile>
#include <QFileInfo>

#include <unistd.h>
#include <utility>

namespace podium::ctl {

namespace {

/// So many are read, of what could be said of each of a thousand workers. `count`: with this one.
void printNoteOf(int count, const QString &text)
{
    constexpr int Most = 8;
    if (count <= Most) {
        printNote(text);
    } else if (count == Most + 1) {
        printNote(QStringLiteral("and more of that; --json and summary.json have it all"));
    }
}

} // namespace

RunTask::RunTask(RunServices services, RunArguments arguments, QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_arguments(std::move(arguments))
{
    if (!m_arguments.user.isEmpty()) {
        m_services.defaults.user = m_arguments.user;
    }
}

RunTask::~RunTask() = default;

void RunTask::start()
{
    if (!readFiles() || !readEnvironment()) {
        emit finished(ExitUsage);
        return;
    }
    if (const auto problem = run::gatewayConflict(m_arguments.options)) {
        printError(*problem);
        emit finished(ExitUsage);
        return;
    }
    if (!m_arguments.logDir.isEmpty()) {
        if (const auto prepared = prepareLogFolder(m_arguments.logDir); !prepared) {
            printError(prepared.error());
            emit finished(ExitRefused);
            return;
        }
    }
    TargetTask::start();
}

bool RunTask::readFiles()
{
    const auto read = [](const QString &name, QByteArray &bytes) {
        QFile file(name);
        const bool isStdin = name == QLatin1String("-");
        if (isStdin ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly)) {
            bytes = file.readAll();
            if (file.error() == QFileDevice::NoError) {
                return true; // else it is cut: half a script is another one
            }
        }
        printNote(QStringLiteral("cannot read %1: %2").arg(name, file.errorString()));
        return false;
    };
    if (!m_arguments.scriptFile.isEmpty()) {
        if (!read(m_arguments.scriptFile, m_arguments.command)) {
            return false;
        }
        m_arguments.command =
            run::scriptCommand(m_arguments.command, QFile::encodeName(m_arguments.scriptFile));
        if (m_arguments.scriptFile != QLatin1String("-")) { // its first line says little of it
            m_arguments.options.title = QFileInfo(m_arguments.scriptFile).fileName();
        }
    }
    return (m_arguments.scriptsFolder.isEmpty() || readProjectScript()) &&
           (m_arguments.inputFile.isEmpty() || read(m_arguments.inputFile, m_input));
}

bool RunTask::readProjectScript()
{
    for (const recipe::ProjectJob job : recipe::AllProjectJobs) {
        if (recipe::projectJobName(job) != m_arguments.job) {
            continue;
        }
        auto wanted = recipe::projectRun(m_arguments.scriptsFolder, job, m_arguments.workFolder);
        if (!wanted) {
            printError(withScriptCommand(wanted.error()));
            return false;
        }
        m_arguments.command = std::move(wanted->command);
        m_arguments.options.title = wanted->title;
        m_arguments.options.allOrNone |= wanted->allOrNone && m_arguments.options.fanOut == 0;
    }
    return true;
}

bool RunTask::readEnvironment()
{
    auto read = readRunEnvironment(m_arguments.environment, m_arguments.environmentFiles);
    if (!read) {
        printError(read.error());
        return false;
    }
    for (const QString &warning : read->warnings) {
        printNote(warning);
    }
    run::RunSpec spec;
    spec.environment = read->variables;
    if (const auto problem = run::environmentProblem(spec)) {
        printError(*problem);
        return false;
    }
    m_environment = std::move(read->variables);
    return true;
}

run::RunSpec RunTask::specFor(const std::vector<WorkerRef> &workers) const
{
    run::RunSpec spec = m_arguments.options;
    spec.workers = workers;
    spec.command = m_arguments.command;
    spec.input = m_input;
    spec.environment = m_environment;
    const bool isToldAtTheEnd = m_arguments.style == RunArguments::Style::Fold ||
                                m_arguments.style == RunArguments::Style::Diff;
    if (!m_arguments.logDir.isEmpty() || isToldAtTheEnd) {
        spec.output = m_services.output; // all of it is to be saved, or printed then
    }
    return spec;
}

bool RunTask::chooseGateway(const std::vector<WorkerRef> &workers)
{
    const auto chosen = gatewayAmong(
        workers, QString::fromStdString(m_arguments.gateway), m_services.inventory.snapshot());
    if (!chosen) {
        printError(chosen.error());
        return false;
    }
    m_arguments.options.gateway = *chosen;
    return true;
}

void RunTask::runOn(const std::vector<WorkerRef> &workers)
{
    if (m_arguments.options.viaGateway && !chooseGateway(workers)) {
        emit finished(ExitUsage);
        return;
    }
    run::RunSpec spec = specFor(workers);
    run::RunSpec asked = spec; // without what wraps one that goes on by itself
    if (m_arguments.detach) {
        spec = prepareDetached(spec);
        if (spec.workers.empty()) {
            return;
        }
    }
    // A detached one is remembered elsewhere, and goes on.
    using Journal = run::RunService::Journal;
    m_run = makeRun(std::move(spec), m_arguments.detach ? Journal::None : Journal::Kept);
    asked.runId = m_run->spec().runId;
    asked.detachedId = m_detachedId;
    noteStart(asked);
    m_printer = makePrinter();
    connectPrinter();
    m_printer->started();
    m_run->start();
    m_startedMs = m_services.clock.monotonicMs();
    startProgress();
}

void RunTask::noteStart(const run::RunSpec &asked)
{
    m_past = store::pastRunOf(
        asked, QStringLiteral("podiumctl"), models::targetWordsOf(asked.workers),
        m_services.clock.now());
    m_services.runHistory.begin(m_past);
}

void RunTask::noteEnd()
{
    m_past.summary = m_run->state().summary();
    const bool isLeft = m_arguments.detach && m_past.summary.ok > 0; // begun somewhere
    m_past.end = isLeft ? store::PastRun::End::Left : store::PastRun::End::Finished;
    m_past.endedAt = m_services.clock.now();
    m_services.runHistory.end(m_past);
    m_services.history.append(models::activityOfRun(
        models::pastRunTitle(m_past), models::pastRunPlaces(m_past), m_past, m_run->state(),
        m_past.endedAt));
}

/// For those who wait at a terminal, from the moment at which one would begin to wonder.
void RunTask::startProgress()
{
    constexpr int FirstMs = 700;
    constexpr int NextMs = 200;
    if (!isTerminal(STDERR_FILENO)) {
        return;
    }
    connect(&m_progress, &QTimer::timeout, this, [this] {
        m_progress.setInterval(NextMs);
        const QString waits = run::describeAgentWait(m_run->state());
        showStatus(waits.isEmpty() ? statusText() : waits + QStringLiteral("; ") + statusText());
    });
    m_progress.start(FirstMs);
}

QString RunTask::statusText() const
{
    const qint64 seconds = (m_services.clock.monotonicMs() - m_startedMs) / 1000;
    return QStringLiteral("%1; %2 s").arg(summaryText(m_run->state().summary())).arg(seconds);
}

/// The launch of a run that goes on without us. First what is to be remembered of it is written:
/// whatever happens then, this machine knows where it may run.
run::RunSpec RunTask::prepareDetached(const run::RunSpec &wanted)
{
    m_detachedId = run::newDetachedId();
    auto hold = run::holdLaunch(
        recordsFolder(), {m_detachedId, wanted.command, m_services.clock.now(), wanted.workers});
    if (!hold) {
        printError(hold.error());
        emit finished(ExitRefused);
        return {};
    }
    m_hold = *std::move(hold);
    return run::detachedLaunch(wanted, m_detachedId);
}

void RunTask::connectPrinter()
{
    m_printer->follow(this);
    connect(m_run.get(), &run::Run::routeChosen, this, [this](int slot) {
        m_printer->routeChosen(slot);
        noteIgnored(slot);
    });
    connect(m_run.get(), &run::Run::statesChanged, this, &RunTask::noteUnguarded);
    connect(m_run.get(), &run::Run::finished, this, &RunTask::end);
}

/// Once for all workers of which it is the same.
void RunTask::noteIgnored(int slot)
{
    const QString text = run::describeIgnored(m_run->state().workers()[std::size_t(slot)].route);
    if (!text.isEmpty() && !m_notedIgnored.contains(text)) {
        m_notedIgnored.insert(text);
        printNoteOf(m_notedIgnored.size(), text);
    }
}

void RunTask::noteUnguarded(const QVector<int> &changed)
{
    for (const int slot : changed) {
        const run::WorkerState &worker = m_run->state().workers()[std::size_t(slot)];
        if (!worker.unguarded || m_notedUnguarded.contains(slot)) {
            continue;
        }
        m_notedUnguarded.insert(slot);
        m_printer->unguarded(slot);
        printNoteOf(
            m_notedUnguarded.size(), namesOf({worker.worker}) + QStringLiteral(": ") +
                                         run::unguardedText(*worker.unguarded));
    }
}

std::unique_ptr<RunPrinter> RunTask::makePrinter() const
{
    if (m_arguments.detach) {
        return makeDetachPrinter(*m_run, namer(), m_detachedId);
    }
    switch (m_arguments.style) {
    case RunArguments::Style::Events:
        return makeJsonPrinter(*m_run, namer());
    case RunArguments::Style::Fold:
        return makeFoldPrinter(*m_run, namer(), FoldStyle::Whole);
    case RunArguments::Style::Diff:
        return makeFoldPrinter(*m_run, namer(), FoldStyle::Differences);
    case RunArguments::Style::Prefix:
        break;
    }
    return makePrefixPrinter(*m_run, namer());
}

void RunTask::end()
{
    m_progress.stop();
    clearStatus();
    m_printer->finished();
    if (const QString recipe = run::recipeFor(m_run->state()); !recipe.isEmpty()) {
        const run::RunSpec &spec = m_run->spec();
        printNote(setUpText(recipe, spec.workers[spec.gatewayPlace()]));
    }
    noteEnd();
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
    std::vector<WorkerRef> running;
    for (const run::WorkerState &worker : m_run->state().workers()) {
        if (worker.isRunning()) {
            running.push_back(worker.worker);
        }
    }
    if (!running.empty()) {
        printNote(QStringLiteral("running: ") + namesOf(running));
    }
    printNote(
        statusText() +
        (m_interrupted ? QStringLiteral("; killing") : QStringLiteral("; stopping (again: kill)")));
    m_interrupted = true;
    m_run->stop();
}

} // namespace podium::ctl
