// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/writer/filetransaction.h"
#include "core/sshconfig/writer/versions.h"
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
    void restoreUndoesTheLastChangeAndRedoesIt();
    void restorePassesOverWhatStillStands();
    void restoreThatCannotRemoveSaysSo();
    void whatWasUndoneStaysUntilSomebodyWrites_data();
    void whatWasUndoneStaysUntilSomebodyWrites();
    void whoeverFindsAllWrittenReleasesIt();
    void unknownVersionIsSaid();
    void twentyAreKeptAndTheFirstStays();
    void removalLeavesThePersonsBytes();
    void noLinkIsLeftThatLeadsNowhere_data();
    void noLinkIsLeftThatLeadsNowhere();
    void warnsWhereSshReadsAnotherHome();
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

    const SshHome linked;
    QVERIFY(linked.writer().write(twoNodes(), usualOptions()));
    QVERIFY(QFile::rename(linked.path(".ssh/config"), linked.path("mine")));
    QVERIFY(QFile::link(linked.path("mine"), linked.path(".ssh/config")));
    QVERIFY(linked.writer().restore(1));
    QCOMPARE(linked.read("mine"), QByteArray(""));
    QVERIFY(linked.writer().write(twoNodes(), usualOptions())); // the link leads somewhere

    const SshHome torn;
    QVERIFY(torn.writer().write(twoNodes(), usualOptions()));
    // What is the person's cannot be told here: nothing goes.
    const QByteArray disorder = "# BEGIN Podium\n\n# BEGIN Podium\nHost mine\n";
    torn.putConfig(disorder);
    const auto refused = torn.writer().restore(1);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Refused);
    QCOMPARE(torn.config(), disorder);

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

void TestConfigVersions::restoreUndoesTheLastChangeAndRedoesIt()
{
    const SshHome home;
    home.putConfig("Host a\n");
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    const QByteArray written = home.config();
    for (const QByteArray &wanted : {QByteArray("Host a\n"), written, QByteArray("Host a\n")}) {
        const auto report = home.writer().restore(0);
        QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
        QVERIFY(report->filesWritten.contains(home.path(".ssh/config")));
        QCOMPARE(home.config(), wanted);
    }
}

void TestConfigVersions::restorePassesOverWhatStillStands()
{
    const SshHome home;
    home.putConfig("Host a\n");
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    // A writer that was killed between keeping a version and its first change, or whose change
    // was taken back by other means, leaves a newest version that is what stands there.
    const auto states = readStates(home.paths());
    QVERIFY(states);
    QVERIFY(Versions(home.paths()).keep(*states, "write", sketchTime()));
    const auto report = home.writer().restore(0);
    QVERIFY(report);
    QVERIFY(report->filesWritten.contains(home.path(".ssh/config")));
    QCOMPARE(home.config(), QByteArray("Host a\n"));
}

void TestConfigVersions::restoreThatCannotRemoveSaysSo()
{
    const SshHome home;
    QDir().mkpath(home.path("dotfiles"));
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    const auto before = home.everything();
    auto states = readStates(home.paths());
    QVERIFY(states);
    // Somebody writes between the look and the change: the file must not go, nor the others.
    home.putConfig(home.config() + "Host mine\n");
    const QByteArray edited = home.config();
    FileTransaction transaction(*states, FileContents());
    QVERIFY(transaction.stage());
    const auto done = transaction.commit();
    QVERIFY(!done);
    QCOMPARE(done.error().kind, ErrorKind::Conflict);
    QCOMPARE(home.config(), edited);
    home.putConfig(before.value(".ssh/config"));
    QCOMPARE(home.everything(), before);
    // And where a later one cannot go, the first comes back.
    states = readStates(home.paths());
    states->generated.realPath = home.path(".ssh/podium"); // a folder: it cannot be unlinked
    FileTransaction second(*states, FileContents());
    QVERIFY(second.stage());
    QVERIFY(!second.commit());
    QCOMPARE(home.everything(), before);
    QCOMPARE(home.mode(".ssh/config"), 0600);
}

void TestConfigVersions::whatWasUndoneStaysUntilSomebodyWrites_data()
{
    QTest::addColumn<bool>("removes");
    QTest::newRow("restore") << false;
    QTest::newRow("remove") << true;
}

/// A watch that rewrites would undo the undo at its next look.
void TestConfigVersions::whatWasUndoneStaysUntilSomebodyWrites()
{
    QFETCH(const bool, removes);
    const WriteOptions unasked{false, true};
    const SshHome home;
    QVERIFY(home.writer().write(movedTo(1), usualOptions()));
    QVERIFY(home.writer().write(movedTo(2), usualOptions(), unasked));
    QVERIFY(!home.writer().plan(movedTo(3), usualOptions())->isHeld);
    QVERIFY(removes ? home.writer().remove() : home.writer().restore(0));
    const auto undone = home.everything();
    for (int round = 2; round <= 3; ++round) {
        QVERIFY(home.writer().plan(movedTo(round), usualOptions())->isHeld);
        const auto refused = home.writer().write(movedTo(round), usualOptions(), unasked);
        QVERIFY(!refused);
        QVERIFY(isHeldError(refused.error()));
        QCOMPARE(home.everything(), undone);
    }
    const auto asked = home.writer().write(movedTo(3), usualOptions());
    QVERIFY2(asked, asked ? "" : qPrintable(asked.error().text()));
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("35.0.0.3"));
    QVERIFY(home.writer().write(movedTo(4), usualOptions(), unasked));
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("35.0.0.4"));
}

/// They have said that it is to be so, though there is nothing to write.
void TestConfigVersions::whoeverFindsAllWrittenReleasesIt()
{
    const WriteOptions unasked{false, true};
    const SshHome home;
    QVERIFY(home.writer().write(movedTo(1), usualOptions()));
    QVERIFY(home.writer().write(movedTo(2), usualOptions()));
    QVERIFY(home.writer().restore(0));
    const auto same = home.writer().write(movedTo(1), usualOptions(), unasked);
    QVERIFY(same && same->filesWritten.isEmpty()); // nothing to refuse, and nothing said by it
    QVERIFY(home.writer().plan(movedTo(1), usualOptions())->isHeld);
    const int kept = int(home.writer().versions()->size());
    const auto asked = home.writer().write(movedTo(1), usualOptions());
    QVERIFY(asked && asked->filesWritten.isEmpty());
    QCOMPARE(int(home.writer().versions()->size()), kept);
    QVERIFY(home.writer().write(movedTo(3), usualOptions(), unasked));
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("35.0.0.3"));
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

void TestConfigVersions::noLinkIsLeftThatLeadsNowhere_data()
{
    QTest::addColumn<bool>("restores");
    QTest::newRow("remove") << false;
    QTest::newRow("back to before Podium") << true;
}

/// Podium's own files may be links into a folder of dotfiles, too.
void TestConfigVersions::noLinkIsLeftThatLeadsNowhere()
{
    QFETCH(const bool, restores);
    const SshHome home;
    home.putConfig("Host a\n");
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    const auto written = home.everything();
    QVERIFY(QDir().mkpath(home.path("dotfiles")));
    const QStringList files{"config", "known_hosts"};
    for (const QString &file : files) {
        const QString link = home.path(".ssh/podium/" + file);
        QVERIFY(QFile::rename(link, home.path("dotfiles/" + file)));
        QVERIFY(QFile::link(home.path("dotfiles/" + file), link));
    }
    const auto gone = restores ? home.writer().restore(1) : home.writer().remove();
    QVERIFY2(gone, gone ? "" : qPrintable(gone.error().text()));
    QCOMPARE(home.config(), QByteArray("Host a\n"));
    for (const QString &file : files) {
        QVERIFY(QFileInfo(home.path(".ssh/podium/" + file)).isSymLink());
        QVERIFY(QFile::exists(home.path("dotfiles/" + file)));
        QCOMPARE(home.read("dotfiles/" + file).size(), 0);
    }
    // All of it goes on from there.
    const auto again = home.writer().write(twoNodes(), usualOptions());
    QVERIFY2(again, again ? "" : qPrintable(again.error().text()));
    QCOMPARE(home.config(), written.value(".ssh/config"));
    QCOMPARE(home.read("dotfiles/config"), written.value(".ssh/podium/config"));
    QVERIFY(home.writer().remove());
}

void TestConfigVersions::warnsWhereSshReadsAnotherHome()
{
    const SshHome home;
    Paths paths = home.paths();
    QCOMPARE(home.writer().plan(oneNode(), usualOptions())->warnings, QStringList());
    paths.accountHome = "/home/ada";
    const auto plan = ConfigWriter(paths, sketchTime()).plan(oneNode(), usualOptions());
    QVERIFY(plan);
    QCOMPARE(plan->warnings.size(), 1);
    QVERIFY(plan->warnings[0].contains("ssh reads /home/ada/.ssh/config"));
    QVERIFY(plan->warnings[0].contains("ssh -F " + home.path(".ssh/config")));
    const auto written = ConfigWriter(paths, sketchTime()).write(oneNode(), usualOptions());
    QVERIFY(written);
    QCOMPARE(written->notes, plan->warnings);
}

QTEST_GUILESS_MAIN(TestConfigVersions)
#include "tst_configversions.moc"
