// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remoterun.h"

#include "core/remote/answertransport.h"
#include "core/ssh/plaintext.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace podium::remote {

namespace {

/// Without its data.
run::RunSpec specOf(const Script &script, std::vector<WorkerRef> workers)
{
    run::RunSpec spec;
    spec.workers = std::move(workers);
    spec.command = scriptCommand(script.rights);
    spec.title = script.title;
    spec.totalLimit = script.limit;
    spec.allOrNone = script.together;
    spec.endTogether = script.together;
    spec.fanOut = script.oneByOne ? 1 : 0;
    spec.failFast = script.oneByOne;
    if (script.isRepeated) {
        spec.keptShell = keptShellText(script);
    }
    return spec;
}

run::RunSpec specWith(
    const Script &script, std::vector<WorkerRef> workers,
    const std::vector<std::vector<Record>> &data)
{
    Q_ASSERT(!script.isRepeated || data == std::vector<std::vector<Record>>{{}});
    run::RunSpec spec = specOf(script, std::move(workers));
    if (data.size() == spec.workers.size() && data.size() != 1) {
        for (const auto &own : data) {
            spec.inputs.push_back(scriptInput(script, own));
        }
    } else {
        spec.input = scriptInput(script, data.empty() ? std::vector<Record>() : data.front());
    }
    return spec;
}

run::RunService::Journal journalOf(const Script &script)
{
    return script.changesWorker ? run::RunService::Journal::Kept : run::RunService::Journal::None;
}

/// The last of what it complained of, if anything.
QString lastLine(const QByteArray &errors)
{
    const QByteArray whole = errors.trimmed();
    return ssh::plainText(whole.mid(whole.lastIndexOf('\n') + 1));
}

/// One that was at work is not one that does not answer.
Error timeoutError(const ssh::TimedOut &how)
{
    const bool wasAtWork = how.phase == ssh::Phase::Running;
    return {
        ErrorKind::Timeout,
        wasAtWork ? QStringLiteral("The worker was not done in time.")
                  : QStringLiteral("The worker did not answer in time."),
        {},
        how.gone ? QStringLiteral("What was at work there was ended.")
                 : QStringLiteral("It may be busy or hanging: run a command there to see.")};
}

} // namespace

RemoteRun::RemoteRun(
    const run::RunService &service, const Script &script, std::vector<WorkerRef> workers,
    const std::vector<std::vector<Record>> &data, QObject *parent)
    : QObject(parent)
{
    follow(service.make(specWith(script, std::move(workers), data), journalOf(script)));
}

RemoteRun::RemoteRun(
    const run::RunService &service, const Script &script, std::vector<WorkerRef> workers,
    const std::vector<Record> &data, const Watched &watched, QObject *parent)
    : QObject(parent)
{
    run::RunSpec spec = specOf(script, std::move(workers));
    spec.output = watched.limits;
    follow(service.make(std::move(spec), journalOf(script), [&](ssh::Transport &transport) {
        m_answers =
            std::make_shared<AnswerTransport>(transport, scriptInput(script, data), watched.hidden);
        return m_answers;
    }));
    connect(m_run.get(), &run::Run::finished, m_answers.get(), &AnswerTransport::forgetSecrets);
}

RemoteRun::~RemoteRun() = default;

void RemoteRun::follow(run::RunService::Made made)
{
    m_run = std::move(made.run);
    m_narrowed = made.narrowed;
    connect(m_run.get(), &run::Run::workerStarting, this, [this](int slot) {
        emit workerStarting(workers().at(std::size_t(slot)));
    });
    connect(m_run.get(), &run::Run::workerEnded, this, &RemoteRun::tell);
    connect(m_run.get(), &run::Run::finished, this, &RemoteRun::finished);
}

const std::vector<WorkerRef> &RemoteRun::workers() const
{
    return m_run->spec().workers;
}

Result<Answer> RemoteRun::answerOf(int slot) const
{
    return m_answers ? m_answers->answerOf(workers().at(std::size_t(slot)))
                     : decodeAnswer(m_run->output().bytes(slot, ssh::OutputStream::Out));
}

void RemoteRun::tellProgress()
{
    if (m_answers) {
        connect(m_answers.get(), &AnswerTransport::answered, this, [this](const WorkerRef &worker) {
            const auto at = std::find(workers().begin(), workers().end(), worker);
            tellSoFar(int(at - workers().begin()));
        });
        return;
    }
    connect(m_run.get(), &run::Run::outputGrew, this, [this](const QVector<int> &grown) {
        for (const int slot : grown) {
            tellSoFar(slot);
        }
    });
}

void RemoteRun::tellSoFar(int slot)
{
    const run::WorkerState &state = m_run->state().workers().at(std::size_t(slot));
    const auto soFar = answerOf(slot);
    if (!state.ending && soFar) {
        emit progressed(state.worker, *soFar);
    }
}

void RemoteRun::start()
{
    m_run->start();
}

void RemoteRun::stop()
{
    m_run->stop();
}

bool RemoteRun::isFinished() const
{
    return m_run->isFinished();
}

void RemoteRun::tell(int slot)
{
    const run::WorkerState &state = m_run->state().workers().at(std::size_t(slot));
    auto answer = answerOf(slot);
    const bool isDone = state.ending && std::holds_alternative<ssh::Exited>(*state.ending) &&
                        answer && answer->isComplete;
    if (!isDone) {
        const QByteArray errors = m_answers ? m_answers->printedBy(state.worker)
                                            : m_run->output().bytes(slot, ssh::OutputStream::Err);
        answer = failure(endingError(state.worker, *state.ending, errors));
    }
    emit reported({state.worker, std::move(answer)});
}

Error endingError(
    const WorkerRef &worker, const run::WorkerEnding &ending, const QByteArray &errors)
{
    Error error = std::visit(
        [](const auto &how) -> Error {
            using T = std::decay_t<decltype(how)>;
            if constexpr (
                std::is_same_v<T, ssh::Refused> || std::is_same_v<T, ssh::Unreachable> ||
                std::is_same_v<T, ssh::Lost>) {
                return how.error;
            } else if constexpr (
                std::is_same_v<T, ssh::Stopped> || std::is_same_v<T, run::NeverStarted>) {
                return {ErrorKind::Cancelled, QStringLiteral("Stopped.")};
            } else if constexpr (std::is_same_v<T, ssh::TimedOut>) {
                return timeoutError(how);
            } else {
                return {
                    ErrorKind::Protocol, QStringLiteral("The worker gave no whole answer (%1).")
                                             .arg(run::describeEnding(run::WorkerEnding(how)))};
            }
        },
        ending);
    if (error.detail.isEmpty() && error.kind == ErrorKind::Protocol) {
        error.detail = lastLine(errors);
    }
    error.subject = worker.text();
    return error;
}

} // namespace podium::remote
