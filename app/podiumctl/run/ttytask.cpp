// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/ttytask.h"

#include "app/podiumctl/terminal.h"
#include "core/base/files.h"

#include <QHash>

#include <array>
#include <cerrno>
#include <csignal>
#include <unistd.h>
#include <utility>

namespace podium::ctl {

namespace {

constexpr int RetryMs = 20;
constexpr qint64 KeptBytes = 64 * 1024; ///< of output: it is on the screen

/// As a shell has it of a command that a signal has ended.
int statusOfSignal(const QString &name)
{
    static const QHash<QString, int> numbers{
        {QStringLiteral("HUP"), SIGHUP},   {QStringLiteral("INT"), SIGINT},
        {QStringLiteral("QUIT"), SIGQUIT}, {QStringLiteral("ILL"), SIGILL},
        {QStringLiteral("ABRT"), SIGABRT}, {QStringLiteral("FPE"), SIGFPE},
        {QStringLiteral("KILL"), SIGKILL}, {QStringLiteral("SEGV"), SIGSEGV},
        {QStringLiteral("PIPE"), SIGPIPE}, {QStringLiteral("ALRM"), SIGALRM},
        {QStringLiteral("TERM"), SIGTERM}, {QStringLiteral("USR1"), SIGUSR1},
        {QStringLiteral("USR2"), SIGUSR2}};
    constexpr int ShellsBase = 128;
    return numbers.contains(name) ? ShellsBase + numbers.value(name) : int(ExitDifferent);
}

} // namespace

TtyTask::TtyTask(RunServices services, RunArguments arguments, QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_arguments(std::move(arguments))
{
    if (!m_arguments.user.isEmpty()) {
        m_services.defaults.user = m_arguments.user;
    }
    m_retry.setSingleShot(true);
    m_retry.setInterval(RetryMs);
    connect(&m_retry, &QTimer::timeout, this, &TtyTask::sendKeys);
}

TtyTask::~TtyTask() = default;

void TtyTask::start()
{
    if (!isTerminal(STDIN_FILENO)) {
        printNote(QStringLiteral("--tty needs a terminal as stdin; scripts do without it."));
        emit finished(ExitUsage);
        return;
    }
    TargetTask::start();
}

std::vector<int> TtyTask::alsoHears() const
{
    return {SIGWINCH, SIGHUP, SIGTSTP};
}

void TtyTask::runOn(const std::vector<WorkerRef> &workers)
{
    if (workers.size() != 1) {
        printNote(QStringLiteral("--tty is for one worker; these are %1: %2")
                      .arg(workers.size())
                      .arg(namesOf(workers)));
        emit finished(ExitUsage);
        return;
    }
    run::RunSpec spec = m_arguments.options;
    spec.workers = workers;
    spec.command = m_arguments.command;
    spec.terminal = windowSize();
    spec.output.memoryBytes = KeptBytes;
    // No journal: what runs in a terminal ends with it.
    m_run = makeRun(std::move(spec));
    connect(
        m_run.get(), &run::Run::outputArrived, this,
        [this](int, ssh::OutputStream, const QByteArray &bytes) { show(bytes); });
    connect(m_run.get(), &run::Run::routeChosen, this, [this](int slot) {
        const QString ignored =
            run::describeIgnored(m_run->state().workers()[std::size_t(slot)].route);
        if (!ignored.isEmpty()) {
            printNote(ignored);
        }
    });
    connect(m_run.get(), &run::Run::statesChanged, this, &TtyTask::follow);
    connect(m_run.get(), &run::Run::finished, this, &TtyTask::end);
    m_run->start();
}

/// Until it runs there, Ctrl+C is for here, and what is typed waits in the terminal.
void TtyTask::follow()
{
    const run::WorkerState &worker = m_run->state().workers().front();
    if (worker.isRunning() && worker.phase == ssh::Phase::Running) {
        begin();
    }
    const QString waits = run::describeAgentWait(m_run->state());
    if (waits.isEmpty() || m_keys) {
        clearStatus();
    } else {
        showStatus(waits);
    }
}

void TtyTask::begin()
{
    if (m_hasEnded || m_keys) {
        return;
    }
    clearStatus(); // not over what is printed there
    m_raw.emplace();
    m_keys = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
    connect(m_keys.get(), &QSocketNotifier::activated, this, &TtyTask::readKeys);
    m_run->resizeTerminal(0, windowSize());
}

void TtyTask::show(const QByteArray &bytes)
{
    begin(); // its states may be told later than its output
    if (!m_hasEnded && !writeAll(STDOUT_FILENO, bytes)) {
        hangUp(); // nobody sees it any more
    }
}

void TtyTask::readKeys()
{
    std::array<char, 4096> buffer{};
    const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    if (size <= 0) {
        hangUp(); // the terminal is gone
        return;
    }
    const LineEscapes::Taken taken = m_escapes.take(QByteArray(buffer.data(), int(size)));
    m_unsent += taken.bytes;
    if (taken.hangsUp) {
        hangUp();
    } else {
        sendKeys();
    }
}

void TtyTask::sendKeys()
{
    if (!m_keys) {
        return;
    }
    const bool isSent = m_unsent.isEmpty() || m_run->type(0, m_unsent);
    m_keys->setEnabled(isSent); // what is not read waits in the terminal
    if (isSent) {
        m_unsent.clear();
    } else {
        m_retry.start();
    }
}

void TtyTask::hear(int signal)
{
    if (signal == SIGHUP) {
        hangUp();
    } else if (signal == SIGTSTP) {
        suspend();
    } else if (m_run) {
        m_run->resizeTerminal(0, windowSize());
    }
}

/// The shell that goes on gets its terminal as it was.
void TtyTask::suspend()
{
    const bool wasRaw = m_raw.has_value();
    m_raw.reset();
    ::raise(SIGSTOP);
    if (wasRaw) {
        m_raw.emplace();
    }
    if (m_run) {
        m_run->resizeTerminal(0, windowSize());
    }
}

/// By closing the connection: the worker may be the one that does not answer.
void TtyTask::hangUp()
{
    if (std::exchange(m_hasEnded, true)) {
        return;
    }
    m_keys.reset();
    m_raw.reset();
    if (m_run) {
        m_run->disconnect(this);
        m_run->detach();
        printNote(QStringLiteral("hung up"));
    }
    emit finished(ExitInterrupted);
}

void TtyTask::end()
{
    if (std::exchange(m_hasEnded, true)) {
        return;
    }
    m_keys.reset();
    m_raw.reset();
    const run::WorkerEnding &ending = *m_run->state().workers().front().ending;
    int code = run::exitCode(m_run->state());
    if (const auto *exited = std::get_if<ssh::Exited>(&ending)) {
        code = exited->status >= 0 && exited->status <= 255 ? exited->status : 255;
    } else if (const auto *signalled = std::get_if<ssh::Signalled>(&ending)) {
        code = statusOfSignal(signalled->signal);
    } else if (const Error *error = run::endingError(ending)) {
        printError(*error);
    } else {
        printNote(
            namesOf(m_run->spec().workers) + QStringLiteral(": ") +
            run::describeEnding(m_run->state().workers().front()));
    }
    emit finished(code);
}

} // namespace podium::ctl
