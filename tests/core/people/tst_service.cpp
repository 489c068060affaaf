// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/openssh/opensshneeds.h"
#include "tests/core/people/servicefixture.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThreadPool>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// What the service does beside what it is asked: proofs, and plans while answers come.
class TestService final : public QObject
{
    Q_OBJECT

private slots:
    void silentWorkersHoldNothingUp();
    void aProofIsOfItsOwnNode();
    void whatWasNotSentIsNotAsked();
    void nothingIsAskedPastAJumpHost();
    void plansFollowWhileFactsChange();

private:
    /// A node of one worker, at an address of this machine.
    [[nodiscard]] static inventory::Snapshot nodeHere()
    {
        inventory::Snapshot snapshot = snapshotOf({{.name = "tpu1"}});
        snapshot.nodes[0].node.workers[0].externalIp = "127.0.0.1";
        snapshot.nodes[0].node.workers[0].hostKeys.clear();
        return snapshot;
    }
    /// user1 leaves; the worker is changed, and its sshd asked about the key.
    static void revoke(ServiceFixture &lab, const QByteArray &answer = "apply\nok user1\n");
};

void TestService::revoke(ServiceFixture &lab, const QByteArray &answer)
{
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.fillWorkers(1);
    lab.check();
    lab.service.change(
        [now = lab.clock.now()](Roster roster) {
            return withoutPerson(std::move(roster), *UserName::parse("user1"), {}, now);
        },
        {&lab.service, [](const Result<Roster> &) {}});
    QTRY_COMPARE(lab.service.roster().formerMembers.size(), 1U);
    lab.settle();
    lab.texts[lab.service.workers()[0]] = workerText({}, {}, answer);
    lab.service.apply(lab.service.workers());
}

void TestService::silentWorkersHoldNothingUp()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    ServiceFixture lab(nodeHere());
    lab.defaults.port = silent.serverPort();
    revoke(lab);
    QTRY_VERIFY(silent.hasPendingConnections());
    // Answers are read and plans made in the pool of all; nobody waits there for the worker.
    QTRY_COMPARE(QThreadPool::globalInstance()->activeThreadCount(), 0);
    QVERIFY(lab.service.isBusy());
    QVERIFY(!lab.service.check(lab.service.workers()[0])->proof);
}

/// The node goes while its sshd is asked, and comes back under its name.
void TestService::aProofIsOfItsOwnNode()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    ServiceFixture lab(nodeHere());
    lab.defaults.port = silent.serverPort();
    revoke(lab);
    QTRY_VERIFY(silent.hasPendingConnections());
    const WorkerRef worker = lab.service.workers()[0];
    lab.source.set({});
    lab.inventory.refresh();
    QTRY_VERIFY(!lab.service.check(worker));
    QSignalSpy proved(&lab.service, &PeopleService::proved);
    while (QTcpSocket *asker = silent.nextPendingConnection()) {
        asker->abort();
    }
    silent.close();
    QTRY_COMPARE(proved.count(), 1);
    QVERIFY(!lab.service.check(worker));
}

/// As of somebody who was removed while a run was under way: their key is still let in.
void TestService::whatWasNotSentIsNotAsked()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    ServiceFixture lab(nodeHere());
    lab.defaults.port = server.serverPort();
    revoke(lab, "apply\nok user2\n");
    lab.settle();
    QVERIFY(!server.hasPendingConnections());
    QVERIFY(!lab.service.check(lab.service.workers()[0])->proof);
}

void TestService::nothingIsAskedPastAJumpHost()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    ServiceFixture lab(nodeHere());
    lab.defaults.port = server.serverPort();
    ssh::EffectiveConfig config;
    config.options = {{"proxyjump", "bastion"}};
    lab.route = ssh::chooseRoute({}, config, {});
    revoke(lab);
    const auto proof = [&lab] { return lab.service.check(lab.service.workers()[0])->proof; };
    QTRY_VERIFY(proof());
    QVERIFY(proof()->error);
    QVERIFY2(proof()->error->text().contains("jump host"), qPrintable(proof()->error->text()));
    QVERIFY(!server.hasPendingConnections());
    // What only the login needs does not stand in the way.
    config.options = {{"certificatefile", "~/c.pub"}, {"proxycommand", "none"}};
    QVERIFY(ssh::chooseRoute({}, config, {"security key /k"}).isDirect());
    ssh::Endpoint ruled;
    ruled.proxyCommand = "nc %h %p";
    QVERIFY(!ssh::chooseRoute(ruled, {}, {}).isDirect());
}

void TestService::plansFollowWhileFactsChange()
{
    ServiceFixture lab(nodeHere());
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.settle();
    QSignalSpy told(&lab.service, &PeopleService::planned);
    // Each plan is out of date before it is made, as while answers keep coming.
    bool keepsChanging = true;
    int plannings = 0;
    const auto change = [&] {
        lab.service.setOffboarding({AccountChoice::Lock, HomeChoice::Keep, ++plannings % 2 == 1});
    };
    lab.whenAsked = [&] {
        if (keepsChanging) {
            change();
        }
    };
    lab.clock.advance(1);
    change();
    QTRY_COMPARE(told.count(), 1);
    QVERIFY(lab.service.isBusy());
    const int before = plannings;
    QTRY_VERIFY(plannings > before + 20);
    QCOMPARE(told.count(), 1); // not more often than can be drawn
    lab.clock.advance(1);
    QTRY_COMPARE(told.count(), 2);
    keepsChanging = false;
    lab.settle();
    QCOMPARE(told.count(), 3);
}

QTEST_GUILESS_MAIN(TestService)
#include "tst_service.moc"
