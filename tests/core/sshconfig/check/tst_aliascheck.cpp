// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/descriptor.h"
#include "tests/core/sshconfig/sshhome.h"
#include "tests/fakes/patience.h"

#include <QTest>

#include <thread>

#include <netinet/in.h>
#include <sys/socket.h>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;
using Verdict = AliasCheck::Verdict;

namespace {

inventory::Snapshot movedTo(int round)
{
    inventory::Snapshot snapshot = twoNodes();
    snapshot.nodes[1].node.workers[0].externalIp = QStringLiteral("35.0.0.%1").arg(round);
    return snapshot;
}

/// A port of the loopback that takes connections and never says a word.
class SilentPort final
{
public:
    SilentPort() : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto *generic = reinterpret_cast<sockaddr *>(&address);
        QCOMPARE(::bind(m_socket.get(), generic, size), 0);
        QCOMPARE(::listen(m_socket.get(), 8), 0);
        QCOMPARE(::getsockname(m_socket.get(), generic, &size), 0);
        m_number = ntohs(address.sin_port);
    }
    [[nodiscard]] quint16 number() const { return m_number; }

private:
    Descriptor m_socket;
    quint16 m_number = 0;
};

} // namespace

/// Every alias through the real ssh, and real tries to log in.
class TestAliasCheck final : public QObject
{
    Q_OBJECT

private slots:
    void asksSshForEveryAlias();
    void saysWhichKeysAreOlder();
    void saysWhatIsNotThere();
    void saysWhatAddsUp();
    void canBeStoppedBeforeItBegins();
    void passesOnWhatSshSaysOfALogin();
    void writeSaysWhatStandsInTheWay();
    void loginHasALimit();
    void loginUnderWayIsCutOff();
};

void TestAliasCheck::asksSshForEveryAlias()
{
    const SshHome home;
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    CheckProgress progress;
    const auto checks = home.writer().check(twoNodes(), usualOptions(), {}, progress);
    QVERIFY(checks);
    QCOMPARE(checks->size(), std::size_t(11)); // tpu1, tpu1-0, pod-v4, pod-v4-0 … pod-v4-7
    QCOMPARE(progress.done.load(), 11);
    QCOMPARE(progress.total.load(), 11);
    for (const AliasCheck &check : *checks) {
        QVERIFY2(check.verdict == Verdict::Good, qPrintable(check.problem));
        QVERIFY(!check.loggedIn);
    }
    const auto stale = home.writer().check(movedTo(9), usualOptions(), {}, progress);
    QVERIFY(stale);
    QCOMPARE(stale->back().alias, QString("tpu1-0"));
    QVERIFY(stale->back().verdict == Verdict::Differs);
    QVERIFY(stale->back().problem.contains("hostname"));
    QVERIFY2(
        stale->back().problem.endsWith("what is written of it is older. Write it again."),
        qPrintable(stale->back().problem));
    home.putConfig("Port 2022\n" + home.config());
    const auto overridden = home.writer().check(twoNodes(), usualOptions(), {}, progress);
    QVERIFY(overridden);
    QVERIFY2(
        overridden->back().problem.endsWith("another part of your config says so first."),
        qPrintable(overridden->back().problem));
}

void TestAliasCheck::saysWhichKeysAreOlder()
{
    const SshHome home;
    QVERIFY(home.writer().write(oneNode(), usualOptions()));
    inventory::Snapshot other = oneNode();
    other.nodes[0].node.workers[0].hostKeys = QStringList{QStringLiteral(
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")};
    CheckProgress progress;
    const auto checks = home.writer().check(other, usualOptions(), {}, progress);
    QVERIFY(checks);
    QVERIFY(checks->front().verdict == Verdict::Differs);
    QVERIFY2(checks->front().problem.contains("host key"), qPrintable(checks->front().problem));
    ConfigOptions otherKey = usualOptions();
    otherKey.identityFile = "~/.ssh/other key";
    QVERIFY(home.writer().write(other, otherKey));
    const auto written = home.writer().check(other, otherKey, {}, progress);
    QVERIFY(written);
    QVERIFY2(written->front().verdict == Verdict::Good, qPrintable(written->front().problem));
}

void TestAliasCheck::saysWhatIsNotThere()
{
    const SshHome home;
    inventory::Snapshot snapshot = twoNodes();
    snapshot.nodes[0].node.state = cloud::NodeState::Stopped; // the pod
    CheckProgress progress;
    const auto checks = home.writer().check(snapshot, usualOptions(), {}, progress);
    QVERIFY(checks);
    QCOMPARE(checks->front().alias, QString("pod-v4"));
    QVERIFY(checks->front().verdict == Verdict::Inactive);
    QCOMPARE(checks->front().problem, QString("It is STOPPED."));
    QVERIFY(checks->back().verdict == Verdict::NotWritten);
    QVERIFY(!checks->back().isGood());
    QCOMPARE(verdictName(checks->back().verdict), QString("not-written"));
    ConfigOptions capitals = usualOptions();
    capitals.aliasPattern = "TPU-{node}"; // ssh makes them small where it knows no such name
    const auto ofCapitals = home.writer().check(oneNode(), capitals, {}, progress);
    QVERIFY(ofCapitals);
    QCOMPARE(ofCapitals->back().alias, QString("TPU-tpu1"));
    QVERIFY2(
        ofCapitals->back().verdict == Verdict::NotWritten, qPrintable(ofCapitals->back().problem));
}

void TestAliasCheck::saysWhatAddsUp()
{
    const SshHome home;
    home.putConfig("Host *\n  LocalForward 8080 localhost:80\n");
    QVERIFY(home.writer().write(oneNode(), usualOptions()));
    CheckProgress progress;
    const auto checks = home.writer().check(oneNode(), usualOptions(), {}, progress);
    QVERIFY(checks);
    QVERIFY(checks->front().verdict == Verdict::Good);
    QVERIFY2(
        checks->front().problem.contains("\"localforward 8080"),
        qPrintable(checks->front().problem));
}

void TestAliasCheck::canBeStoppedBeforeItBegins()
{
    const SshHome home;
    CheckProgress progress;
    progress.isCancelled = true;
    const auto checks = home.writer().check(twoNodes(), usualOptions(), {}, progress);
    QVERIFY(checks);
    QCOMPARE(checks->size(), std::size_t(0));
    QCOMPARE(progress.done.load(), 0);
}

void TestAliasCheck::passesOnWhatSshSaysOfALogin()
{
    // Nobody listens on this port of the loopback: what ssh says of that is passed on.
    const SshHome home;
    inventory::Snapshot snapshot = oneNode("127.0.0.1");
    ConfigOptions options = usualOptions();
    options.port = 1;
    QVERIFY(home.writer().write(snapshot, options));
    CheckProgress progress;
    const auto checks =
        home.writer().check(snapshot, options, {true, std::chrono::minutes(3)}, progress);
    QVERIFY(checks);
    QCOMPARE(checks->size(), std::size_t(2));
    QVERIFY(checks->front().verdict == Verdict::NoLogin);
    QVERIFY2(
        checks->front().problem.contains("Connection refused"),
        qPrintable(checks->front().problem));
}

void TestAliasCheck::writeSaysWhatStandsInTheWay()
{
    const SshHome home;
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    // Another tool puts itself above: the region stays, for it is still above the first block.
    home.putConfig("User everybody\n" + home.config());
    const auto report = home.writer().write(movedTo(3), usualOptions());
    QVERIFY(report);
    QVERIFY(!report->notes.isEmpty());
    QVERIFY2(report->notes[0].contains("\"everybody\""), qPrintable(report->notes[0]));
}

void TestAliasCheck::loginHasALimit()
{
    const SilentPort port;
    const SshHome home;
    ConfigOptions options = usualOptions();
    options.port = port.number();
    QVERIFY(home.writer().write(oneNode("127.0.0.1"), options));
    CheckProgress progress;
    const auto checks = home.writer().check(
        oneNode("127.0.0.1"), options, {true, std::chrono::seconds(1)}, progress);
    QVERIFY(checks);
    QVERIFY(checks->front().verdict == Verdict::NoLogin);
    QCOMPARE(checks->front().problem, QString("There was no login in time."));
}

void TestAliasCheck::loginUnderWayIsCutOff()
{
    const SilentPort port;
    const SshHome home;
    ConfigOptions options = usualOptions();
    options.port = port.number();
    QVERIFY(home.writer().write(oneNode("127.0.0.1"), options));
    CheckProgress progress;
    Result<std::vector<AliasCheck>> checks;
    std::thread checking([&] {
        checks = home.writer().check(
            oneNode("127.0.0.1"), options, {true, std::chrono::hours(1)}, progress);
    });
    const bool hasBegun = QTest::qWaitFor([&] { return progress.total > 0; }, Patience);
    progress.isCancelled = true;
    checking.join();
    QVERIFY(hasBegun);
    QVERIFY(checks);
    QCOMPARE(checks->size(), std::size_t(0));
}

QTEST_GUILESS_MAIN(TestAliasCheck)
#include "tst_aliascheck.moc"
