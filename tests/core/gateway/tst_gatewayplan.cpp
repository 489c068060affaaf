// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is decided of a copy through a gateway before and between its scripts.
#include "core/gateway/clushoutput.h"
#include "core/gateway/gatewayerrors.h"
#include "core/gateway/gatewayplan.h"
#include "core/gateway/gatewaystep.h"

#include <QtTest>

using namespace podium;
using namespace podium::gateway;
using files::WorkerCopy;

namespace {

const QByteArray KeyText =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJKf0GvK6cP5rA5ZzvW7yJ4j2Yl6l2nQv1mXn3b0Xw5T";

std::vector<WorkerCopy> copies(int count)
{
    std::vector<WorkerCopy> workers(std::size_t(count), WorkerCopy{});
    for (int i = 0; i < count; ++i) {
        files::WorkerPlan &plan = workers[std::size_t(i)].plan;
        plan.worker = *WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:%1").arg(i));
        plan.send = {0, 1};
        plan.bytes = 1000;
        plan.freeBytes = 5000;
    }
    return workers;
}

std::vector<InternalEndpoint> internalEndpoints(int count)
{
    std::vector<InternalEndpoint> endpoints;
    for (int i = 0; i < count; ++i) {
        endpoints.push_back(
            {QStringLiteral("10.128.0.%1").arg(i + 2), 22, {*ssh::HostKey::parse(KeyText)}});
    }
    return endpoints;
}

GatewayProgress progressOf(
    GatewayState gateway, std::vector<RecipientState> recipients, bool hasDistributed = false)
{
    GatewayProgress progress;
    progress.hasCopy = true;
    progress.gateway = gateway;
    progress.recipients = std::move(recipients);
    progress.hasDistributed = hasDistributed;
    return progress;
}

} // namespace

Q_DECLARE_METATYPE(podium::gateway::GatewayProgress)
Q_DECLARE_METATYPE(podium::gateway::GatewayStep)

class TestGatewayPlan final : public QObject
{
    Q_OBJECT

private slots:
    void whoGetsTheSameIsAGroup();
    void manyComeInWaves();
    void whatKeepsAWorkerFromIt();
    void holesTakeNoRoomOnTheWay();
    void aGatewayThatCannotServesNobody();
    void whatIsLackingHasARecipe();
    void clushFoldsNames_data();
    void clushFoldsNames();
    void clushTellsWhoFailed();
    void sshKnowsOneKeyAndTheseHosts();
    void onlyAPlainKeyIsTaken_data();
    void onlyAPlainKeyIsTaken();
    void anOldEngineIsNotTaken_data();
    void anOldEngineIsNotTaken();
    void oneStepComesAfterTheOther_data();
    void oneStepComesAfterTheOther();
    void everyStateHasAnEnd();
};

void TestGatewayPlan::whoGetsTheSameIsAGroup()
{
    auto workers = copies(6);
    workers[2].plan.send = {1};
    workers[3].plan.send = {};
    workers[4].plan.error = Error{};
    workers[5].plan.extras = QByteArrayList{"old"};
    const auto groups = groupsOf(workers, 0, false);
    QCOMPARE(groups.size(), std::size_t(2));
    QCOMPARE(groups[0].workers, (std::vector<std::size_t>{1, 5}));
    QCOMPARE(groups[1].workers, (std::vector<std::size_t>{2}));
    const auto deleting = groupsOf(workers, 0, true);
    QCOMPARE(deleting.size(), std::size_t(3));
    QCOMPARE(deleting[2].deletes, QByteArrayList{"old"});
}

void TestGatewayPlan::manyComeInWaves()
{
    const Group first{{1, 2, 3}, {0}, {}, 10};
    const Group second{{4, 5}, {1}, {"old"}, 20};
    QVERIFY(wavesOf({}, 2).empty());
    QCOMPARE(wavesOf({first, second}, 5).size(), std::size_t(1));
    const auto waves = wavesOf({first, second}, 2);
    QCOMPARE(waves.size(), std::size_t(3));
    QVERIFY(waves[0] == (std::vector<Group>{{{1, 2}, {0}, {}, 10}}));
    QVERIFY(waves[1] == (std::vector<Group>{{{3}, {0}, {}, 10}, {{4}, {1}, {"old"}, 20}}));
    QVERIFY(waves[2] == (std::vector<Group>{{{5}, {1}, {"old"}, 20}}));
}

void TestGatewayPlan::whatKeepsAWorkerFromIt()
{
    auto workers = copies(5);
    auto endpoints = internalEndpoints(5);
    endpoints[1].address.clear();
    endpoints[2].hostKeys.clear();
    endpoints[3].address = QStringLiteral("10.0.0.1\nHost *");
    workers[4].plan.freeBytes = 1999; // it lies there twice on its way
    checkWays(workers, 0, endpoints, false);
    QVERIFY(!workers[0].plan.error);
    QVERIFY(workers[1].plan.error->kind == ErrorKind::Network);
    QVERIFY(workers[2].plan.error->kind == ErrorKind::HostKey);
    QVERIFY(workers[3].plan.error->kind == ErrorKind::Network);
    QVERIFY(workers[4].plan.error->kind == ErrorKind::Refused);
    for (std::size_t i = 1; i < 5; ++i) {
        QVERIFY(workers[i].plan.error->hint.contains(QStringLiteral("without the gateway")));
    }
}

void TestGatewayPlan::holesTakeNoRoomOnTheWay()
{
    for (const qint64 room : {200, 199}) {
        auto workers = copies(2);
        for (files::WorkerCopy &each : workers) {
            each.plan.holes = 900;
            each.plan.freeBytes = room;
        }
        checkWays(workers, 0, internalEndpoints(2), false);
        QCOMPARE(workers[1].plan.error.has_value(), room < 200);
        // The gateway has its own files and the bundle.
        workers = copies(2);
        for (files::WorkerCopy &each : workers) {
            each.plan.holes = 900;
        }
        workers[0].plan.freeBytes = room;
        checkWays(workers, 0, internalEndpoints(2), false);
        QCOMPARE(workers[0].plan.error.has_value(), room < 200);
    }
}

void TestGatewayPlan::aGatewayThatCannotServesNobody()
{
    auto workers = copies(3);
    auto endpoints = internalEndpoints(3);
    endpoints[1].address.clear();
    workers[2].plan.send = {};
    checkWays(workers, 1, endpoints, false);
    QVERIFY(workers[1].plan.error);
    QVERIFY(workers[0].plan.error->summary.contains(QStringLiteral("pod:1")));
    QVERIFY(!workers[2].plan.error); // it needs nothing
    // Where nobody else needs anything, no address is needed.
    auto alone = copies(1);
    checkWays(alone, 0, {InternalEndpoint{}}, false);
    QVERIFY(!alone[0].plan.error);
}

/// The words are the same in the window, which has a button for it, and in podiumctl.
void TestGatewayPlan::whatIsLackingHasARecipe()
{
    const QString worker = QStringLiteral("lab/us-central2-b/pod:1");
    const Error ofCopy = noEngine(QStringLiteral("apt-get: no such package"), worker);
    const Error ofRun = gatewayProblem("clush", QStringLiteral("clush 1.6"), worker);
    for (const Error &error :
         {ofCopy, noGateway(ofCopy, worker), ofRun, behindGateway(ofRun, worker)}) {
        QCOMPARE(error.recipe, QString("clustershell"));
        QVERIFY2(!error.text().contains("podiumctl"), qPrintable(error.text()));
        QVERIFY2(!error.text().contains("--"), qPrintable(error.text()));
    }
    QVERIFY(gatewayProblem("agent", {}, worker).recipe.isEmpty());
    QVERIFY(noGateway(moreToDelete(worker), worker).recipe.isEmpty());
}

void TestGatewayPlan::clushFoldsNames_data()
{
    QTest::addColumn<QByteArray>("names");
    QTest::addColumn<QVector<int>>("workers");
    QTest::newRow("one") << QByteArray("w3") << QVector<int>{3};
    QTest::newRow("folded") << QByteArray("w[0-2,7]") << QVector<int>{0, 1, 2, 7};
    QTest::newRow("several") << QByteArray("w1,w[4-5]") << QVector<int>{1, 4, 5};
    for (const char *bad :
         {"x1", "w", "w[", "w[]", "w[2-1]", "w[0-999999]", "w1 w2", "w-1", "w1x",
          "w99999999999999999999", "w[1", "\xff"}) {
        QTest::newRow(bad) << QByteArray(bad) << QVector<int>();
    }
}

void TestGatewayPlan::clushFoldsNames()
{
    QFETCH(QByteArray, names);
    QFETCH(QVector<int>, workers);
    const auto read = workersNamed(names);
    QCOMPARE(read.has_value(), !workers.isEmpty());
    QVector<int> found;
    for (const std::size_t worker : read.value_or(std::vector<std::size_t>())) {
        found << int(worker);
    }
    QCOMPARE(found, workers);
}

void TestGatewayPlan::clushTellsWhoFailed()
{
    ClushOutput output;
    for (const char *line :
         {"w3: ssh: connect to host 10.128.0.5 port 22: Connection refused",
          "w3: scp: Connection closed", "clush: w3: exited with exit code 255",
          "w4: clush: w9: exited with exit code 1", "w5: \033[31mred", "no name", "",
          "clush: w[6-7] (2): exited with exit code 1", "clush: w8: command timeout",
          "clush: ended 255"}) {
        output.read(line);
    }
    QCOMPARE(
        output.failureOf(3).value(),
        QStringLiteral("ssh: connect to host 10.128.0.5 port 22: Connection refused"));
    QCOMPARE(output.failureOf(6).value(), QStringLiteral("exited with exit code 1"));
    QVERIFY(output.failureOf(7) && output.failureOf(8));
    for (const std::size_t fine : {4, 5, 9, 0}) {
        QVERIFY(!output.failureOf(fine)); // a worker speaks for nobody but itself
    }
    QVERIFY(output.complaint().isEmpty());
    output.read("clush: error: no such option: --color");
    QVERIFY(output.complaint().contains(QStringLiteral("no such option")));
}

void TestGatewayPlan::sshKnowsOneKeyAndTheseHosts()
{
    const auto endpoints = internalEndpoints(3);
    const std::vector<SshTarget> targets{{1, endpoints[1], "ada"}, {2, endpoints[2], "ada"}};
    const QByteArray config = sshConfigText(targets, endpoints[0]);
    QVERIFY(
        config.startsWith("Host w1\n    HostName 10.128.0.3\n    HostKeyAlias w1\n    Port 22\n"));
    for (const char *line :
         {"BindAddress 10.128.0.2\n", "IdentityFile ./key\n", "IdentitiesOnly yes\n",
          "IdentityAgent none\n", "StrictHostKeyChecking yes\n", "ForwardAgent no\n"}) {
        QVERIFY2(config.contains(line), line);
    }
    QCOMPARE(knownHostsText(targets), "w1 " + KeyText + "\nw2 " + KeyText + '\n');
    QVERIFY(isLoginName("ada") && isLoginName("sa_1234567890"));
    for (const char *bad : {"", "-ada", "a b", "a\nHost *", "a;b", "\xc3\xa4"}) {
        QVERIFY2(!isLoginName(bad), bad);
    }
    QVERIFY(!isLoginName(QByteArray("ada\0\nHost *", 11)));
}

void TestGatewayPlan::onlyAPlainKeyIsTaken_data()
{
    QTest::addColumn<QByteArray>("told");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("key") << KeyText << true;
    QTest::newRow("comment") << KeyText + " command=\"x\"\n" << true; // and left behind
    QTest::newRow("option") << "command=\"x\" " + KeyText << false;
    QTest::newRow("another type") << QByteArray("ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ") << false;
    QTest::newRow("rubbish") << QByteArray("ssh-ed25519 AAAA\nx") << false;
    QTest::newRow("none") << QByteArray() << false;
}

void TestGatewayPlan::onlyAPlainKeyIsTaken()
{
    QFETCH(QByteArray, told);
    QFETCH(bool, isTaken);
    const auto key = publicKeyOf(told);
    QCOMPARE(key.has_value(), isTaken);
    QVERIFY(!key || *key == KeyText);
}

void TestGatewayPlan::anOldEngineIsNotTaken_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<bool>("isRecent");
    QTest::newRow("1.9.1") << QByteArray("clush 1.9.1") << true;
    QTest::newRow("1.8") << QByteArray("clush 1.8") << true;
    QTest::newRow("1.10") << QByteArray("clush 1.10") << true;
    QTest::newRow("2.0") << QByteArray("clush 2.0") << true;
    QTest::newRow("1.7.3") << QByteArray("clush 1.7.3") << false;
    QTest::newRow("0.9") << QByteArray("clush 0.9") << false;
    QTest::newRow("trouble") << QByteArray("Traceback (most recent call last):") << false;
    QTest::newRow("none") << QByteArray() << false;
}

void TestGatewayPlan::anOldEngineIsNotTaken()
{
    QFETCH(QByteArray, version);
    QFETCH(bool, isRecent);
    QCOMPARE(isRecentEngine(version), isRecent);
}

void TestGatewayPlan::oneStepComesAfterTheOther_data()
{
    using G = GatewayState;
    using P = RecipientState;
    using S = GatewayStep;
    QTest::addColumn<GatewayProgress>("progress");
    QTest::addColumn<GatewayStep>("step");
    const auto row = [](const char *name, const GatewayProgress &progress, S step) {
        QTest::newRow(name) << progress << step;
    };
    row("begin", progressOf(G::NotBegun, {P::NotBegun, P::NotBegun}), S::StartGateway);
    row("opening", progressOf(G::Opening, {P::NotBegun}), S::Wait);
    row("open", progressOf(G::Open, {P::NotBegun}), S::AuthorizeAll);
    row("one is not in", progressOf(G::Open, {P::Authorized, P::Authorizing}), S::Wait);
    row("one cannot", progressOf(G::Open, {P::Authorized, P::Ended}), S::Distribute);
    row("none can", progressOf(G::Open, {P::Ended, P::Ended}), S::EndGateway);
    row("distributing", progressOf(G::Distributing, {P::Authorized}), S::Wait);
    row("distributed", progressOf(G::Open, {P::Released, P::Ended}, true), S::EndGateway);
    row("proving", progressOf(G::Closed, {P::Released}, true), S::Wait);
    row("done", progressOf(G::Closed, {P::Ended}, true), S::Finish);
    row("the gateway died early", progressOf(G::Closed, {P::NotBegun, P::NotBegun}), S::GiveUp);
    row("the gateway died", progressOf(G::Closed, {P::Authorized, P::Authorizing}), S::Release);
    row("one still begins", progressOf(G::Closed, {P::Released, P::Authorizing}), S::Wait);
    GatewayProgress stopped = progressOf(G::NotBegun, {P::NotBegun});
    stopped.isStopped = true;
    row("stopped before", stopped, S::GiveUp);
    stopped.gateway = G::Open;
    row("stopped while open", stopped, S::EndGateway);
}

void TestGatewayPlan::oneStepComesAfterTheOther()
{
    QFETCH(GatewayProgress, progress);
    QFETCH(GatewayStep, step);
    QVERIFY(nextStep(progress) == step);
}

/// Whatever has happened: where nothing is under way, there is something to do, and doing it ends.
void TestGatewayPlan::everyStateHasAnEnd()
{
    constexpr int Gates = int(GatewayState::Closed) + 1;
    constexpr int Parts = int(RecipientState::Ended) + 1;
    for (int code = 0; code < Gates * Parts * Parts * 4; ++code) {
        GatewayProgress progress = progressOf(
            GatewayState(code % Gates),
            {RecipientState(code / Gates % Parts), RecipientState(code / Gates / Parts % Parts)},
            code / Gates / Parts / Parts % 2 == 1);
        progress.isStopped = code / Gates / Parts / Parts / 2 == 1;
        const GatewayStep step = nextStep(progress);
        const auto waits = [](RecipientState recipient) {
            return recipient == RecipientState::Authorizing ||
                   recipient == RecipientState::Released;
        };
        const bool isUnderWay =
            progress.gateway == GatewayState::Opening ||
            progress.gateway == GatewayState::Distributing ||
            progress.gateway == GatewayState::Closing ||
            std::any_of(progress.recipients.begin(), progress.recipients.end(), waits);
        QVERIFY2(step != GatewayStep::Wait || isUnderWay, qPrintable(QString::number(code)));
        const bool haveEnded =
            progress.recipients == std::vector<RecipientState>(2, RecipientState::Ended);
        QVERIFY2(step != GatewayStep::Finish || haveEnded, qPrintable(QString::number(code)));
    }
}

QTEST_GUILESS_MAIN(TestGatewayPlan)
#include "tst_gatewayplan.moc"
