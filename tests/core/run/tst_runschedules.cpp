// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/runengine.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <array>
#include <random>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

namespace {

using Random = std::mt19937;

int below(Random &random, int limit)
{
    return int(random() % unsigned(limit));
}

Error error(ErrorKind kind)
{
    return {kind, QStringLiteral("It did not work."), {}, {}, {}};
}

/// One of all the ways in which a worker's part may go.
FakeScript randomScript(Random &random)
{
    FakeScript script;
    script.phase(ssh::Phase::Connecting);
    switch (below(random, 8)) {
    case 0:
        return script.end(ssh::Unreachable{error(ErrorKind::Network)});
    case 1:
        return script.phase(ssh::Phase::KeyExchange).end(ssh::Refused{error(ErrorKind::HostKey)});
    case 2:
        return script.end(ssh::TimedOut{ssh::Phase::Connecting});
    default:
        break;
    }
    script.login();
    for (int i = below(random, 30); i > 0; --i) {
        const QByteArray bytes =
            QByteArray::number(quint32(random())) + (random() % 3 == 0 ? "\n" : "\r");
        random() % 4 == 0 ? script.err(bytes) : script.out(bytes);
    }
    switch (below(random, 7)) {
    case 0:
        return script.end(ssh::Lost{error(ErrorKind::Network)});
    case 1:
        return script.end(ssh::Signalled{QStringLiteral("KILL")});
    case 2:
        return script.end(ssh::TimedOut{ssh::Phase::Running});
    case 3:
        return random() % 2 == 0 ? script.hang() : script.hang().ignoreTerm();
    default:
        return script.exit(below(random, 3));
    }
}

RunSpec randomSpec(Random &random)
{
    RunSpec spec;
    spec.command = "work";
    spec.fanOut = below(random, 10);
    spec.loginsAtOnce = below(random, 6);
    spec.failFast = below(random, 8) == 0;
    spec.endTogether = below(random, 8) == 0;
    const NodeRef node{*ProjectId::parse("lab"), *Zone::parse("us-a"), *NodeName::parse("pod")};
    for (int i = below(random, 60); i >= 0; --i) {
        spec.workers.push_back({node, int(spec.workers.size())});
    }
    return spec;
}

/// Bytes by slot and stream, counted apart from the engine.
using Bytes = std::vector<std::array<QByteArray, 2>>;

} // namespace

/// Runs in which everything may happen, in any order: what must hold whatever happens.
class TestRunSchedules final : public QObject
{
    Q_OBJECT

private slots:
    void promisesHold_data();
    void promisesHold();

private:
    static void countSent(FakeTransport &transport, Bytes &sent);
    static void interfere(Run &run, Random &random);
    void checkEndings(const Run &run, const FakeTransport &transport, const QVector<int> &ended);
    SystemClock m_clock;
};

void TestRunSchedules::promisesHold_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 200; ++seed) {
        QTest::addRow("seed %u", seed) << seed;
    }
}

void TestRunSchedules::countSent(FakeTransport &transport, Bytes &sent)
{
    connect(
        &transport, &ssh::Transport::happened, &transport,
        [&transport, &sent](const std::vector<ssh::TransportEvent> &events) {
            for (const ssh::TransportEvent &event : events) {
                if (const auto *output = std::get_if<ssh::OutputArrived>(&event.what)) {
                    const auto &request = transport.commands().at(std::size_t(event.id - 1));
                    sent.at(std::size_t(request.request.endpoint.worker.index))
                        .at(std::size_t(output->stream)) += output->bytes;
                }
            }
        });
}

/// What a person may do at any moment.
void TestRunSchedules::interfere(Run &run, Random &random)
{
    switch (below(random, 60)) {
    case 0:
        run.stop();
        break;
    case 1:
        run.stopWaiting();
        break;
    case 2:
    case 3:
        run.stopWorker(below(random, int(run.spec().workers.size())));
        break;
    default:
        break;
    }
}

void TestRunSchedules::checkEndings(
    const Run &run, const FakeTransport &transport, const QVector<int> &ended)
{
    const auto &workers = run.state().workers();
    QCOMPARE(ended.size(), int(workers.size()));
    RunSummary sum;
    for (int slot = 0; slot < int(workers.size()); ++slot) {
        QCOMPARE(ended.count(slot), 1);
        const WorkerState &state = workers[std::size_t(slot)];
        QVERIFY(state.ending.has_value());
        const bool hasAddress = slot % 11 != 5;
        const bool isStarted = !std::holds_alternative<NeverStarted>(*state.ending);
        QCOMPARE(state.startedMs >= 0, isStarted);
        QCOMPARE(transport.commandOf(state.worker) != nullptr, isStarted && hasAddress);
        sum.hostKey += isHostKeyProblem(*state.ending) ? 1 : 0;
        const QString word = endingClassName(endingClass(*state.ending));
        ++(word == "ok"            ? sum.ok
           : word == "failed"      ? sum.failed
           : word == "unreachable" ? sum.unreachable
                                   : sum.stopped);
    }
    QVERIFY(run.state().summary() == sum);
    QVERIFY(transport.commands().size() <= workers.size());
}

void TestRunSchedules::promisesHold()
{
    QFETCH(quint32, seed);
    Random random(seed);
    const RunSpec spec = randomSpec(random);
    FakeTransport transport(
        [&random](const ssh::CommandRequest &) { return randomScript(random); });
    transport.setSeed(seed);
    Run run(
        spec, transport,
        [](const WorkerRef &ref) {
            ssh::Endpoint endpoint;
            endpoint.worker = ref;
            endpoint.address = ref.index % 11 == 5 ? QString() : QStringLiteral("127.0.0.1");
            return endpoint;
        },
        m_clock);
    Bytes sent(spec.workers.size());
    Bytes heard(spec.workers.size());
    QVector<int> ended;
    countSent(transport, sent);
    connect(
        &run, &Run::outputArrived, this,
        [&heard](int slot, ssh::OutputStream stream, const QByteArray &bytes) {
            heard.at(std::size_t(slot)).at(std::size_t(stream)) += bytes;
        });
    connect(&run, &Run::workerEnded, this, [&ended](int slot) { ended << slot; });
    connect(&transport, &ssh::Transport::happened, &run, [&] { interfere(run, random); });
    QTimer backoff; // what hangs is stopped at last, first politely
    connect(&backoff, &QTimer::timeout, &run, &Run::stop);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    backoff.start(30);
    QVERIFY(finished.wait(Patience));

    checkEndings(run, transport, ended);
    QVERIFY(spec.fanOut == 0 || transport.mostActive() <= spec.fanOut);
    QVERIFY(spec.loginsAtOnce == 0 || transport.mostLoggingIn() <= spec.loginsAtOnce);
    QCOMPARE(transport.active(), 0);
    for (std::size_t slot = 0; slot < spec.workers.size(); ++slot) {
        for (const auto stream : {ssh::OutputStream::Out, ssh::OutputStream::Err}) {
            QCOMPARE(heard[slot].at(std::size_t(stream)), sent[slot].at(std::size_t(stream)));
            QCOMPARE(run.output().bytes(int(slot), stream), sent[slot].at(std::size_t(stream)));
        }
    }
}

QTEST_GUILESS_MAIN(TestRunSchedules)
#include "tst_runschedules.moc"
