// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/sshconfig/sshhome.h"
#include "tests/fakes/immutable.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

using Prepare = std::function<void(const SshHome &)>;
Q_DECLARE_METATYPE(Prepare)

namespace {

void chmodPath(const QString &path, mode_t mode)
{
    QCOMPARE(::chmod(QFile::encodeName(path).constData(), mode), 0);
}

} // namespace

/// When in doubt nothing is written, the reason is given, and nothing at all was touched.
class TestConfigRefusals final : public QObject
{
    Q_OBJECT

private slots:
    void refusesWithAReason_data();
    void refusesWithAReason();
    void refusesImmutableFile();
    void refusesForeignOwner();
    void refusesReadOnlyFolderOfALink();
    void refusesWithoutASnapshot();
    void refusesWithoutSsh();
    void keepsALinkAndItsTarget();
    void keepsModeAndGroup();
    void makesTheMissingFolder();

private:
    void expectRefusal(const SshHome &home, const QString &says) const;
};

void TestConfigRefusals::expectRefusal(const SshHome &home, const QString &says) const
{
    const auto before = home.everything();
    const auto plan = home.writer().plan(twoNodes(), usualOptions());
    const auto report = home.writer().write(twoNodes(), usualOptions());
    QVERIFY(!plan);
    QVERIFY(!report);
    QCOMPARE(report.error().kind, ErrorKind::Refused);
    const QString text = report.error().text();
    QVERIFY2(text.contains(says), qPrintable(text));
    QVERIFY(!plan.error().text().isEmpty());
    QCOMPARE(home.everything(), before);
    QVERIFY(!QFile::exists(home.path(".ssh/podium")));
}

void TestConfigRefusals::refusesWithAReason_data()
{
    QTest::addColumn<Prepare>("prepare");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *title, const char *says, const Prepare &prepare) {
        QTest::newRow(title) << prepare << QString::fromLatin1(says);
    };
    row("ssh rejects it", "line 3: Bad configuration option: usekeychain",
        [](const SshHome &h) { h.putConfig("Host a\n  User b\n  UseKeychain yes\n"); });
    row("an included file is rejected", "more: line 1", [](const SshHome &h) {
        h.putConfig("Host a\n  Include more\n");
        h.put(".ssh/more", "Prot 22\n");
    });
    row("byte order mark", "line 1", [](const SshHome &h) { h.putConfig("\xEF\xBB\xBFHost a\n"); });
    row("marks in disorder", "lines 1, 3",
        [](const SshHome &h) { h.putConfig("# BEGIN Podium\n\n# BEGIN Podium\n"); });
    row("a folder", "It is a folder",
        [](const SshHome &h) { QDir().mkpath(h.path(".ssh/config")); });
    row("a FIFO", "not a regular file", [](const SshHome &h) {
        QDir().mkpath(h.path(".ssh"));
        QCOMPARE(::mkfifo(QFile::encodeName(h.path(".ssh/config")).constData(), 0600), 0);
    });
    row("a FIFO in an Include", "is a FIFO", [](const SshHome &h) {
        h.putConfig("Host a\n  Include more.d/*\n");
        QDir().mkpath(h.path(".ssh/more.d"));
        QCOMPARE(::mkfifo(QFile::encodeName(h.path(".ssh/more.d/x")).constData(), 0600), 0);
    });
    row("a link that leads nowhere", "leads nowhere", [](const SshHome &h) {
        QDir().mkpath(h.path(".ssh"));
        QVERIFY(QFile::link("/nowhere/at/all", h.path(".ssh/config")));
    });
    row("world-writable", "Anyone may write",
        [](const SshHome &h) { h.put(".ssh/config", "Host a\n", 0666); });
    row("world-writable Include", "Bad owner or permissions", [](const SshHome &h) {
        h.putConfig("Include more\n");
        h.put(".ssh/more", "Host a\n", 0666);
    });
    row("read-only", "It is read-only",
        [](const SshHome &h) { h.put(".ssh/config", "Host a\n", 0444); });
    row("read-only folder", "is read-only", [](const SshHome &h) {
        h.putConfig("Host a\n");
        chmodPath(h.path(".ssh"), 0500);
    });
    row("read-only home", "is read-only", [](const SshHome &h) { chmodPath(h.path(), 0500); });
    row("~/.ssh is a file", "not a folder", [](const SshHome &h) { h.put(".ssh", "x"); });
    row("hard links", "several hard links", [](const SshHome &h) {
        h.putConfig("Host a\n");
        QCOMPARE(
            ::link(
                QFile::encodeName(h.path(".ssh/config")).constData(),
                QFile::encodeName(h.path("second")).constData()),
            0);
    });
    row("an Include that includes itself", "Too many recursive",
        [](const SshHome &h) { h.putConfig("Include config\n"); });
}

void TestConfigRefusals::refusesWithAReason()
{
    QFETCH(Prepare, prepare);
    QFETCH(QString, says);
    const SshHome home;
    prepare(home);
    expectRefusal(home, says);
    chmodPath(home.path(), 0700);
}

void TestConfigRefusals::refusesImmutableFile()
{
    const SshHome home;
    home.putConfig("Host a\n");
    if (!setImmutable(home.path(".ssh/config"), true)) {
        QSKIP("The file system or the rights here do not allow chattr +i.");
    }
    expectRefusal(home, "immutable (chattr +i)");
    QVERIFY(setImmutable(home.path(".ssh/config"), false));
    QVERIFY(setImmutable(home.path(".ssh"), true));
    expectRefusal(home, "immutable (chattr +i)");
    QVERIFY(setImmutable(home.path(".ssh"), false));
}

void TestConfigRefusals::refusesForeignOwner()
{
    const SshHome home;
    home.putConfig("Host a\n");
    const QByteArray file = QFile::encodeName(home.path(".ssh/config"));
    if (::chown(file.constData(), 12345, gid_t(-1)) != 0) {
        QSKIP("Only root can give a file away.");
    }
    expectRefusal(home, "belongs to another user");
    QCOMPARE(::chown(file.constData(), ::geteuid(), gid_t(-1)), 0);
    QCOMPARE(::chown(QFile::encodeName(home.path(".ssh")).constData(), 12345, gid_t(-1)), 0);
    expectRefusal(home, "belongs to another user");
}

void TestConfigRefusals::refusesReadOnlyFolderOfALink()
{
    const SshHome home;
    home.put("store/generation-7/config", "Host a\n", 0444);
    chmodPath(home.path("store/generation-7"), 0555);
    QDir().mkpath(home.path(".ssh"));
    QVERIFY(QFile::link(home.path("store/generation-7/config"), home.path(".ssh/config")));
    expectRefusal(home, "It is read-only");
    chmodPath(home.path("store/generation-7/config"), 0644);
    expectRefusal(home, "generation-7 is read-only");
    chmodPath(home.path("store/generation-7"), 0755);
}

void TestConfigRefusals::refusesWithoutASnapshot()
{
    const SshHome home;
    home.putConfig("Host a\n");
    const auto before = home.everything();
    inventory::Snapshot nothing;
    nothing.error = Error{ErrorKind::Credentials, "No credentials.", {}, {}, {}};
    const auto report = home.writer().write(nothing, usualOptions());
    QVERIFY(!report);
    QVERIFY(report.error().text().contains("No credentials."));
    QCOMPARE(home.everything(), before);
}

void TestConfigRefusals::refusesWithoutSsh()
{
    const SshHome home;
    home.putConfig("Host a\n");
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(home.path()));
    expectRefusal(home, "no ssh on this machine");
    qputenv("PATH", path);
}

void TestConfigRefusals::keepsALinkAndItsTarget()
{
    const SshHome home;
    home.put("dotfiles/ssh/config", "Host a\n  User b\n", 0640);
    QDir().mkpath(home.path(".ssh"));
    QVERIFY(QFile::link("../dotfiles/ssh/config", home.path(".ssh/config")));
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    QCOMPARE(QFile(home.path(".ssh/config")).symLinkTarget(), home.path("dotfiles/ssh/config"));
    QCOMPARE(withoutRegion(home.read("dotfiles/ssh/config")), QByteArray("Host a\n  User b\n"));
    QCOMPARE(home.mode("dotfiles/ssh/config"), 0640);
    QCOMPARE(home.value("a", "user"), QByteArray("b"));
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QCOMPARE(home.leftovers(), QStringList());
}

void TestConfigRefusals::keepsModeAndGroup()
{
    const SshHome home;
    home.put(".ssh/config", "Host a\n", 0644);
    const QByteArray file = QFile::encodeName(home.path(".ssh/config"));
    const bool isRoot = ::chown(file.constData(), uid_t(-1), 33) == 0;
    const mode_t mask = ::umask(0002);
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    ::umask(mask);
    struct stat info = {};
    QCOMPARE(::stat(file.constData(), &info), 0);
    QCOMPARE(int(info.st_mode & 07777), 0644);
    QCOMPARE(info.st_gid == 33, isRoot);
    QCOMPARE(home.mode(".ssh/podium/config"), 0600);
}

void TestConfigRefusals::makesTheMissingFolder()
{
    const SshHome home;
    QDir().mkpath(home.path("elsewhere"));
    QVERIFY(QFile::link(home.path("elsewhere"), home.path(".ssh")));
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    QVERIFY(QFile::exists(home.path("elsewhere/podium/config")));
    const SshHome bare;
    QVERIFY(bare.writer().write(twoNodes(), usualOptions()));
    QCOMPARE(bare.mode(".ssh"), 0700);
}

QTEST_GUILESS_MAIN(TestConfigRefusals)
#include "tst_configrefusals.moc"
