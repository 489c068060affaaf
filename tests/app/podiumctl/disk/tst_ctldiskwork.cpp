// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl disks prepare, grow, release: what real workers do with a disk that their node has.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/patience.h"

#include <array>
#include <utility>

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlDiskWork final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void aWholeLife();
    void whatIsOnADiskStays();
    void twoOfOneSizeAreAskedAbout();
    void aSliceReads();
    void whoUsesItKeepsIt();
    void aDetachReleasesFirst();
    void whatAWorkerThatIsAwayKeepsIsSaid();
    void aDiskThatIsGoneLeavesNoLine();
    void theRecipeLeavesNothingWithoutItsDisk();
    void wrongWordsAreRefused();

private:
    /// As root on "one/0", to its end. Without a single quote in it.
    void atWorker(const QString &worker, const QString &script)
    {
        VERIFY_EXIT(
            m_lab.admin(
                worker.section('/', 0, 0), QStringLiteral("sudo -n sh -c '%1'").arg(script),
                worker.section('/', 1).toInt()),
            0);
    }
    [[nodiscard]] Outcome disks(const QStringList &words) const
    {
        return m_lab.ctl(QStringList{"disks"} + words);
    }
    [[nodiscard]] static QJsonObject workerOf(const Outcome &outcome, int index = 0)
    {
        return outcome.json()["workers"].toArray()[index].toObject();
    }
    [[nodiscard]] bool hasCome(const char *node, int worker) const
    {
        return m_lab.admin(node, "grep -q ^sdb /etc/podium-sim/disks", worker).exitCode == 0;
    }
    [[nodiscard]] bool hasLine() const
    {
        return m_lab.admin("one", "grep Podium /etc/fstab").exitCode == 0;
    }
    /// As Google says.
    [[nodiscard]] bool isAttached(const QString &disk) const
    {
        const QJsonObject listed = disks({"list", "--json"}).json();
        for (const auto &each : listed["disks"].toArray()) {
            if (each.toObject()["name"].toString() == disk) {
                return !each.toObject()["nodes"].toArray().isEmpty();
            }
        }
        return false;
    }
    CtlLab m_lab;
};

void TestCtlDiskWork::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:2", "one"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.cloud().error()));
    }
    for (const char *disk : {"data", "corpus"}) {
        VERIFY_EXIT(
            disks({"create", disk, "--zone", "us-central2-b", "--size", "200", "--yes"}), 0);
    }
    VERIFY_EXIT(disks({"attach", "data", "one", "--yes"}), 0);
    VERIFY_EXIT(disks({"attach", "corpus", "pod", "--read-only", "--yes"}), 0);
    // They come to the workers a moment later.
    QTRY_VERIFY(hasCome("one", 0));
    QTRY_VERIFY(hasCome("pod", 0));
    QTRY_VERIFY(hasCome("pod", 1));
}

void TestCtlDiskWork::init()
{
    const QList<std::pair<const char *, int>> workers{{"one", 0}, {"pod", 0}, {"pod", 1}};
    std::array<QProcess, 3> runs;
    for (int i = 0; i < workers.size(); ++i) {
        m_lab.beginAdmin(
            runs.at(std::size_t(i)), workers[i].first,
            "sudo -n sh -c 'for p in /proc/[0-9]*; do case $(readlink $p/cwd) in "
            "/mnt/*) kill -KILL ${p#/proc/};; esac; done; "
            "for d in sdb sdc; do /etc/podium-sim/disk remove $d; done; "
            "rm -rf /mnt/data /mnt/corpus /mnt/spare; sed -i \"/BEGIN Podium/,/END Podium/d\" "
            "/etc/fstab; true'",
            workers[i].second);
    }
    for (QProcess &run : runs) {
        VERIFY_EXIT(podium::tests::outcomeOf(run), 0);
    }
}

void TestCtlDiskWork::aWholeLife()
{
    atWorker("one/0", "/etc/podium-sim/disk add sdb 200");
    const Outcome asked = disks({"prepare", "data", "one", "--json"});
    VERIFY_EXIT(asked, 4);
    QVERIFY(!asked.json()["done"].toBool() && workerOf(asked)["formats"].toBool());
    QCOMPARE(workerOf(asked)["device"].toString(), QString("/dev/sdb"));
    QVERIFY(m_lab.admin("one", "grep Podium /etc/fstab").exitCode != 0);
    const Outcome shown = disks({"prepare", "data", "one", "--yes"});
    VERIFY_EXIT(shown, 0);
    QVERIFY2(shown.out.contains("blank, by every test"), shown.out.constData());
    QVERIFY2(shown.out.contains("/dev/sdb is mounted at /mnt/data."), shown.out.constData());
    VERIFY_EXIT(
        m_lab.admin("one", "grep ' /mnt/data ext4 discard,nosuid,nodev,nofail' /etc/fstab"), 0);
    const Outcome again = disks({"prepare", "data", "one", "--json"}); // nothing to ask about
    VERIFY_EXIT(again, 0);
    QVERIFY(workerOf(again)["good"].toBool() && !workerOf(again)["formats"].toBool());
    VERIFY_EXIT(disks({"grow", "data", "one", "--yes"}), 0); // it has all of it
    VERIFY_EXIT(disks({"release", "data", "one"}), 4);
    const Outcome released = disks({"release", "data", "one", "--yes", "--json"});
    VERIFY_EXIT(released, 0);
    QVERIFY(workerOf(released)["good"].toBool());
    QVERIFY(m_lab.admin("one", "grep Podium /etc/fstab").exitCode != 0);
    VERIFY_EXIT(disks({"release", "data", "one"}), 0);
}

void TestCtlDiskWork::whatIsOnADiskStays()
{
    atWorker("one/0", "/etc/podium-sim/disk add sdb 200 gpt");
    const Outcome refused = disks({"prepare", "data", "one", "--yes", "--json"});
    VERIFY_EXIT(refused, 4);
    QVERIFY(workerOf(refused)["error"].toObject()["summary"].toString().contains("not blank"));
    QVERIFY(!workerOf(refused)["formats"].toBool());
    atWorker("one/0", "/etc/podium-sim/disk remove sdb; /etc/podium-sim/disk add sdb 200 ext4");
    const Outcome mounted =
        disks({"prepare", "data", "one", "--folder", "/mnt/data", "--yes", "--json"});
    VERIFY_EXIT(mounted, 0);
    QVERIFY(!workerOf(mounted)["formats"].toBool() && workerOf(mounted)["good"].toBool());
}

void TestCtlDiskWork::twoOfOneSizeAreAskedAbout()
{
    atWorker("one/0", "/etc/podium-sim/disk add sdb 200; /etc/podium-sim/disk add sdc 200 ext4");
    const Outcome asked = disks({"prepare", "data", "one", "--yes"});
    VERIFY_EXIT(asked, 4);
    QVERIFY2(
        asked.err.contains("/dev/sdb") && asked.err.contains("/dev/sdc"), asked.err.constData());
    VERIFY_EXIT(disks({"prepare", "data", "one", "--device", "/dev/sda", "--yes"}), 4);
    VERIFY_EXIT(disks({"prepare", "data", "one", "--device", "/dev/sdc", "--yes"}), 0);
    VERIFY_EXIT(m_lab.admin("one", "grep '^sdb .* - - - -$' /etc/podium-sim/disks"), 0);
}

void TestCtlDiskWork::aSliceReads()
{
    for (const char *worker : {"pod/0", "pod/1"}) {
        atWorker(
            worker, "/etc/podium-sim/disk add sdb 200 ext4; /etc/podium-sim/disk read-only sdb");
    }
    atWorker("pod/1", "touch /etc/podium-sim/disks.mount-fails");
    const Outcome half = disks({"prepare", "corpus", "pod", "--yes", "--json"});
    VERIFY_EXIT(half, 1);
    QCOMPARE(half.json()["done"], QJsonValue(false));
    QVERIFY(workerOf(half, 0)["good"].toBool() && !workerOf(half, 1)["good"].toBool());
    QVERIFY(workerOf(half, 1)["outcome"].toString().startsWith("mount failed"));
    atWorker("pod/1", "rm /etc/podium-sim/disks.mount-fails");
    VERIFY_EXIT(disks({"prepare", "corpus", "pod", "--yes"}), 0);
    VERIFY_EXIT(m_lab.admin("pod", "grep ' ro,noload,nosuid,nodev,nofail' /etc/fstab"), 0);
    VERIFY_EXIT(disks({"release", "corpus", "pod", "--yes"}), 0);
}

void TestCtlDiskWork::whoUsesItKeepsIt()
{
    atWorker("one/0", "/etc/podium-sim/disk add sdb 200");
    VERIFY_EXIT(disks({"prepare", "data", "one", "--yes"}), 0);
    atWorker("one/0", "cd /mnt/data && setsid sleep 1000 >/dev/null 2>&1 </dev/null &");
    const auto isRefused = [this] {
        const Outcome outcome = disks({"release", "data", "one", "--yes"});
        return outcome.exitCode == 4 && outcome.err.contains("sleep 1000");
    };
    QTRY_VERIFY(isRefused());
    VERIFY_EXIT(m_lab.admin("one", "grep Podium /etc/fstab"), 0);
}

/// What a detach would leave behind on the worker goes before.
void TestCtlDiskWork::aDetachReleasesFirst()
{
    atWorker("one/0", "/etc/podium-sim/disk add sdb 200");
    VERIFY_EXIT(disks({"prepare", "data", "one", "--yes"}), 0);
    atWorker("one/0", "cd /mnt/data && setsid sleep 1000 >/dev/null 2>&1 </dev/null &");
    const auto isHeldBack = [this](const QStringList &more) {
        const Outcome outcome = disks(QStringList{"detach", "data", "one"} + more);
        return outcome.exitCode == 4 && outcome.err.contains("sleep 1000") &&
               outcome.err.contains("--unreleased");
    };
    QTRY_VERIFY(isHeldBack({}));
    QVERIFY(isHeldBack({"--yes"}));
    QVERIFY(hasLine() && hasCome("one", 0));
    atWorker(
        "one/0", "for p in /proc/[0-9]*; do case $(readlink $p/cwd) in /mnt/*) kill -KILL "
                 "${p#/proc/};; esac; done; true");
    const auto plan = [this] {
        const Outcome asked = disks({"detach", "data", "one", "--json"});
        const QJsonArray lines = workerOf(asked)["plan"].toArray();
        return asked.exitCode == 4 && !asked.json()["done"].toBool()
                   ? lines.at(0).toString() + lines.at(1).toString()
                   : QString();
    };
    QTRY_VERIFY(plan().contains("is unmounted from /mnt/data.Podium's line for it goes"));
    QVERIFY(hasLine() && hasCome("one", 0));
    const Outcome done = disks({"detach", "data", "one", "--yes"});
    VERIFY_EXIT(done, 0);
    QVERIFY2(done.out.contains("is not mounted any more"), done.out.constData());
    QVERIFY(!hasLine());
    QTRY_VERIFY(!hasCome("one", 0));
    VERIFY_EXIT(disks({"attach", "data", "one", "--yes"}), 0); // for the others
    QTRY_VERIFY(hasCome("one", 0));
}

void TestCtlDiskWork::whatAWorkerThatIsAwayKeepsIsSaid()
{
    const QString path = "/sim/workers/lab/us-central2-b/one/0:";
    QCOMPARE(m_lab.cloud().post(path + "stop").status, 200);
    // Each waits for the worker until its limit: beside each other. None of them does anything.
    const QStringList detach{"disks", "detach", "data", "one"};
    const QList<QStringList> more{{"--json"}, {"--yes"}, {"--unreleased", "--json"}};
    std::array<QProcess, 3> runs;
    for (int i = 0; i < more.size(); ++i) {
        podium::tests::begin(
            runs.at(std::size_t(i)), QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), detach + more[i],
            m_lab.environment());
    }
    const Outcome asked = podium::tests::outcomeOf(runs[0]);
    const Outcome confirmed = podium::tests::outcomeOf(runs[1]);
    const Outcome unreleased = podium::tests::outcomeOf(runs[2]);
    QCOMPARE(m_lab.cloud().post(path + "restore").status, 200);
    VERIFY_EXIT(asked, 4);
    QVERIFY2(
        asked.json()["error"].toObject()["detail"].toString().contains(
            "whether it is mounted there is not known"),
        asked.out.constData());
    // What it may have mounted is not taken from it, however sure one is.
    VERIFY_EXIT(confirmed, 4);
    QVERIFY2(confirmed.err.contains("--unreleased"), confirmed.err.constData());
    QVERIFY(isAttached("data"));
    // With the word for it, only the question is left.
    VERIFY_EXIT(unreleased, 4);
    QCOMPARE(
        unreleased.json()["error"].toObject()["summary"].toString(), QString("Nothing was done."));
    QString plan;
    for (const auto &line : asked.json()["plan"].toArray()) {
        plan += line.toString();
    }
    QVERIFY2(plan.contains("what is not written yet is lost"), qPrintable(plan));
    QVERIFY2(plan.contains("podiumctl disks release data one"), qPrintable(plan));
    QVERIFY(workerOf(asked)["error"].isObject());
    QTRY_VERIFY(m_lab.admin("one", "true").exitCode == 0);
}

/// It was detached without a release, or deleted since.
void TestCtlDiskWork::aDiskThatIsGoneLeavesNoLine()
{
    atWorker("one/0", "/etc/podium-sim/disk add sdb 200 ext4");
    VERIFY_EXIT(disks({"prepare", "data", "one", "--folder", "/mnt/spare", "--yes"}), 0);
    const Outcome there = disks({"release", "spare", "one", "--yes"});
    VERIFY_EXIT(there, 4);
    QVERIFY2(there.err.contains("is mounted at /mnt/spare"), there.err.constData());
    QVERIFY(hasLine());
    atWorker("one/0", "/etc/podium-sim/disk lose sdb");
    VERIFY_EXIT(disks({"release", "spare", "one"}), 4); // shown, and not confirmed
    QVERIFY(hasLine());
    const Outcome cleared = disks({"release", "spare", "one", "--yes"});
    VERIFY_EXIT(cleared, 0);
    QVERIFY2(cleared.out.contains("goes out of /etc/fstab"), cleared.out.constData());
    QVERIFY2(cleared.out.contains("Nothing of it is left at /mnt/spare"), cleared.out.constData());
    QVERIFY(!hasLine());
    // Of a disk that there is, and another node has: all is well here.
    const Outcome elsewhere = disks({"release", "corpus", "one", "--folder", "/mnt/spare"});
    VERIFY_EXIT(elsewhere, 0);
    QVERIFY2(elsewhere.out.contains("no line for /mnt/spare"), elsewhere.out.constData());
    // A name that there never was is no success.
    const Outcome slip = disks({"release", "daat", "one", "--yes"});
    VERIFY_EXIT(slip, 4);
    QVERIFY2(slip.err.contains("There is no disk daat in"), slip.err.constData());
}

/// A program would fill the boot disk in its folder, each boot would try its line; and a disk has
/// one folder.
void TestCtlDiskWork::theRecipeLeavesNothingWithoutItsDisk()
{
    const auto mount = [this](const char *folder) {
        return m_lab.ctl(
            {"recipe", "run", "mount", "one", "--json", "--set", "device=/dev/sdb", "--set",
             QStringLiteral("folder=%1").arg(QLatin1String(folder))});
    };
    atWorker(
        "one/0", "sed -i \"/ .mnt.spare/d\" /etc/fstab; rmdir /mnt/spare 2>/dev/null; "
                 "/etc/podium-sim/disk add sdb 200 ext4; touch /etc/podium-sim/disks.mount-fails; "
                 "cp /etc/fstab /etc/fstab.before");
    const Outcome failed = mount("/mnt/spare/deep");
    VERIFY_EXIT(failed, 1);
    QVERIFY2(failed.out.contains("it fails, as it was told to"), failed.out.constData());
    atWorker("one/0", "test ! -e /mnt/spare && cmp /etc/fstab /etc/fstab.before");
    // What was there before stays: a folder above, and the line.
    atWorker(
        "one/0", "mkdir /mnt/spare; echo \"UUID=$(blkid -o value -s UUID /dev/sdb) "
                 "/mnt/spare/deep ext4 nofail 0 2\" >>/etc/fstab; "
                 "cp /etc/fstab /etc/fstab.before");
    VERIFY_EXIT(mount("/mnt/spare/deep"), 1);
    atWorker(
        "one/0", "test -d /mnt/spare && test ! -e /mnt/spare/deep && "
                 "cmp /etc/fstab /etc/fstab.before && rmdir /mnt/spare && "
                 "sed -i \"/ .mnt.spare/d\" /etc/fstab");
    atWorker("one/0", "rm /etc/podium-sim/disks.mount-fails /etc/fstab.before");
    VERIFY_EXIT(mount("/mnt/spare"), 0);
    atWorker(
        "one/0", "grep -q \"^sdb .* /mnt/spare\\$\" /etc/podium-sim/disks && "
                 "grep -q \" /mnt/spare ext4 discard,nosuid,nodev,nofail\" /etc/fstab");
    const Outcome other = mount("/mnt/data/deep");
    VERIFY_EXIT(other, 1);
    QVERIFY2(other.out.contains("another folder for this disk, /mnt/spare"), other.out.constData());
    // Nor is root led through a link.
    atWorker("one/0", "rm -rf /tmp/led; mkdir /tmp/led; ln -s /tmp/led /mnt/data");
    const Outcome led = mount("/mnt/data/deep");
    VERIFY_EXIT(led, 1);
    QVERIFY2(led.out.contains("/mnt/data is a link"), led.out.constData());
    atWorker(
        "one/0", "test ! -e /tmp/led/deep && rm -r /tmp/led /mnt/data && "
                 "sed -i \"/ .mnt.spare/d\" /etc/fstab");
}

void TestCtlDiskWork::wrongWordsAreRefused()
{
    VERIFY_EXIT(disks({"prepare", "data"}), 2);
    VERIFY_EXIT(disks({"prepare", "data", "nobody", "--yes"}), 2);
    VERIFY_EXIT(disks({"prepare", "nothing", "one", "--yes"}), 4);
    VERIFY_EXIT(disks({"prepare", "corpus", "one", "--yes"}), 4); // another node's
    atWorker("one/0", "/etc/podium-sim/disk add sdb 200");
    VERIFY_EXIT(disks({"prepare", "data", "one", "--folder", "/mnt/$(x)", "--yes"}), 4);
}

QTEST_GUILESS_MAIN(TestCtlDiskWork)
#include "tst_ctldiskwork.moc"
