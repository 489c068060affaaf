// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Runs on workers, each a real sshd behind a relay that breaks connections or loses what goes one
// way or both ways for a while; sshd is killed, or comes back with another host key; a person stops
// now and then: as a seed decides. PODIUM_FAULT_SCHEDULES: how many (default: a few);
// PODIUM_FAULT_SEED: only that one.
#include "core/run/runengine.h"
#include "core/ssh/libssh/libsshtransport.h"
#include "tests/core/ssh/fakeserver.h"
#include "tests/core/ssh/localsshd.h"
#include "tests/fakes/patience.h"

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
    text.reserve(Lines * 16); // else each append copies all of it
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
    void lose(std::size_t index, int way, int forMs);
    void changeHostKeys(Random &random, const QByteArray &marker);
    void runOnce(Random &random, const QByteArray &marker);
    void check(const Run &run, const QByteArray &marker);
    [[nodiscard]] ssh::Endpoint endpoint(int index) const;
    [[nodiscard]] QString trace(int index, const QByteArray &marker) const;

    std::vector<std::unique_ptr<LocalSshd>> m_sshds; ///< one a worker
    QSet<int> m_strangers; ///< who have another host key than at the first login
    std::vector<std::unique_ptr<Relay>> m_relays;
    std::unique_ptr<ssh::LibsshTransport> m_transport;
    quint32 m_seed = 0;
    SystemClock m_clock;
    const QByteArray m_whole = wholeOutput();
};

void TestFaultSchedules::initTestCase()
{
    for (int i = 0; i < Workers; ++i) {
        m_sshds.push_back(std::make_unique<LocalSshd>());
    }
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
    ssh::Endpoint endpoint = m_sshds[std::size_t(index)]->endpoint(index);
    endpoint.port = m_relays[std::size_t(index)]->port();
    return endpoint;
}

QString TestFaultSchedules::trace(int index, const QByteArray &marker) const
{
    return m_sshds[std::size_t(index)]->path("trace") + '.' + marker;
}

/// Something happens to a worker every few milliseconds.
void TestFaultSchedules::addTrouble(Random &random)
{
    const auto index = std::size_t(below(random, Workers));
    Relay &relay = *m_relays[index];
    switch (below(random, 20)) {
    case 0:
        relay.breakAll(true);
        break;
    case 1:
        relay.breakAll(false);
        break;
    case 2:
    case 3:
        lose(index, below(random, 3), 50 + below(random, 300));
        break;
    case 4:
        relay.breakAfter(1 + below(random, 40000), below(random, 2) == 0);
        break;
    case 5:
        m_sshds[index]->signalSessions(SIGKILL);
        break;
    default:
        break; // a quiet moment
    }
}

/// Of what the client says, of what the server says, or both.
void TestFaultSchedules::lose(std::size_t index, int way, int forMs)
{
    Relay &relay = *m_relays[index];
    way == 0 ? relay.freeze() : way == 1 ? relay.loseWords() : relay.loseAnswers();
    QTimer::singleShot(forMs, this, [this, index, seed = m_seed] {
        if (seed == m_seed) { // the relays are still these
            m_relays[index]->thaw();
        }
    });
}

/// Of some whose key is known since they ran something before. Their connections stay.
void TestFaultSchedules::changeHostKeys(Random &random, const QByteArray &marker)
{
    for (int index = 0; index < Workers; ++index) {
        if (below(random, 6) == 0 && QFile::exists(trace(index, marker))) {
            m_sshds[std::size_t(index)]->newHostKey();
            m_strangers.insert(index);
        }
    }
}

void TestFaultSchedules::promisesHold()
{
    QFETCH(quint32, seed);
    Random random(seed);
    m_seed = seed;
    m_relays.clear();
    m_strangers.clear();
    for (const auto &sshd : m_sshds) {
        m_relays.push_back(std::make_unique<Relay>(sshd->port()));
    }
    QTemporaryDir folder;
    ssh::HostKeyStore hostKeys(folder.filePath("known_hosts"));
    m_transport = std::make_unique<ssh::LibsshTransport>(hostKeys, ssh::LibsshTransport::Options());
    // The second goes over connections of the first, as far as these are still good.
    for (int round = 0; round < 2 && !QTest::currentTestFailed(); ++round) {
        // The same test of another build runs beside this one.
        const QByteArray marker = "podium-fault-" +
                                  QByteArray::number(QCoreApplication::applicationPid()) + '-' +
                                  QByteArray::number(seed) + '-';
        if (round > 0) {
            changeHostKeys(random, marker + '0');
        }
        runOnce(random, marker + QByteArray::number(round));
    }
    m_transport.reset();
    for (const int index : qAsConst(m_strangers)) {
        const QByteArray log = m_sshds[std::size_t(index)]->log();
        QVERIFY2(!log.contains("Accepted publickey"), "logged in where the host key is another");
    }
}

void TestFaultSchedules::runOnce(Random &random, const QByteArray &marker)
{
    RunSpec spec;
    for (int i = 0; i < Workers; ++i) {
        spec.workers.push_back(endpoint(i).worker);
        spec.inputs.push_back(QByteArray::number(i) + '\n' + trace(i, marker).toLocal8Bit() + '\n');
    }
    // Leaves a trace, prints, takes its time, and ends with a status of its own.
    spec.command = "read n; read -r trace; echo ran >>$trace; seq -f 'line %.0f' " +
                   QByteArray::number(Lines) + "; sh -c 'sleep 0.$1; : " + marker +
                   "' x $n; echo end; exit 7";
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
    QVERIFY(finished.wait(Patience));
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
        const int runs = readAll(trace(slot, marker)).count('\n');
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
