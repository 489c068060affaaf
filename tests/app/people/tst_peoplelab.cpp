// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/services.h"
#include "core/people/peoplereconciler.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"
#include "tests/core/people/sshkeygen.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>
#include <optional>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;
using namespace std::chrono_literals;

/// A lab as it is: 12 people, two of them admins, on 40 workers.
class TestPeopleLab final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everybodyLogsInEverywhere();
    void againChangesNothing();
    void aRecreatedNodeGetsItsPeople();
    void guestAgentIsMended();
    void aGrantEndsOnTime();
    void revokeEndsEverywhereInTheEnd();

private:
    static constexpr int people = 12;
    static constexpr int admins = 2;
    static constexpr int nodes = 10;
    static constexpr int workersEach = 4;
    /// For work on all workers; only what hangs meets it.
    static constexpr int AllAtOnce = 3 * Patience;

    [[nodiscard]] static QString login(int i) { return QStringLiteral("user%1").arg(i); }
    [[nodiscard]] Result<Roster> change(RosterStore::Change change);
    void inspect(const std::vector<WorkerRef> &workers);
    void inspectAll() { inspect(m_service->workers()); }
    void apply(const std::vector<WorkerRef> &workers);
    /// Of a worker that is not as it should be: which, why, and what is to be done there.
    [[nodiscard]] QString whatIsLeft(const WorkerPlan &plan) const;
    /// Runs ssh as these people on these workers, all at once; who got in, as "LOGIN@WORKER TEXT".
    [[nodiscard]] QStringList
    logIn(const QStringList &logins, const std::vector<WorkerRef> &workers, const QString &command);
    [[nodiscard]] QString address(const WorkerRef &worker) const;
    void refresh();
    void startWorkers() const;

    SimCloud m_cloud;
    QTemporaryDir m_home;
    std::unique_ptr<app::Services> m_services;
    std::unique_ptr<PeopleService> m_service;
    std::unique_ptr<PeopleReconciler> m_reconciler;
};

QString TestPeopleLab::whatIsLeft(const WorkerPlan &plan) const
{
    const WorkerCheck *check = m_service->check(plan.worker);
    QStringList texts{plan.worker.text(), check && check->error ? check->error->text() : QString()};
    for (const AccountPlan &account : plan.accounts) {
        for (const PlanStep &step : account.steps) {
            texts << account.login + ": " + step.text;
        }
    }
    return texts.join('\n');
}

Result<Roster> TestPeopleLab::change(RosterStore::Change change)
{
    std::optional<Result<Roster>> answer;
    m_service->change(
        std::move(change), {this, [&answer](const Result<Roster> &roster) { answer = roster; }});
    (void)QTest::qWaitFor([&answer] { return answer.has_value(); }, Patience);
    return answer.value_or(failure({}));
}

void TestPeopleLab::refresh()
{
    bool isDone = false;
    const auto connection =
        connect(&m_services->inventory, &inventory::Inventory::refreshed, this, [&isDone] {
            isDone = true;
        });
    m_services->inventory.refresh();
    QVERIFY(QTest::qWaitFor([&isDone] { return isDone; }, Patience));
    disconnect(connection);
}

void TestPeopleLab::inspect(const std::vector<WorkerRef> &workers)
{
    bool isDone = false;
    m_service->inspect(
        workers, {this, [&isDone](const std::vector<WorkerRef> &) { isDone = true; }});
    QVERIFY(QTest::qWaitFor([&isDone] { return isDone; }, AllAtOnce));
}

void TestPeopleLab::apply(const std::vector<WorkerRef> &workers)
{
    bool isDone = false;
    m_service->apply(workers, {this, [&isDone](const std::vector<WorkerRef> &) { isDone = true; }});
    QVERIFY(QTest::qWaitFor([&isDone] { return isDone; }, AllAtOnce));
    QVERIFY(QTest::qWaitFor([this] { return !m_service->isBusy(); }, AllAtOnce));
}

QString TestPeopleLab::address(const WorkerRef &worker) const
{
    const auto *entry = m_services->inventory.snapshot().find(worker.node);
    return entry ? entry->node.workers[size_t(worker.index)].externalIp : QString();
}

QStringList TestPeopleLab::logIn(
    const QStringList &logins, const std::vector<WorkerRef> &workers, const QString &command)
{
    // One shell runs them, eight at a time: a process of ssh each, with that person's key alone.
    QByteArray list;
    for (const WorkerRef &worker : workers) {
        for (const QString &who : logins) {
            list += who.toUtf8() + '\n' + address(worker).toUtf8() + '\n' +
                    (who + '@' + worker.node.name.text() + ':' + QString::number(worker.index))
                        .toUtf8() +
                    '\n';
        }
    }
    const QString ssh =
        QStringLiteral("out=$(ssh -F none -n -p %1 -i '%2/'$0 -oIdentitiesOnly=yes "
                       "-oIdentityAgent=none -oBatchMode=yes -oStrictHostKeyChecking=no "
                       "-oUserKnownHostsFile=/dev/null -oLogLevel=ERROR -oConnectTimeout=180 "
                       "$0@$1 '%3' 2>/dev/null) && echo \"$2 $out\"; true")
            .arg(m_cloud.sshPort())
            .arg(m_home.path(), command);
    QProcess process;
    process.start("xargs", {"-d", "\n", "-n", "3", "-P", "8", "sh", "-c", ssh});
    process.write(list);
    process.closeWriteChannel();
    if (!process.waitForFinished(-1)) {
        return {"not over in time"};
    }
    QStringList lines =
        QString::fromUtf8(process.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
    lines.sort();
    return lines;
}

/// They start when somebody comes: Podium's logins have a limit in which not all of them might.
void TestPeopleLab::startWorkers() const
{
    QStringList arguments{"-T", "180", "-t", "ed25519", "-p", QString::number(m_cloud.sshPort())};
    for (const WorkerRef &worker : m_service->workers()) {
        arguments << address(worker);
    }
    QProcess scan;
    scan.start("ssh-keyscan", arguments);
    QVERIFY(scan.waitForFinished(-1));
    QCOMPARE(scan.readAllStandardOutput().count("ssh-ed25519"), nodes * workersEach);
}

void TestPeopleLab::initTestCase()
{
    QJsonArray list;
    for (int i = 0; i < nodes; ++i) {
        list.append(QJsonObject{
            {"zone", "us-central2-b"},
            {"name", QStringLiteral("n%1").arg(i)},
            {"acceleratorType", "v4-32"},
            {"workers", workersEach}});
    }
    QVERIFY2(
        m_cloud.startWith(
            {{"operationMs", 0},
             {"projects", QJsonArray{QJsonObject{{"id", "lab"}, {"nodes", list}}}}}),
        qPrintable(m_cloud.error()));
    if (m_cloud.workers() == "none") {
        QSKIP(qPrintable(m_cloud.error()));
    }
    app::ServiceOptions options;
    options.paths = {
        m_home.path(), m_home.filePath("c"), m_home.filePath("d"), m_home.filePath("s")};
    options.environment = m_cloud.environment();
    options.environment.remove("SSH_AUTH_SOCK");
    auto services = app::Services::make(options);
    QVERIFY(services);
    m_services = std::move(*services);
    m_service = std::make_unique<PeopleService>(m_services->peopleWorld());
    m_reconciler = std::make_unique<PeopleReconciler>(
        *m_service, m_services->clock, PeopleReconciler::Pace{100ms, 1h, 300ms, 2s});
    refresh();
    QCOMPARE(int(m_service->workers().size()), nodes * workersEach);
    startWorkers();
    for (int i = 0; i < people; ++i) {
        const QByteArray key = makeKey(m_home.path(), login(i), {"-t", "ed25519", "-C", login(i)});
        const auto keys = rosterKeysFrom(key, m_services->clock.now());
        QVERIFY(keys);
        Person person;
        person.login = *UserName::parse(login(i));
        person.keys = *keys;
        Grant all;
        all.selector = "@all";
        all.sudo = i < admins;
        person.grants = {all};
        const auto added =
            change([person](Roster roster) { return withNewPerson(std::move(roster), person); });
        QVERIFY2(added.has_value(), added ? "" : qPrintable(added.error().text()));
    }
}

void TestPeopleLab::everybodyLogsInEverywhere()
{
    inspectAll();
    apply(m_service->workers());
    for (const WorkerPlan &plan : m_service->plans()) {
        QVERIFY2(plan.isKnown && plan.stepCount() == 0, qPrintable(whatIsLeft(plan)));
    }
    QStringList logins;
    QStringList expected;
    for (int i = 0; i < people; ++i) {
        logins << login(i);
        for (const WorkerRef &worker : m_service->workers()) {
            expected << QStringLiteral("%1@%2:%3 %1 %4")
                            .arg(login(i), worker.node.name.text())
                            .arg(worker.index)
                            .arg(i < admins ? "root" : "no");
        }
    }
    expected.sort();
    QCOMPARE(
        logIn(
            logins, m_service->workers(),
            "echo $(id -un) $(sudo -n id -un 2>/dev/null || echo no)"),
        expected);
}

void TestPeopleLab::againChangesNothing()
{
    inspectAll();
    for (const WorkerPlan &plan : m_service->plans()) {
        QVERIFY2(plan.stepCount() == 0, qPrintable(whatIsLeft(plan)));
    }
    QVERIFY(m_service->application(m_service->workers()).workers.empty());
}

void TestPeopleLab::aRecreatedNodeGetsItsPeople()
{
    m_reconciler->setKeeping(true);
    m_cloud.post("/sim/nodes/lab/us-central2-b/n3:recreate");
    refresh();
    const auto node = m_service->workers()[3 * workersEach].node;
    const auto isDone = [&] {
        for (int i = 0; i < workersEach; ++i) {
            const WorkerCheck *check = m_service->check({node, i});
            const WorkerPlan *plan = m_service->plan({node, i});
            if (!check || check->error || !check->found || !check->found->find(login(0)) || !plan ||
                plan->stepCount() > 0) {
                return false;
            }
        }
        return true;
    };
    QVERIFY(QTest::qWaitFor(isDone, AllAtOnce));
    QCOMPARE(logIn({login(0), login(11)}, {{node, 0}, {node, 3}}, "id -un").size(), 4);
    m_reconciler->setKeeping(false);
}

void TestPeopleLab::guestAgentIsMended()
{
    // Somebody puts a person's name into the project's metadata, and takes it out again: Google's
    // agent then deletes that person's whole file.
    const std::vector<WorkerRef> all = m_service->workers();
    const std::vector<WorkerRef> ofNode(all.begin(), all.begin() + workersEach); // all of n0's
    const WorkerRef worker = ofNode.front();
    const QString path = "/v2/projects/lab/locations/us-central2-b/nodes/n0";
    const auto setKeys = [&](const QString &keys) {
        m_cloud.call(
            "PATCH", path + "?updateMask=metadata",
            QJsonDocument(QJsonObject{{"metadata", QJsonObject{{"ssh-keys", keys}}}}).toJson());
        (void)m_cloud.get(path);
    };
    setKeys(
        login(5) + ":ssh-ed25519 "
                   "AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl x");
    refresh();
    const auto isGoogles = [&] {
        inspect(ofNode);
        const WorkerCheck *check = m_service->check(worker);
        const ActualAccount *account =
            check && check->found ? check->found->find(login(5)) : nullptr;
        return account && account->isGoogles;
    };
    QTRY_VERIFY(isGoogles());
    // It is said, before anything is lost.
    const WorkerPlan *plan = m_service->plan(worker);
    QVERIFY(plan && plan->accounts.size() == 1 && plan->accounts[0].login == login(5));
    QVERIFY(plan->accounts[0].notes.size() >= 2);
    QVERIFY(!logIn({login(5)}, {worker}, "true").isEmpty());
    setKeys({});
    QTRY_VERIFY(logIn({login(5)}, {worker}, "true").isEmpty());
    refresh();
    inspect(ofNode);
    QVERIFY(m_service->plan(worker)->stepCount() > 0);
    apply(ofNode);
    QCOMPARE(logIn({login(5)}, {worker}, "true").size(), 1);
}

void TestPeopleLab::aGrantEndsOnTime()
{
    // A few of the workers learn it before it comes, the others are brought to it afterwards.
    const QDateTime until = wholeSeconds(m_services->clock.now().addSecs(5));
    const auto changed = change([until](Roster roster) {
        Grant grant;
        grant.selector = "@all";
        grant.until = until;
        return withGrant(std::move(roster), *UserName::parse(login(11)), grant);
    });
    QVERIFY(changed);
    m_reconciler->setKeeping(true);
    const std::vector<WorkerRef> some{m_service->workers().front(), m_service->workers().back()};
    QVERIFY(QTest::qWaitFor(
        [&] {
            return m_services->clock.now() > until && logIn({login(11)}, some, "id -un").isEmpty();
        },
        AllAtOnce));
    // Not only sshd shuts the door: the accounts are closed everywhere.
    QVERIFY(QTest::qWaitFor(
        [this] {
            for (const WorkerRef &worker : m_service->workers()) {
                const WorkerCheck *check = m_service->check(worker);
                const ActualAccount *account =
                    check && check->found ? check->found->find(login(11)) : nullptr;
                if (!account || !account->isClosed()) {
                    return false;
                }
            }
            return true;
        },
        AllAtOnce));
    m_reconciler->setKeeping(false);
}

void TestPeopleLab::revokeEndsEverywhereInTheEnd()
{
    const std::vector<WorkerRef> all = m_service->workers();
    const WorkerRef silent = all.back();
    m_cloud.post("/sim/workers/lab/us-central2-b/n9/3:refuse");
    const QDateTime revoked = m_services->clock.now();
    const auto left = change([revoked](Roster roster) {
        return withoutPerson(std::move(roster), *UserName::parse(login(0)), {}, revoked);
    });
    QVERIFY(left);
    inspectAll();
    m_reconciler->pendingOf(all);
    // A worker may still have the proof of an earlier change: only a later one counts.
    const auto isProven = [this, revoked](const WorkerRef &worker) {
        const WorkerCheck *check = m_service->check(worker);
        return check && check->proof && check->proof->time > revoked && check->proof->isProven() &&
               check->proof->refused >= 1;
    };
    QVERIFY(QTest::qWaitFor(
        [&] { return std::all_of(all.begin(), all.end() - 1, isProven); }, AllAtOnce));
    QVERIFY(!isProven(silent));
    QTRY_COMPARE(m_reconciler->pending(), QSet<WorkerRef>{silent}); // named, and not forgotten
    QVERIFY(m_service->check(silent)->error);
    QCOMPARE(logIn({login(0)}, {all.begin(), all.end() - 1}, "true"), QStringList());
    m_cloud.post("/sim/workers/lab/us-central2-b/n9/3:restore");
    QVERIFY(QTest::qWaitFor([&] { return m_reconciler->pending().isEmpty(); }, AllAtOnce));
    QVERIFY(QTest::qWaitFor([&] { return isProven(silent); }, Patience));
    QCOMPARE(logIn({login(0)}, {silent}, "true"), QStringList());
    QCOMPARE(logIn({login(1)}, {silent}, "id -un").size(), 1);
}

QTEST_GUILESS_MAIN(TestPeopleLab)
#include "tst_peoplelab.moc"
