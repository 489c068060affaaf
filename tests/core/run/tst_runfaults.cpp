// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/runengine.h"
#include "core/ssh/libssh/libsshtransport.h"
#include "tests/core/run/faultyworker.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::run;
using namespace podium::run::test;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

namespace {

constexpr int Others = 4;
constexpr int Victim = 0;
constexpr int Lines = 12000;

/// What a worker prints when nobody hinders it: 130 KB.
QByteArray wholeOutput()
{
    QByteArray text;
    text.reserve(Lines * 16); // else each append copies all of it
    for (int i = 1; i <= Lines; ++i) {
        text += "line " + QByteArray::number(i) + '\n';
    }
    return text;
}

/// Which ending, with what tells it from others of its kind.
QString describe(const WorkerEnding &ending)
{
    const auto withKind = [](const char *name, const Error &error) -> QString {
        return QLatin1String(name) + QLatin1Char(' ') + errorKindName(error.kind);
    };
    if (const auto *refused = std::get_if<ssh::Refused>(&ending)) {
        return withKind("refused", refused->error);
    }
    if (const auto *unreachable = std::get_if<ssh::Unreachable>(&ending)) {
        return withKind("unreachable", unreachable->error);
    }
    if (const auto *lost = std::get_if<ssh::Lost>(&ending)) {
        return withKind("lost", lost->error);
    }
    if (const auto *stopped = std::get_if<ssh::Stopped>(&ending)) {
        return QString("stopped, %1 gone").arg(stopped->gone ? "seen to be" : "not seen to be");
    }
    return describeEnding(ending);
}

} // namespace

Q_DECLARE_METATYPE(podium::run::test::Fault)

/// One worker of a run suffers something, while the others print: it ends as it should, and theirs
/// is whole.
class TestRunFaults final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theOthersAreWhole_data();
    void theOthersAreWhole();

private:
    [[nodiscard]] std::unique_ptr<Run>
    runWith(FaultyWorker &victim, std::chrono::milliseconds connectLimit = 180s);
    void goOn(Run &run, int first, int last);
    void expectWhole(const Run &run, int slot);
    void expectVictim(const Run &run, const QString &ending, const FaultyWorker &victim);

    std::unique_ptr<LocalSshd> m_sshd; ///< of the others
    HangingAgent m_agent;
    QTemporaryDir m_folder;
    ssh::HostKeyStore m_hostKeys{m_folder.filePath("known_hosts")};
    std::unique_ptr<ssh::LibsshTransport> m_transport;
    SystemClock m_clock;
    const QByteArray m_whole = wholeOutput();
};

void TestRunFaults::initTestCase()
{
    m_sshd = std::make_unique<LocalSshd>();
    ssh::LibsshTransport::Options options;
    options.threads = 1; // what holds it up holds up all
    options.agentSocket = m_agent.socket();
    m_transport = std::make_unique<ssh::LibsshTransport>(m_hostKeys, options);
    FaultyWorker healthy({}); // from here on the others are logged in
    const auto run = runWith(healthy);
    run->start();
    goOn(*run, Victim, Others);
}

std::unique_ptr<Run>
TestRunFaults::runWith(FaultyWorker &victim, std::chrono::milliseconds connectLimit)
{
    RunSpec spec;
    for (int slot = 0; slot <= Others; ++slot) {
        spec.workers.push_back(m_sshd->endpoint(slot).worker);
        spec.inputs.push_back(QByteArray::number(slot) + '\n');
    }
    // Leaves a trace, prints for a while, and waits for a word halfway.
    spec.command = "read n; echo ran >>" + victim.trace().toLocal8Bit() +
                   ".$n; i=0; while [ $i -lt 12 ]; do [ $i != 6 ] || read -r go; "
                   "seq -f 'line %.0f' $((i * 1000 + 1)) $((i * 1000 + 1000)); sleep 0.02; "
                   "i=$((i + 1)); done";
    spec.keepsInputOpen = true;
    spec.connectLimit = connectLimit;
    return std::make_unique<Run>(
        spec, *m_transport,
        [this, &victim](const WorkerRef &worker) {
            return worker.index == Victim ? victim.endpoint() : m_sshd->endpoint(worker.index);
        },
        m_clock);
}

void TestRunFaults::theOthersAreWhole_data()
{
    using Setting = Fault::Setting;
    using Moment = Fault::Moment;
    using Blow = Fault::Blow;
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<QString>("ending");
    const std::pair<const char *, Blow> blows[] = {
        {"sshd killed", Blow::Kill}, {"closed", Blow::Close}, {"reset", Blow::Reset}};
    for (const auto &each : blows) {
        const auto add = [&each](const char *when, Moment moment, const char *end) {
            QTest::addRow("%s %s", each.first, when)
                << Fault{Setting::Usual, moment, each.second} << end;
        };
        add("before the banner", Moment::BeforeBanner, "unreachable protocol");
        add("in the key exchange", Moment::KeyExchange, "unreachable network");
        add("in the login", Moment::Login, "unreachable network");
        add("in the output", Moment::Output, "lost network");
    }
    QTest::newRow("a megabyte of one line") << Fault{Setting::LongJunk} << "unreachable protocol";
    QTest::newRow("a megabyte of lines")
        << Fault{Setting::JunkLines} << "timed out in key exchange";
    QTest::newRow("another host key") << Fault{Setting::OtherHostKey} << "refused host-key";
    QTest::newRow("one session, and stopped")
        << Fault{Setting::OneSession, Moment::Output, Blow::GiveUp}
        << "stopped, not seen to be gone";
    QTest::newRow("held") << Fault{Setting::Usual, Moment::Output, Blow::Hold} << "exit 0";
    QTest::newRow("an agent that hangs")
        << Fault{Setting::HangingAgent} << "stopped, seen to be gone";
}

/// The second half for these, to its end.
void TestRunFaults::goOn(Run &run, int first, int last)
{
    for (int slot = first; slot <= last; ++slot) {
        QVERIFY(run.type(slot, "go\n"));
    }
    const auto &workers = run.state().workers();
    const auto haveEnded = [&] {
        return std::all_of(
            workers.begin() + first, workers.begin() + last + 1,
            [](const WorkerState &worker) { return worker.ending.has_value(); });
    };
    QTRY_VERIFY(haveEnded());
    for (int slot = first; slot <= last; ++slot) {
        expectWhole(run, slot);
    }
}

void TestRunFaults::expectWhole(const Run &run, int slot)
{
    QCOMPARE(describe(*run.state().workers()[std::size_t(slot)].ending), QString("exit 0"));
    QCOMPARE(run.output().bytes(slot, ssh::OutputStream::Out), m_whole);
    QCOMPARE(run.output().bytes(slot, ssh::OutputStream::Err), QByteArray());
}

void TestRunFaults::expectVictim(const Run &run, const QString &ending, const FaultyWorker &victim)
{
    QCOMPARE(describe(*run.state().workers()[Victim].ending), ending);
    const QByteArray out = run.output().bytes(Victim, ssh::OutputStream::Out);
    QVERIFY(m_whole.startsWith(out));
    const bool mayRun = ending.startsWith("exit") || ending.startsWith("lost") ||
                        ending == "stopped, not seen to be gone";
    QCOMPARE(!out.isEmpty(), mayRun);
    QCOMPARE(readAll(victim.trace() + ".0").count('\n'), mayRun ? 1 : 0);
}

void TestRunFaults::theOthersAreWhole()
{
    QFETCH(Fault, fault);
    QFETCH(QString, ending);
    FaultyWorker victim(fault);
    if (fault.setting == Fault::Setting::OtherHostKey) {
        const auto before = runWith(victim);
        before->start();
        goOn(*before, Victim, Others);
        QVERIFY(QFile::remove(victim.trace() + ".0"));
    }
    victim.prepare();
    // The others need a login, too, where their connection was not kept.
    const auto run = runWith(victim, fault.setting == Fault::Setting::JunkLines ? 10s : 180s);
    QVector<int> endings(Others + 1, 0);
    connect(run.get(), &Run::workerEnded, this, [&endings](int slot) { ++endings[slot]; });
    run->start();
    QTRY_VERIFY(victim.isDue(*run, Victim));
    QVERIFY(
        fault.moment == Fault::Moment::Never || !run->state().workers()[Victim].ending.has_value());
    victim.strike(*run, Victim);
    goOn(*run, Victim + 1, Others);
    const bool isHeld = fault.blow == Fault::Blow::Hold;
    if (isHeld || fault.setting == Fault::Setting::HangingAgent) {
        QVERIFY(!run->state().workers()[Victim].ending);
        isHeld ? victim.release() : run->stopWorker(Victim);
    }
    if (isHeld) {
        goOn(*run, Victim, Victim);
    }
    QTRY_VERIFY(run->isFinished());
    QCOMPARE(endings, QVector<int>(Others + 1, 1));
    expectVictim(*run, ending, victim);
}

QTEST_GUILESS_MAIN(TestRunFaults)
#include "tst_runfaults.moc"
