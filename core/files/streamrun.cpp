// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/streamrun.h"

#include "core/remote/remoterun.h"
#include "core/remote/streamscript.h"

#include <algorithm>
#include <utility>

namespace podium::files {

namespace {

// Nothing tells when a connection takes more: it is tried often while much goes, seldom while not.
constexpr int ShortestPauseMs = 4;
constexpr int LongestPauseMs = 64;
/// A worker that has not heard of us for so long ends its part, so that its lock does not stay.
constexpr std::chrono::seconds LossLimit{60};
constexpr int KeptComplaints = 4096;

run::RunSpec specOf(
    const remote::Script &script, const std::vector<StreamInput> &inputs, int atOnce,
    std::chrono::milliseconds silenceLimit)
{
    run::RunSpec spec;
    for (const StreamInput &input : inputs) {
        spec.workers.push_back(input.worker);
        spec.inputs.push_back(remote::streamInput(script, input.data));
        Q_ASSERT(spec.inputs.back().size() == spec.inputs.front().size());
    }
    spec.command = remote::streamCommand(spec.inputs.front());
    spec.title = script.title;
    spec.totalLimit = script.limit;
    spec.idleLimit = silenceLimit;
    spec.keepsInputOpen = true;
    spec.fanOut = atOnce;
    spec.lossLimit = script.changesWorker ? LossLimit : std::chrono::seconds{0};
    spec.output.memoryBytes = 0; // nothing is kept: all of it is taken as it comes
    return spec;
}

} // namespace

std::shared_ptr<BytePipe> filledPipe(const QByteArray &bytes)
{
    auto pipe = std::make_shared<BytePipe>();
    pipe->pushInPieces(bytes);
    pipe->close();
    return pipe;
}

StreamRun::StreamRun(
    const run::RunService &service, const remote::Script &script, std::vector<StreamInput> inputs,
    int atOnce, std::chrono::milliseconds silenceLimit, QObject *parent)
    : QObject(parent)
    , m_made(service.make(
          specOf(script, inputs, atOnce, silenceLimit),
          script.changesWorker ? run::RunService::Journal::Kept : run::RunService::Journal::None))
{
    for (StreamInput &input : inputs) {
        m_workers.push_back({std::move(input.rest), {}, 0, {}, false, false});
    }
    m_pump.setSingleShot(true);
    connect(&m_pump, &QTimer::timeout, this, &StreamRun::pump);
    connect(m_made.run.get(), &run::Run::workerStarting, this, &StreamRun::onStarting);
    connect(m_made.run.get(), &run::Run::outputArrived, this, &StreamRun::onOutput);
    connect(m_made.run.get(), &run::Run::workerEnded, this, &StreamRun::onEnded);
    connect(m_made.run.get(), &run::Run::finished, this, &StreamRun::finished);
}

StreamRun::~StreamRun()
{
    for (const Worker &worker : m_workers) {
        worker.rest->abandon();
    }
}

qint64 StreamRun::sentBytes(int slot) const
{
    return m_workers.at(std::size_t(slot)).sent;
}

void StreamRun::start()
{
    m_made.run->start();
}

void StreamRun::stop()
{
    m_made.run->stop();
}

void StreamRun::onStarting(int slot)
{
    m_workers.at(std::size_t(slot)).isRunning = true;
    if (!m_pump.isActive()) {
        m_pump.start(0);
    }
    emit starting(slot);
}

void StreamRun::onOutput(int slot, ssh::OutputStream stream, const QByteArray &bytes)
{
    if (stream != ssh::OutputStream::Out) {
        QByteArray &complaints = m_workers.at(std::size_t(slot)).complaints;
        complaints += bytes;
        complaints = complaints.right(KeptComplaints);
        return;
    }
    AnswerReader &reader = m_workers.at(std::size_t(slot)).reader;
    if (reader.isComplete()) {
        emit streamed(slot, bytes);
        return;
    }
    const QByteArrayList items = reader.read(bytes);
    if (!items.isEmpty()) {
        emit answered(slot, items);
    }
    if (const QByteArray behind = reader.takeBehind(); !behind.isEmpty()) {
        emit streamed(slot, behind);
    }
}

void StreamRun::onEnded(int slot)
{
    Worker &worker = m_workers.at(std::size_t(slot));
    worker.isRunning = false;
    worker.rest->abandon();
    if (worker.reader.isComplete()) {
        emit ended(slot, {});
        return;
    }
    const run::WorkerState &state = m_made.run->state().workers().at(std::size_t(slot));
    emit ended(slot, failure(remote::endingError(state.worker, *state.ending, worker.complaints)));
}

void StreamRun::pump()
{
    bool hasMoved = false;
    bool isAnyRunning = false;
    for (int slot = 0; slot < int(m_workers.size()); ++slot) {
        if (m_workers[std::size_t(slot)].isRunning) {
            isAnyRunning = true;
            hasMoved = feed(slot) || hasMoved;
        }
    }
    if (isAnyRunning) {
        const int slower = std::clamp(2 * m_pump.interval(), ShortestPauseMs, LongestPauseMs);
        m_pump.start(hasMoved ? ShortestPauseMs : slower);
    }
}

/// Whether anything went.
bool StreamRun::feed(int slot)
{
    Worker &worker = m_workers[std::size_t(slot)];
    bool hasMoved = false;
    for (QByteArray piece = worker.rest->peek(); !piece.isEmpty(); piece = worker.rest->peek()) {
        if (!m_made.run->type(slot, piece)) {
            return hasMoved;
        }
        worker.rest->drop();
        worker.sent += piece.size();
        hasMoved = true;
    }
    if (worker.rest->isAtEnd() && !std::exchange(worker.hasInputEnded, true)) {
        m_made.run->endInput(slot);
    }
    return hasMoved;
}

} // namespace podium::files
