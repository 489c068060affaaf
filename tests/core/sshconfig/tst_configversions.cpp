// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/versions.h"
#include "tests/core/sshconfig/sshhome.h"

#include <QDir>
#include <QTest>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

namespace {

inventory::Snapshot movedTo(int round)
{
    inventory::Snapshot snapshot = twoNodes();
    snapshot.nodes[1].node.workers[0].externalIp = QStringLiteral("35.0.0.%1").arg(round);
    return snapshot;
}

} // namespace

class TestConfigVersions final : public QObject
{
    Q_OBJECT

private slots:
    void eachWriteKeepsWhatWasThere();
    void restorePutsAVersionBack();
    void restoreOfTheFirstTakesPodiumAway();
    void restoreSaysThatOwnLinesChanged();
    void unknownVersionIsSaid();
    void twentyAreKeptAndTheFirstStays();
    void removalLeavesThePersonsBytes();
    void checkAsksSshForEveryAlias();
    void checkSaysWhatStandsInTheWay();
};

void TestConfigVersions::eachWriteKeepsWhatWasThere()
{
    const SshHome home;
    home.putConfig("Host a\n");
    const auto report = home.writer().write(twoNodes(), usualOptions());
    QVERIFY(report);
    QCOMPARE(report->version, 1);
    const auto versions = home.writer().versions();
    QVERIFY(versions);
    QCOMPARE(versions->size(), std::size_t(1));
    QCOMPARE(versions->front().number, 1);
    QCOMPARE(versions->front().time, sketchTime());
    QCOMPARE(versions->front().reason, QString("write"));
    QCOMPARE(versions->front().bytes, qint64(7));
    const QString folder = ".ssh/podium/.versions/000001";
    QCOMPARE(home.mode(folder), 0700);
    QCOMPARE(home.mode(folder + "/config"), 0600);
    QCOMPARE(home.read(folder + "/config"), QByteArray("Host a\n"));
}

void TestConfigVersions::restorePutsAVersionBack()
{
    const SshHome home;
    home.putConfig("Host a\n");
    QVERIFY(home.writer().write(movedTo(1), usualOptions()));
    const auto first = home.everything();
    const auto second = home.writer().write(movedTo(2), usualOptions());
    QVERIFY(second);
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("35.0.0.2"));
    const auto restored = home.writer().restore(second->version);
    QVERIFY2(restored, restored ? "" : qPrintable(restored.error().text()));
    QCOMPARE(restored->notes, QStringList());
    QCOMPARE(home.everything(), first);
    // And back again: what a restore replaced is kept as well.
    QVERIFY(home.writer().restore(0));
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("35.0.0.2"));
    QCOMPARE(home.writer().versions()->front().reason, QString("restore"));
}

void TestConfigVersions::restoreOfTheFirstTakesPodiumAway()
{
    const SshHome home;
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    QVERIFY(home.writer().restore(1));
    QCOMPARE(home.everything().size(), 0);

    const SshHome other;
    QVERIFY(other.writer().write(twoNodes(), usualOptions()));
    other.putConfig(other.config() + "Host mine\n");
    QVERIFY(other.writer().restore(1));
    QCOMPARE(other.config(), QByteArray("Host mine\n"));
}

void TestConfigVersions::restoreSaysThatOwnLinesChanged()
{
    const SshHome home;
    home.putConfig("Host a\n");
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    home.putConfig(home.config() + "Host b\n");
    const QByteArray edited = home.config();
    const auto report = home.writer().restore(1);
    QVERIFY(report);
    QCOMPARE(report->notes.size(), 1);
    QCOMPARE(home.config(), QByteArray("Host a\n"));
    QVERIFY(home.writer().restore(report->version));
    QCOMPARE(home.config(), edited);
}

void TestConfigVersions::unknownVersionIsSaid()
{
    const SshHome home;
    for (const int number : {0, 3, -1}) {
        const auto report = home.writer().restore(number);
        QVERIFY(!report);
        QCOMPARE(report.error().kind, ErrorKind::NotFound);
    }
    QCOMPARE(home.writer().versions()->size(), std::size_t(0));
}

void TestConfigVersions::twentyAreKeptAndTheFirstStays()
{
    const SshHome home;
    home.putConfig("Host a\n");
    const Versions versions(home.paths());
    FileStates states;
    states.own.main.exists = true;
    states.own.main.bytes = "Host a\n";
    for (int i = 1; i <= 30; ++i) {
        if (i == 4) {
            states.own.main.bytes = "Host b\n"; // the person's own edit, in version 4 to 30
        }
        const auto kept = versions.keep(states, "write", sketchTime().addSecs(i));
        QVERIFY(kept);
        QCOMPARE(*kept, i);
    }
    const auto list = versions.list();
    QCOMPARE(int(list.size()), Versions::kKept);
    QCOMPARE(list.front().number, 30);
    QCOMPARE(list.back().number, 1);
    // The last with the person's former lines outlives newer ones that differ in nothing of theirs.
    QCOMPARE(list[list.size() - 2].number, 3);
}

void TestConfigVersions::removalLeavesThePersonsBytes()
{
    const SshHome home;
    const QByteArray mine = "\n# mine\r\nHost a\n\tUser b";
    home.putConfig(mine);
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    QVERIFY(home.config() != mine);
    QVERIFY(home.writer().remove());
    QCOMPARE(home.everything(), (QHash<QString, QByteArray>{{".ssh/config", mine}}));
    const auto again = home.writer().remove();
    QVERIFY(again);
    QCOMPARE(again->filesWritten, QStringList());
}

void TestConfigVersions::checkAsksSshForEveryAlias()
{
    const SshHome home;
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    const auto checks = home.writer().check(twoNodes(), usualOptions());
    QVERIFY(checks);
    QCOMPARE(checks->size(), std::size_t(11)); // tpu1, tpu1-0, pod-v4, pod-v4-0 … pod-v4-7
    for (const AliasCheck &check : *checks) {
        QVERIFY2(check.isGood, qPrintable(check.problem));
    }
    const auto stale = home.writer().check(movedTo(9), usualOptions());
    QVERIFY(stale);
    QCOMPARE(stale->back().alias, QString("tpu1-0"));
    QVERIFY(!stale->back().isGood);
    QVERIFY(stale->back().problem.contains("hostname"));
}

void TestConfigVersions::checkSaysWhatStandsInTheWay()
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

QTEST_GUILESS_MAIN(TestConfigVersions)
#include "tst_configversions.moc"
