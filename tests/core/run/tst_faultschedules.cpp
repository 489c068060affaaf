// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Runs over real sshd through relays that break, freeze and thaw connections, with a person who
// stops now and then, as a seed decides. PODIUM_FAULT_SCHEDULES: how many (default: a few);
// PODIUM_FAULT_SEED: only that one.
#include "core/run/runengine.h"
#include "core/ssh/libsshtransport.h"
#include "tests/core/ssh/fakeserver.h"
#include "tests/core/ssh/localsshd.h"

#include <QTimer>
#include <QtTest>

#include <random>

using namespace podium;
using namespace podium::run;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

namespace {

constexpr int Workers = 5;
constexpr int Lines = 3000;

using Random = std::mt19937;
int below(Random &random, int limit)
{
    return int(random() % quint32(limit));
}

/// What a worker prints when nobody hinders it.
QByteArray wholeOutput()
{
    QByteArray text;
    for (int i = 1; i <= Lines; ++i) {
        text += "line " + QByteArray::number(i) + '\n';
    }
    return text + "end\n";
}

} // namespace

class TestFaultSchedules final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void promisesHold_data();
    void promisesHold();

private:
    void addTrouble(Random &random);
    void runOnce(Random &random, const QByteArray &marker);
    void check(const Run &run, const QByteArray &marker);
    [[nodiscard]] ssh::Endpoint endpoint(int index) const;

    std::unique_ptr<LocalSshd> m_sshd;
    std::vector<std::unique_ptr<Relay>> m_relays;
    std::unique_ptr<ssh::LibsshTransport> m_transport;
    quint32 m_seed = 0;
    SystemClock m_clock;
    const QByteArray m_whole = wholeOutput();
};

void TestFaultSchedules::initTestCase()
{
    m_sshd = std::make_unique<LocalSshd>();
}

void TestFaultSchedules::promisesHold_data()
{
    QTest::addColumn<quint32>("seed");
    const int one = qEnvironmentVariableIntValue("PODIUM_FAULT_SEED");
    const int wanted = qEnvironmentVariableIntValue("PODIUM_FAULT_SCHEDULES");
    const int first = one > 0 ? one : 1;
    const int count = one > 0 ? 1 : wanted > 0 ? wanted : 12;
    for (int seed = first; seed < first + count; ++seed) {
        QTest::addRow("seed %d", seed) << quint32(seed);
    }
}

ssh::Endpoint TestFaultSchedules::endpoint(int index) const
{
    ssh::Endpoint endpoint = m_sshd->endpoint(index);
    endpoint.port = m_relays[std::size_t(index)]->port();
    return endpoint;
}

/// Something happens to a relay every few milliseconds.
void TestFaultSchedules::addTrouble(Random &random)
{
    const auto index = std::size_t(below(random, Workers));
    Relay &relay = *m_relays[index];
    switch (below(random, 12)) {
    case 0:
        relay.breakAll(true);
        break;
    case 1:
        relay.breakAll(false);
        break;
    case 2:
        relay.freeze();
        QTimer::singleShot(50 + below(random, 300), this, [this, index, seed = m_seed] {
            if (seed == m_seed) { // the relays are still these
                m_relays[index]->thaw();
            }
        });
        break;
    case 5:
        relay.breakAfter(1 + below(random, 40000), below(random, 2) == 0);
        break;
    default:
        break; // a quiet moment
    }
}

void TestFaultSchedules::promisesHold()
{
    QFETCH(quint32, seed);
    Random random(seed);
    m_seed = seed;
    m_relays.clear();
    for (int i = 0; i < Workers; ++i) {
        m_relays.push_back(std::make_unique<Relay>(m_sshd->port()));
    }
    QTemporaryDir folder;
    ssh::HostKeyStore hostKeys(folder.filePath("known_hosts"));
    m_transport = std::make_unique<ssh::LibsshTransport>(hostKeys, ssh::LibsshTransport::Options());
    // The second goes over connections of the first, as far as these are still good.
    for (int round = 0; round < 2 && !QTest::currentTestFailed(); ++round) {
        runOnce(
            random, "podium-fault-" + QByteArray::number(seed) + '-' + QByteArray::number(round));
    }
    m_transport.reset();
}

void TestFaultSchedules::runOnce(Random &random, const QByteArray &marker)
{
    RunSpec spec;
    for (int i = 0; i < Workers; ++i) {
        spec.workers.push_back(m_sshd->endpoint(i).worker);
        spec.inputs.push_back(QByteArray::number(i) + '\n');
    }
    // Leaves a trace, prints, takes its time, and ends with a status of its own.
    spec.command = "read n; echo ran >>" + m_sshd->path("trace").toLocal8Bit() + "." + marker +
                   ".$n; seq -f 'line %.0f' " + QByteArray::number(Lines) +
                   "; sh -c 'sleep 0.$1; : " + marker + "' x $n; echo end; exit 7";
    spec.connectLimit = 4s;
    spec.totalLimit = 6s;
    Run run(
        spec, *m_transport, [this](const WorkerRef &worker) { return endpoint(worker.index); },
        m_clock);
    QVector<int> ended;
    connect(&run, &Run::workerEnded, this, [&ended](int slot) { ended << slot; });
    QTimer trouble;
    connect(&trouble, &QTimer::timeout, &run, [&] {
        addTrouble(random);
        if (below(random, 150) == 0) {
            run.stopWorker(below(random, Workers));
        }
    });
    trouble.start(5 + below(random, 20));
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QVERIFY(finished.wait(40000));
    QCOMPARE(ended.size(), Workers);
    for (int slot = 0; slot < Workers; ++slot) {
        QCOMPARE(ended.count(slot), 1);
    }
    check(run, marker);
}

void TestFaultSchedules::check(const Run &run, const QByteArray &marker)
{
    for (int slot = 0; slot < Workers; ++slot) {
        const WorkerEnding &ending = *run.state().workers()[std::size_t(slot)].ending;
        const QByteArray out = run.output().bytes(slot, ssh::OutputStream::Out);
        const auto say = [&ending, slot](const char *what) {
            return QByteArray(
                QByteArray::number(slot) + ": " + describeEnding(ending).toUtf8() + ": " + what);
        };
        QVERIFY2(m_whole.startsWith(out), say("bytes were lost or doubled").constData());
        const int runs =
            readAll(m_sshd->path("trace") + "." + marker + "." + QString::number(slot)).count('\n');
        QVERIFY2(runs <= 1, say("ran more than once").constData());
        if (std::holds_alternative<ssh::Exited>(ending)) {
            QCOMPARE(std::get<ssh::Exited>(ending).status, 7);
            QVERIFY2(out == m_whole && runs == 1, say("not all of it came").constData());
        }
        const bool isSaidToHaveNotRun = std::holds_alternative<ssh::Unreachable>(ending) ||
                                        std::holds_alternative<ssh::Refused>(ending) ||
                                        std::holds_alternative<NeverStarted>(ending);
        QVERIFY2(!isSaidToHaveNotRun || runs == 0, say("but it ran").constData());
        const auto *stopped = std::get_if<ssh::Stopped>(&ending);
        if (std::holds_alternative<ssh::Exited>(ending) || (stopped && stopped->gone)) {
            // Nothing of it runs any more; the others' end in other numbers.
            const QByteArray child = marker + " x " + QByteArray::number(slot) + '\n';
            const QByteArray running = runProgram("ps", {"-eo", "args="});
            QVERIFY2(!running.contains(child), say("still runs").constData());
        }
    }
}

QTEST_GUILESS_MAIN(TestFaultSchedules)
#include "tst_faultschedules.moc"
