// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/writer/stagedfile.h"
#include "tests/core/sshconfig/sshhome.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <atomic>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

/// The traps of an ssh config that lie in the file itself and in who else writes it, one test
/// each. Those of refusal are told more fully in tst_configrefusals, those of other tools in
/// tst_othertools.
class TestTrapsOfFiles final : public QObject
{
    Q_OBJECT

private slots:
    void trap07Permissions();
    void trap08Links();
    void trap09Fifo();
    void trap10ReadersSeeWholeFiles();
    void trap10NothingOfOursIsInAnIncludesWay();
    void trap11ConcurrentWriterIsNotOverwritten();
    void trap11TwoWritersLoseNothing();
    void trap12NoFightOverTheTop();
    void trap13OthersTrimTheFile();
    void trap14MarksInDisorder();
    void trap22KnownHosts();
    void trap23NothingToWriteOn();
    void trap24FileThatSshRejects();
    void trap24VariablesAreThePersonsOwn();
    void trap24DifferenceInPlaceRollsBack();
    void trap24DifferenceBeforehandTouchesNothing();

private:
    static Result<WriteReport> write(const SshHome &home)
    {
        return home.writer().write(twoNodes(), usualOptions());
    }
};

void TestTrapsOfFiles::trap07Permissions()
{
    const SshHome home;
    const mode_t mask = ::umask(0002);
    const auto report = write(home);
    ::umask(mask);
    QVERIFY(report);
    QCOMPARE(home.mode(".ssh/config"), 0600);
    QCOMPARE(home.mode(".ssh/podium/config"), 0600);
    // The file after -F is not checked by ssh, but Podium is not fooled by that.
    const SshHome open;
    open.put(".ssh/config", "Host a\n", 0602);
    QVERIFY(!open.resolve("a").isEmpty());
    QVERIFY(!write(open));
}

void TestTrapsOfFiles::trap08Links()
{
    const SshHome home;
    home.put("dotfiles/real", "Host a\n");
    QVERIFY(QFile::link(home.path("dotfiles/real"), home.path("dotfiles/second")));
    QDir().mkpath(home.path(".ssh"));
    QVERIFY(QFile::link("../dotfiles/second", home.path(".ssh/config")));
    QVERIFY(write(home));
    QVERIFY(QFileInfo(home.path(".ssh/config")).isSymLink());
    QVERIFY(QFileInfo(home.path("dotfiles/second")).isSymLink());
    QVERIFY(!QFileInfo(home.path("dotfiles/real")).isSymLink());
    QVERIFY(home.read("dotfiles/real").contains("# BEGIN Podium"));
}

void TestTrapsOfFiles::trap09Fifo()
{
    const SshHome home;
    QDir().mkpath(home.path(".ssh"));
    home.putConfig("Include ~/.ssh/pipe\n");
    QCOMPARE(::mkfifo(QFile::encodeName(home.path(".ssh/pipe")).constData(), 0600), 0);
    const auto report = write(home); // would never come back
    QVERIFY(!report);
    QVERIFY(report.error().detail.contains("line 1"));
}

void TestTrapsOfFiles::trap10ReadersSeeWholeFiles()
{
    const SshHome home;
    home.putConfig("Host a\n  User b\n");
    QVERIFY(write(home));
    const QByteArray whole = home.config();
    std::atomic<bool> isOver{false};
    std::atomic<int> halves{0};
    std::thread reader([&] {
        while (!isOver) {
            const QByteArray seen = home.config();
            if (seen != whole && withoutRegion(seen) != withoutRegion(whole)) {
                ++halves;
            }
        }
    });
    for (int i = 0; i < 10; ++i) {
        QVERIFY(home.writer().remove());
        QVERIFY(write(home));
    }
    isOver = true;
    reader.join();
    QCOMPARE(halves.load(), 0);
}

void TestTrapsOfFiles::trap10NothingOfOursIsInAnIncludesWay()
{
    const SshHome home;
    // The widest of globs, each of which ssh expands over what Podium keeps.
    home.putConfig("Include ~/.ssh/podium/*/* ~/.ssh/*/con*\nHost a\n  User b\n");
    QVERIFY(write(home));
    inventory::Snapshot moved = twoNodes();
    moved.nodes[1].node.workers[0].externalIp = "35.1.2.3";
    QVERIFY(home.writer().write(moved, usualOptions()));
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("35.1.2.3"));
    DiskFile target;
    target.path = target.realPath = home.path(".ssh/config");
    const auto staged = StagedFile::write(target, "x");
    QVERIFY(staged);
    QVERIFY(QFileInfo(staged->path()).fileName().startsWith('.'));
    QCOMPARE(home.leftovers().size(), 1);
}

void TestTrapsOfFiles::trap11ConcurrentWriterIsNotOverwritten()
{
    const SshHome home;
    home.putConfig("Host a\n");
    const auto target = readTarget(home.path(".ssh/config"));
    QVERIFY(target);
    auto staged = StagedFile::write(*target, "Host ours\n");
    QVERIFY(staged);
    home.putConfig("Host a\nHost another-tool\n");
    const auto done = staged->commit();
    QVERIFY(!done);
    QCOMPARE(done.error().kind, ErrorKind::Conflict);
    QCOMPARE(home.config(), QByteArray("Host a\nHost another-tool\n"));

    DiskFile missing;
    missing.path = missing.realPath = home.path(".ssh/new");
    auto created = StagedFile::write(missing, "Host ours\n");
    QVERIFY(created);
    home.put(".ssh/new", "Host theirs\n");
    QVERIFY(!created->commit());
    QCOMPARE(home.read(".ssh/new"), QByteArray("Host theirs\n"));
}

void TestTrapsOfFiles::trap11TwoWritersLoseNothing()
{
    const SshHome home;
    home.putConfig("Host a\n  User b");
    std::atomic<int> failures{0};
    const auto writeMany = [&](const char *user) {
        ConfigOptions options = usualOptions();
        options.user = user;
        for (int i = 0; i < 8; ++i) {
            failures += home.writer().write(twoNodes(), options) ? 0 : 1;
            failures += home.writer().remove() ? 0 : 1;
        }
    };
    std::thread first(writeMany, "one");
    std::thread second(writeMany, "two");
    first.join();
    second.join();
    QCOMPARE(failures.load(), 0);
    QCOMPARE(withoutRegion(home.config()), QByteArray("Host a\n  User b"));
    QVERIFY(write(home));
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QCOMPARE(home.leftovers(), QStringList());
}

void TestTrapsOfFiles::trap12NoFightOverTheTop()
{
    const SshHome home;
    home.putConfig("Host a\n");
    QVERIFY(write(home));
    const QByteArray config = home.config();
    const QByteArray region = config.left(config.indexOf("# END Podium") + 13);
    QVERIFY(!region.toLower().contains("host"));
    QVERIFY(config.mid(region.size()).startsWith("\nHost a\n"));
    // Whoever puts itself above may stay there.
    const QByteArray other = "Include ~/.orbstack/ssh/config\n\n" + config;
    home.putConfig(other);
    QVERIFY(write(home));
    QCOMPARE(home.config(), other);
}

void TestTrapsOfFiles::trap13OthersTrimTheFile()
{
    const SshHome home;
    home.putConfig("\n\nHost a\n  User b\n\n\n");
    QVERIFY(write(home));
    for (int i = 0; i < 10; ++i) {
        home.putConfig(home.config().trimmed());
        QVERIFY(write(home));
    }
    QCOMPARE(home.config().count("Podium"), 3);
    QCOMPARE(withoutRegion(home.config()), QByteArray("\n\nHost a\n  User b"));
}

void TestTrapsOfFiles::trap14MarksInDisorder()
{
    const SshHome home;
    const QByteArray twice = "# BEGIN Podium\n# END Podium\nHost precious\n# END Podium\n";
    home.putConfig(twice);
    const auto report = write(home);
    QVERIFY(!report);
    QVERIFY(report.error().text().contains("lines 1, 2, 4"));
    QCOMPARE(home.config(), twice);
}

void TestTrapsOfFiles::trap22KnownHosts()
{
    const SshHome home;
    const QByteArray theirs = "|1|hash=|hash= ssh-ed25519 AAAA\n34.61.0.8 ssh-ed25519 BBBB\n";
    home.put(".ssh/known_hosts", theirs);
    QVERIFY(write(home));
    QCOMPARE(home.read(".ssh/known_hosts"), theirs);
    QProcess keygen;
    keygen.start(
        "ssh-keygen",
        {"-F", "tpu.7000000000000000002-5", "-f", home.path(".ssh/podium/known_hosts")});
    QVERIFY(keygen.waitForFinished(-1));
    QVERIFY(keygen.readAllStandardOutput().contains("found: line"));
    QVERIFY(!home.read(".ssh/podium/known_hosts").contains("34.")); // addresses are reused
}

void TestTrapsOfFiles::trap23NothingToWriteOn()
{
    const SshHome home;
    QCOMPARE(::chmod(QFile::encodeName(home.path()).constData(), 0500), 0);
    const auto report = write(home);
    QCOMPARE(::chmod(QFile::encodeName(home.path()).constData(), 0700), 0);
    QVERIFY(!report);
    QCOMPARE(home.everything().size(), 0);
    QVERIFY(!QFile::exists(home.path(".ssh")));
    QVERIFY(write(home));
    QCOMPARE(home.mode(".ssh"), 0700);
}

void TestTrapsOfFiles::trap24FileThatSshRejects()
{
    const SshHome home;
    const QByteArray mac = "Host *\n  AddKeysToAgent yes\n  UseKeychain yes\n";
    home.putConfig(mac);
    const auto report = write(home);
    QVERIFY(!report);
    QVERIFY(report.error().detail.contains("line 3: Bad configuration option: usekeychain"));
    QCOMPARE(home.config(), mac);
}

/// ssh itself rejects a ${VARIABLE} that is not set, so that Podium's must have what a person's
/// has.
void TestTrapsOfFiles::trap24VariablesAreThePersonsOwn()
{
    const SshHome home;
    home.putConfig("Host *\n  UserKnownHostsFile ${XDG_STATE_HOME}/ssh/known_hosts\n"
                   "  ControlPath ${PODIUM_TEST_FOLDER}/%C\n");
    const bool wasSet = qEnvironmentVariableIsSet("XDG_STATE_HOME");
    const QByteArray before = qgetenv("XDG_STATE_HOME");
    qputenv("XDG_STATE_HOME", "/nowhere/state");
    qputenv("PODIUM_TEST_FOLDER", "/nowhere");
    const auto report = write(home);
    const QByteArray ofAnother = home.value("another", "userknownhostsfile");
    qunsetenv("PODIUM_TEST_FOLDER");
    wasSet ? qputenv("XDG_STATE_HOME", before) : qunsetenv("XDG_STATE_HOME");
    QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
    QCOMPARE(report->notes, QStringList());
    QCOMPARE(ofAnother, QByteArray("/nowhere/state/ssh/known_hosts"));
}

void TestTrapsOfFiles::trap24DifferenceInPlaceRollsBack()
{
    const SshHome home;
    // Podium's known_hosts, once it is there, is read as a config: ssh would be broken for all.
    home.putConfig("Host a\n  User b\nInclude ~/.ssh/podium/*\n");
    const auto before = home.everything();
    const auto report = write(home);
    QVERIFY(!report);
    QCOMPARE(report.error().kind, ErrorKind::Refused);
    QVERIFY2(report.error().detail.contains("known_hosts"), qPrintable(report.error().text()));
    QCOMPARE(home.everything(), before);
    QCOMPARE(home.writer().versions()->size(), std::size_t(0));
    QCOMPARE(home.value("a", "user"), QByteArray("b"));
}

void TestTrapsOfFiles::trap24DifferenceBeforehandTouchesNothing()
{
    const SshHome home;
    home.putConfig("Host a\n  User b\n");
    // An ssh that reads Podium's Include as if it changed "a".
    home.put(
        "bin/ssh",
        "#!/bin/sh\nfor last; do :; done\n"
        "case $last in a) grep -q Podium \"$3\" && echo user root || echo user b;; *) echo x y;; "
        "esac\n",
        0700);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(home.path("bin")) + ':' + path);
    const auto before = home.everything();
    const auto report = write(home);
    qputenv("PATH", path);
    QVERIFY(!report);
    QVERIFY2(
        report.error().text().contains("would touch a") &&
            report.error().text().contains("Its user was \"b\" and would be \"root\"."),
        qPrintable(report.error().text()));
    QCOMPARE(home.everything(), before);
}

QTEST_GUILESS_MAIN(TestTrapsOfFiles)
#include "tst_trapsoffiles.moc"
