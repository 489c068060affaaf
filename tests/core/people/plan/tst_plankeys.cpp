// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/daytext.h"
#include "tests/core/people/planning.h"
#include "tests/core/people/planstate.h"

#include <QtTest>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

class TestPlanKeys final : public QObject
{
    Q_OBJECT

private slots:
    void keys_data();
    void keys();
    void expiringKeys();
    void keysWithAnEndOfTheirOwn();
    void copiesWithoutAnEnd();
    void exclusiveKeys();
};

void TestPlanKeys::keys_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QStringList>("steps");
    const QByteArray fine = key(1).text() + " key";
    QTest::newRow("no file") << QByteArray() << QStringList{"add-key"};
    QTest::newRow("missing") << QByteArray(key(2).text() + " own\n") << QStringList{"add-key"};
    QTest::newRow("another label")
        << blockOf({key(1).text() + " old"}) << QStringList{"change-key"};
    QTest::newRow("options added") << blockOf({"no-pty " + fine}) << QStringList{"change-key"};
    QTest::newRow("an end added") << blockOf({"expiry-time=\"20300101\" " + fine})
                                  << QStringList{"change-key"};
    QTest::newRow("one too many") << blockOf({fine, key(3).text() + " x"})
                                  << QStringList{"remove-key"};
    QTest::newRow("another one") << blockOf({key(3).text() + " x"})
                                 << QStringList{"add-key", "remove-key"};
    QTest::newRow("no key in our lines") << blockOf({fine, "hello"}) << QStringList{"tidy-keys"};
    QTest::newRow("twice in our lines") << blockOf({fine, fine}) << QStringList{"tidy-keys"};
    QTest::newRow("not first") << QByteArray(key(2).text() + " own\n" + blockOf({fine}))
                               << QStringList{"tidy-keys"};
    QTest::newRow("never closed") << QByteArray(blockOf({fine}).replace("# END Podium\n", ""))
                                  << QStringList{"add-key"};
}

void TestPlanKeys::keys()
{
    QFETCH(QByteArray, keys);
    QFETCH(QStringList, steps);
    AccountText text = actualUser();
    text.keys = keys;
    const AccountPlan plan = planOne(desiredUser(), {text});
    QCOMPARE(stepsOf(plan), steps);
    QCOMPARE(plan.state, AccountState::Differs);
    QVERIFY(!plan.data.isEmpty());
}

void TestPlanKeys::expiringKeys()
{
    DesiredAccount desired = desiredUser();
    desired.keys[0].until = 1893456000;
    AccountText text = actualUser();
    QCOMPARE(stepsOf(planOne(desired, {text})), QStringList{"change-key"});
    text.keys = blockOf({"expiry-time=\"20300101000000\" " + key(1).text() + " key"});
    QVERIFY(planOne(desired, {text}).login.isEmpty());
    const AccountPlan plan = planOne(desired, {});
    QVERIFY(plan.data.contains("key 1893456000 !ssh-ed25519\\s"));
    QVERIFY(plan.steps[1].text.contains(
        "until " + lastTimeText(QDateTime::fromSecsSinceEpoch(1893456000))));
    desired.keys[0].line.prepend("no-pty ");
    text.keys = blockOf({"expiry-time=\"20300101000000\",no-pty " + key(1).text() + " key"});
    QVERIFY(planOne(desired, {text}).login.isEmpty());
}

void TestPlanKeys::keysWithAnEndOfTheirOwn()
{
    DesiredAccount desired = desiredUser();
    desired.keys[0].line.prepend("expiry-time=\"20350101\" ");
    AccountText text = actualUser();
    text.keys = blockOf({desired.keys[0].line});
    QVERIFY(planOne(desired, {text}).login.isEmpty());
    text.keys = blockOf({key(1).text() + " key"});
    QCOMPARE(stepsOf(planOne(desired, {text})), QStringList{"change-key"});
    desired.keys[0].until = 1893456000;
    const QByteArray rest = "expiry-time=\"20290101\" " + key(1).text() + " key";
    desired.keys[0].line = rest;
    text.keys = blockOf({"expiry-time=\"20300101000000\"," + rest});
    QVERIFY(planOne(desired, {text}).login.isEmpty());
    text.keys = blockOf({"expiry-time=\"20280101000000\"," + rest});
    QCOMPARE(stepsOf(planOne(desired, {text})), QStringList{"change-key"});
}

void TestPlanKeys::copiesWithoutAnEnd()
{
    DesiredAccount desired = desiredUser();
    desired.keys[0].until = 1893456000;
    AccountText text = actualUser();
    const QByteArray copy = key(1).text() + " by hand\n";
    text.keys = blockOf({"expiry-time=\"20300101000000\" " + key(1).text() + " key"}) + copy;
    const AccountPlan plan = planOne(desired, {text});
    QCOMPARE(stepsOf(plan), QStringList{"remove-key"});
    QVERIFY(plan.data.contains("drop " + key(1).blob().toBase64()));
    text.keys.chop(copy.size());
    text.keys += "# Added by Google\n" + copy;
    const AccountPlan google = planOne(desired, {text});
    QVERIFY(google.steps.empty());
    QVERIFY(notesOf(google).contains("metadata"));
}

void TestPlanKeys::exclusiveKeys()
{
    DesiredAccount desired = desiredUser();
    AccountText text = actualUser();
    text.keys += "# theirs\nno-pty " + key(5).text() + " by hand\n" + key(1).text() + " copy\n";
    const AccountPlan kept = planOne(desired, {text});
    QVERIFY(kept.steps.empty());
    QVERIFY(notesOf(kept).contains("not on the roster"));
    desired.exclusive = true;
    const AccountPlan plan = planOne(desired, {text});
    QCOMPARE(stepsOf(plan), QStringList{"remove-key"});
    QVERIFY(plan.data.contains("drop " + key(5).blob().toBase64()));
    QCOMPARE(plan.data.count("drop "), 1);
    // sshd takes it under another name, too; it goes as it stands there.
    const QByteArray renamed = QByteArray("\0\0\0\7ed25519", 11) + key(5).blob().mid(15);
    text.keys = actualUser().keys + "ssh-ed25519 " + renamed.toBase64() + " x\n";
    QVERIFY(planOne(desired, {text}).data.contains("drop " + renamed.toBase64()));
    text.keys = actualUser().keys;
    QVERIFY(planOne(desired, {text}).login.isEmpty());
}

QTEST_GUILESS_MAIN(TestPlanKeys)
#include "tst_plankeys.moc"
