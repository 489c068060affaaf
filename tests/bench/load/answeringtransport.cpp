// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load/answeringtransport.h"

#include <cmath>
#include <utility>

namespace podium::bench {

namespace {

/// As SessionTransport passes on what has come.
constexpr int BatchMs = 16;
/// An exchange takes from so long to so long, as workers of several regions do.
constexpr qint64 NearestMs = 20;
constexpr qint64 FarthestMs = 180;
constexpr int OddWorker = 3; ///< of each node

tests::FakeLook lookOf(std::size_t kind, int second, bool isOdd)
{
    tests::FakeLook look;
    look.chips = 4;
    look.dataDisks = 2;
    look.duty = isOdd ? 0.1 : 0.8 + 0.1 * std::sin(second / 20.0 + double(kind));
    look.cpu = 0.3 + 0.02 * double(kind);
    return look;
}

} // namespace

AnsweringTransport::AnsweringTransport()
{
    m_time.start();
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(BatchMs);
    connect(&m_timer, &QTimer::timeout, this, &AnsweringTransport::tell);
}

const AnsweringTransport::Answer &AnsweringTransport::answerOf(const WorkerRef &worker)
{
    const int second = int(m_time.elapsed() / 1000);
    if (std::exchange(m_second, second) != second) {
        for (std::size_t kind = 0; kind < Kinds; ++kind) {
            const tests::FakeLook look = lookOf(kind, second, kind + 1 == Kinds);
            m_answers[kind] = {
                tests::FakeAnswers::ofHost(look, second), tests::FakeAnswers::ofTpu(look)};
        }
    }
    return worker.index == OddWorker ? m_answers.back() : m_answers[qHash(worker) % (Kinds - 1)];
}

ssh::CommandHandle AnsweringTransport::start(const ssh::CommandRequest &request)
{
    const ssh::CommandId id = ++m_lastId;
    const WorkerRef &worker = request.endpoint.worker;
    const Answer &answer = answerOf(worker);
    std::vector<ssh::TransportEvent> events{
        {id, ssh::PhaseChanged{ssh::Phase::Running}},
        {id,
         ssh::OutputArrived{ssh::OutputStream::Out, request.forward ? answer.tpu : answer.host}}};
    if (!request.forward) {
        events.push_back({id, ssh::Ending(ssh::Exited{0})});
        ++looks;
    }
    const qint64 now = m_time.elapsed();
    const qint64 takes = NearestMs + qint64(qHash(worker)) % (FarthestMs - NearestMs);
    tellAt(now, {{id, ssh::PhaseChanged{ssh::Phase::Connecting}}});
    tellAt(now + takes, std::move(events));
    return {id, *this};
}

/// A forward is closed when its answer is whole.
bool AnsweringTransport::control(ssh::CommandId id, const ssh::CommandControl &what)
{
    if (std::holds_alternative<ssh::StopCommand>(what)) {
        tellAt(m_time.elapsed(), {{id, ssh::Ending(ssh::Stopped{true})}});
    }
    return true;
}

void AnsweringTransport::tellAt(qint64 time, std::vector<ssh::TransportEvent> events)
{
    m_due.emplace(time, std::move(events));
    if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void AnsweringTransport::tell()
{
    const auto end = m_due.upper_bound(m_time.elapsed());
    std::vector<ssh::TransportEvent> batch;
    for (auto each = m_due.begin(); each != end; ++each) {
        batch.insert(batch.end(), each->second.begin(), each->second.end());
    }
    m_due.erase(m_due.begin(), end);
    if (m_due.empty()) {
        m_timer.stop();
    }
    if (!batch.empty()) {
        emit happened(batch);
    }
}

} // namespace podium::bench
