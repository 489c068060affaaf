// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remoterun.h"

#include "core/ssh/plaintext.h"

#include <type_traits>
#include <utility>

namespace podium::remote {

namespace {

run::RunSpec specOf(
    const Script &script, std::vector<WorkerRef> workers,
    const std::vector<std::vector<Record>> &data)
{
    run::RunSpec spec;
    spec.workers = std::move(workers);
    spec.command = scriptCommand(script.rights);
    spec.title = script.title;
    spec.totalLimit = script.limit;
    spec.allOrNone = script.together;
    spec.endTogether = script.together;
    if (data.size() == spec.workers.size() && data.size() != 1) {
        for (const auto &own : data) {
            spec.inputs.push_back(scriptInput(script, own));
        }
    } else {
        spec.input = scriptInput(script, data.empty() ? std::vector<Record>() : data.front());
    }
    return spec;
}

/// The last of what it complained of, if anything.
QString lastLine(const QByteArray &errors)
{
    const QByteArray whole = errors.trimmed();
    return ssh::plainText(whole.mid(whole.lastIndexOf('\n') + 1));
}

} // namespace

RemoteRun::RemoteRun(
    const run::RunService &service, const Script &script, std::vector<WorkerRef> workers,
    const std::vector<std::vector<Record>> &data, QObject *parent)
    : QObject(parent)
    , m_made(service.make(
          specOf(script, std::move(workers), data),
          script.changesWorker ? run::RunService::Journal::Kept : run::RunService::Journal::None))
{
    connect(m_made.run.get(), &run::Run::workerEnded, this, &RemoteRun::tell);
    connect(m_made.run.get(), &run::Run::finished, this, &RemoteRun::finished);
}

RemoteRun::~RemoteRun() = default;

const std::vector<WorkerRef> &RemoteRun::workers() const
{
    return m_made.run->spec().workers;
}

void RemoteRun::tellProgress()
{
    connect(m_made.run.get(), &run::Run::outputGrew, this, [this](const QVector<int> &grown) {
        for (const int slot : grown) {
            const run::WorkerState &state = m_made.run->state().workers().at(std::size_t(slot));
            const auto soFar =
                decodeAnswer(m_made.run->output().bytes(slot, ssh::OutputStream::Out));
            if (!state.ending && soFar) {
                emit progressed(state.worker, *soFar);
            }
        }
    });
}

void RemoteRun::start()
{
    m_made.run->start();
}

void RemoteRun::stop()
{
    m_made.run->stop();
}

bool RemoteRun::isFinished() const
{
    return m_made.run->isFinished();
}

void RemoteRun::tell(int slot)
{
    const run::WorkerState &state = m_made.run->state().workers().at(std::size_t(slot));
    const run::OutputStore &output = m_made.run->output();
    auto answer = decodeAnswer(output.bytes(slot, ssh::OutputStream::Out));
    const bool isDone = state.ending && std::holds_alternative<ssh::Exited>(*state.ending) &&
                        answer && answer->isComplete;
    if (!isDone) {
        answer = failure(
            endingError(state.worker, *state.ending, output.bytes(slot, ssh::OutputStream::Err)));
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
                return {ErrorKind::Cancelled, QStringLiteral("Stopped."), {}, {}, {}};
            } else if constexpr (std::is_same_v<T, ssh::TimedOut>) {
                return {
                    ErrorKind::Timeout,
                    QStringLiteral("The worker did not answer in time."),
                    {},
                    QStringLiteral("It may be busy or hanging: run a command there to see."),
                    {}};
            } else {
                return {
                    ErrorKind::Protocol,
                    QStringLiteral("The worker gave no whole answer (%1).")
                        .arg(run::describeEnding(run::WorkerEnding(how))),
                    {},
                    {},
                    {}};
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
