// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/disk/diskscripttest.h"

using namespace podium;
using namespace podium::remote;
using namespace podium::disk;
using namespace podium::tests;

/// The scripts about disks, under each shell.
class TestDiskScripts final : public DiskScriptTest
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void aWholeLife_data() { addShells(); }
    void aWholeLife();
    void onlyWhatIsBlankIsFormatted_data() { addShells(); }
    void onlyWhatIsBlankIsFormatted();
    void withoutAToolNothingIsFormatted_data() { addShells(); }
    void withoutAToolNothingIsFormatted();
    void withoutAToolEachComesToItsEnd_data() { addShells(); }
    void withoutAToolEachComesToItsEnd();
    void anotherDiskIsLeftAlone_data() { addShells(); }
    void anotherDiskIsLeftAlone();
    void hostileDataAreInert_data() { addShells(); }
    void hostileDataAreInert();
    void fstabIsKept_data() { addShells(); }
    void fstabIsKept();
    void whatCannotBeMountedLeavesNothingBehind_data() { addShells(); }
    void whatCannotBeMountedLeavesNothingBehind();
    void rightsOfOthersStay_data() { addShells(); }
    void rightsOfOthersStay();
    void anEarlierLineIsReplaced_data() { addShells(); }
    void anEarlierLineIsReplaced();
    void whoUsesItIsNamed_data() { addShells(); }
    void whoUsesItIsNamed();
    void btrfsInAContainerIsSeen_data() { addShells(); }
    void btrfsInAContainerIsSeen();
    void oneAsLargeAsTheBootDiskIsWaitedFor_data() { addShells(); }
    void oneAsLargeAsTheBootDiskIsWaitedFor();
};

void TestDiskScripts::aWholeLife()
{
    m_lab->disk("add sdb 200");
    const WorkPlan prepare = planOf(requestOf(Work::Prepare));
    QVERIFY2(prepare.formats, prepare.error ? qPrintable(prepare.error->text()) : "");
    const WorkOutcome prepared = outcomeOf(prepare);
    QVERIFY2(prepared.isGood, qPrintable(outcomeText(prepare, prepared)));
    const BlockDisk &disk = prepared.now.disks.at(1);
    QCOMPARE(disk.type, QString("ext4"));
    QCOMPARE(disk.mounts, QStringList{folder()});
    QCOMPARE(
        m_lab->read("fstab"),
        QByteArray(
            DiskLab::Fstab +
            QStringLiteral(
                "# BEGIN Podium (what stands between these lines is kept by Podium)\n"
                "UUID=%1 %2 ext4 discard,nosuid,nodev,nofail,x-systemd.device-timeout=10 0 "
                "2\n"
                "# END Podium\n")
                .arg(disk.uuid, folder())
                .toUtf8()));
    QVERIFY(QFileInfo(folder()).permission(QFile::WriteOther));
    QVERIFY(planOf(requestOf(Work::Prepare)).isDone);
    QVERIFY(planOf(requestOf(Work::Grow)).isDone);
    m_lab->disk("grow sdb 300");
    const WorkPlan grow = planOf(requestOf(Work::Grow, 300));
    QVERIFY2(grow.canBegin(), grow.error ? qPrintable(grow.error->text()) : "");
    const WorkOutcome grown = outcomeOf(grow);
    QVERIFY2(grown.isGood, qPrintable(outcomeText(grow, grown)));
    QCOMPARE(grown.now.disks.at(1).fileSystemBytes, std::optional<qint64>(qint64(300) << 30));
    const WorkPlan release = planOf(requestOf(Work::Release, 300));
    QVERIFY2(release.canBegin(), release.error ? qPrintable(release.error->text()) : "");
    const WorkOutcome released = outcomeOf(release);
    QVERIFY2(released.isGood, qPrintable(outcomeText(release, released)));
    QCOMPARE(m_lab->read("fstab"), QByteArray(DiskLab::Fstab));
    QVERIFY(planOf(requestOf(Work::Release, 300)).isDone);
    // What is on it is there the next time.
    const WorkPlan again = planOf(requestOf(Work::Prepare, 300));
    QVERIFY(again.canBegin() && !again.formats);
    QVERIFY(outcomeOf(again).isGood);
}

/// However it is told to: it looks itself, right before.
void TestDiskScripts::onlyWhatIsBlankIsFormatted()
{
    const auto remains = [this] {
        const QByteArray before = m_lab->read("disks");
        const Answer answer = answerOf(workScript(Work::Prepare), formatAnyway());
        return m_lab->read("disks") == before &&
               failureIn(answer).startsWith("file-system: nothing was formatted") &&
               !QFileInfo::exists(folder()) && m_lab->read("fstab") == DiskLab::Fstab;
    };
    for (const char *content : {"ext4", "gpt", "LVM2_member", "junk"}) {
        m_lab->disk(QStringLiteral("add sdb 200 %1").arg(QLatin1String(content)));
        QVERIFY2(remains(), content);
        m_lab->disk("remove sdb");
    }
    m_lab->disk("add sdb 200");
    m_lab->write("block/sdb/holders/md0", "");
    QVERIFY(remains());
    QVERIFY(QFile::remove(m_lab->path("block/sdb/holders/md0")));
    QVERIFY(QDir().rename(m_lab->path("block/sdb"), m_lab->path("block/away")));
    QVERIFY(remains());
    QVERIFY(QDir().rename(m_lab->path("block/away"), m_lab->path("block/sdb")));
    // Something at its very end alone.
    QFile device(m_lab->path("dev/sdb"));
    QVERIFY(device.open(QIODevice::ReadWrite));
    QVERIFY(device.seek((qint64(200) << 30) - 1));
    QVERIFY(device.putChar('x'));
    device.close();
    QVERIFY(remains());
    QVERIFY(device.open(QIODevice::ReadWrite));
    QVERIFY(device.seek((qint64(200) << 30) - 1));
    QVERIFY(device.putChar('\0'));
    device.close();
    QByteArray state = m_lab->read("disks");
    const QByteArray mounted = QByteArray(state).replace("- - -\n", "- - /srv\n");
    m_lab->write("disks", mounted);
    QVERIFY(remains());
    m_lab->write("disks", state);
    m_lab->disk("read-only sdb");
    QVERIFY(remains());
    m_lab->write("disks", state);
    QVERIFY(failureIn(answerOf(workScript(Work::Prepare), formatAnyway())).isEmpty());
    QCOMPARE(m_lab->read("disks").count(" ext4 "), 2);
}

void TestDiskScripts::withoutAToolNothingIsFormatted()
{
    m_lab->disk("add sdb 200");
    const QByteArray before = m_lab->read("disks");
    for (const char *tool : {"lsblk", "blkid", "wipefs", "findmnt", "dd", "tr", "wc"}) {
        const Answer answer = answerOf(workScript(Work::Prepare), formatAnyway(), tool);
        QVERIFY2(m_lab->read("disks") == before, tool);
        QVERIFY2(failureIn(answer).contains(tool), qPrintable(failureIn(answer)));
        const DisksFound found = readDisks(answerOf(lookScript(), {}, tool));
        QVERIFY2(!found.unknown.isEmpty() || !found.disks.at(1).isBlank(), tool);
    }
    // There, and broken.
    for (const char *tool : {"lsblk", "wipefs", "mkfs.ext4"}) {
        const QByteArray mark = QByteArray("disks.") + tool + "-fails";
        m_lab->write(mark.constData(), "");
        QVERIFY2(!failureIn(answerOf(workScript(Work::Prepare), formatAnyway())).isEmpty(), tool);
        QVERIFY2(m_lab->read("disks") == before, tool);
        QVERIFY(QFile::remove(m_lab->path(mark.constData())));
    }
}

void TestDiskScripts::withoutAToolEachComesToItsEnd()
{
    m_lab->disk("add sdb 200");
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    const QByteArray before = m_lab->read("disks");
    for (const char *tool :
         {"find", "ls", "cat", "head", "getent", "readlink", "dumpe2fs", "blkid", "wipefs",
          "findmnt", "lsblk"}) {
        const auto found = readDisks(answerOf(lookScript(), {}, tool));
        if (QByteArray(tool) == "find") {
            QVERIFY(found.usersUnknown.contains("find"));
        }
    }
    const WorkPlan release = planOf(requestOf(Work::Release));
    const Answer kept = answerOf(workScript(Work::Release), release.data(), "umount");
    QVERIFY(!readOutcome(release, kept).isGood);
    QCOMPARE(m_lab->read("disks"), before);
    QVERIFY(m_lab->read("fstab").contains("# BEGIN Podium"));
    m_lab->disk("grow sdb 300");
    const WorkPlan grow = planOf(requestOf(Work::Grow, 300));
    const Answer asItWas = answerOf(workScript(Work::Grow), grow.data(), "resize2fs");
    QVERIFY(failureIn(asItWas).contains("resize2fs is missing"));
}

/// Between the look and the deed the device may have become another's.
void TestDiskScripts::anotherDiskIsLeftAlone()
{
    m_lab->disk("add sdb 100");
    const QByteArray before = m_lab->read("disks");
    QVERIFY(failureIn(answerOf(workScript(Work::Prepare), formatAnyway()))
                .contains("another disk by now"));
    m_lab->disk("remove sdb");
    m_lab->disk("add sdb 200");
    std::vector<Record> data = formatAnyway();
    data.push_back({"serial", {"persistent-disk-7"}});
    QVERIFY(failureIn(answerOf(workScript(Work::Prepare), data)).contains("another disk by now"));
    QCOMPARE(m_lab->read("disks").count(" ext4 "), 1); // the boot disk's
    // The file system that was seen has gone.
    data = formatAnyway();
    data[3] = {"format", {"no"}};
    data.push_back({"uuid", {"1234-abcd"}});
    data.push_back({"type", {"ext4"}});
    QVERIFY(failureIn(answerOf(workScript(Work::Prepare), data)).contains("not the one"));
    QCOMPARE(m_lab->read("fstab"), QByteArray(DiskLab::Fstab));
}

void TestDiskScripts::hostileDataAreInert()
{
    m_lab->disk("add sdb 200");
    const QByteArray before = m_lab->read("disks");
    const QString mark = m_lab->path("reached");
    const QByteArray command = QByteArray("$(touch " + mark.toUtf8() + ")");
    for (int place = 0; place < 5; ++place) {
        std::vector<Record> data = formatAnyway();
        data[std::size_t(place)].fields = QByteArrayList{command};
        data.push_back({"uuid", {command}});
        data.push_back({"type", {"ext4 " + command}});
        for (const Work work : {Work::Prepare, Work::Grow, Work::Release}) {
            (void)answerOf(workScript(work), data);
        }
        (void)answerOf(lookScript(), {{"folder", {command}}, {"wait", {command}}});
    }
    QVERIFY(!QFileInfo::exists(mark));
    QCOMPARE(m_lab->read("disks"), before);
    QCOMPARE(m_lab->read("fstab"), QByteArray(DiskLab::Fstab));
}

void TestDiskScripts::fstabIsKept()
{
    m_lab->disk("add sdb 200");
    // A last line without an end, a line of another disk's, one that a new disk replaces.
    const QByteArray ours = "# BEGIN Podium (what stands between these lines is kept by Podium)\n"
                            "UUID=other /mnt/other ext4 discard,nofail 0 2\n"
                            "UUID=old " +
                            folder().toUtf8() + " ext4 discard,nofail 0 2\n# END Podium\n";
    m_lab->write("fstab", ours + "/dev/sr0 /media auto noauto 0 0");
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    const QByteArray text = m_lab->read("fstab");
    QVERIFY(text.startsWith("/dev/sr0 /media auto noauto 0 0\n# BEGIN Podium"));
    QVERIFY(text.contains("UUID=other /mnt/other") && !text.contains("UUID=old"));
    QCOMPARE(text.count("# BEGIN Podium"), 1);
    QVERIFY(text.endsWith("# END Podium\n"));
    QVERIFY(outcomeOf(planOf(requestOf(Work::Release))).isGood);
    QVERIFY(m_lab->read("fstab").contains("UUID=other /mnt/other"));
    // Mounted by hand where another disk has its line: that one stays.
    m_lab->write("fstab", ours);
    m_lab->write("disks", m_lab->read("disks").replace(" -\n", ' ' + folder().toUtf8() + '\n'));
    QVERIFY(outcomeOf(planOf(requestOf(Work::Release))).isGood);
    QCOMPARE(m_lab->read("fstab"), ours);
    // Somebody took the end of Podium's part away: what is theirs behind it cannot be told.
    const QByteArray torn = QByteArray(ours).replace("# END Podium\n", "") + "mine /mine ext4\n";
    m_lab->write("fstab", torn);
    const WorkPlan plan = planOf(requestOf(Work::Prepare));
    const WorkOutcome outcome = outcomeOf(plan);
    QVERIFY2(
        outcomeText(plan, outcome).contains("ends Podium's part"),
        qPrintable(outcomeText(plan, outcome)));
    QCOMPARE(m_lab->read("fstab"), torn);
    QVERIFY(!QFileInfo::exists(m_lab->path("fstab.podium-new")));
}

/// A program that writes to a folder without its disk would fill the boot disk.
void TestDiskScripts::whatCannotBeMountedLeavesNothingBehind()
{
    m_lab->disk("add sdb 200");
    m_lab->write("disks.mount-fails", "");
    WorkRequest request = requestOf(Work::Prepare);
    request.folder = m_lab->path("mnt/deep/data");
    const WorkPlan plan = planOf(request);
    QVERIFY(plan.formats);
    const WorkOutcome outcome = outcomeOf(plan);
    QVERIFY(!outcome.isGood);
    QCOMPARE(
        outcomeText(plan, outcome),
        QString("mount failed: mount: it fails, as it was told to. What stands: ext4 on "
                "/dev/sdb."));
    QCOMPARE(m_lab->read("fstab"), QByteArray(DiskLab::Fstab));
    QVERIFY(!QFileInfo::exists(m_lab->path("mnt/deep")));
    QVERIFY(QFileInfo::exists(m_lab->path("mnt")));
    // What was there before stays, and is named.
    QVERIFY(QDir().mkdir(folder()));
    const WorkPlan again = planOf(requestOf(Work::Prepare));
    QVERIFY(again.canBegin() && !again.formats);
    const QString said = outcomeText(again, outcomeOf(again));
    QVERIFY2(said.contains("the folder " + folder() + ", which is on the boot"), qPrintable(said));
    QVERIFY(QFileInfo::exists(folder()));
    // Nor is a folder left where fstab cannot get its line.
    QVERIFY(QDir().rmdir(folder()));
    QVERIFY(QFile::remove(m_lab->path("disks.mount-fails")));
    m_lab->write("fstab", "# BEGIN Podium (what stands between these lines is kept by Podium)\n");
    const WorkPlan torn = planOf(requestOf(Work::Prepare));
    QVERIFY(outcomeText(torn, outcomeOf(torn)).startsWith("fstab failed: "));
    QVERIFY(!QFileInfo::exists(folder()));
    // What the first try was to come to the last one does: not only root can write to it.
    m_lab->write("fstab", DiskLab::Fstab);
    const WorkPlan last = planOf(requestOf(Work::Prepare));
    QVERIFY(last.sentences.join(' ').contains("everybody who logs in there can write"));
    QVERIFY(outcomeOf(last).isGood);
    QVERIFY(QFileInfo(folder()).permission(QFile::WriteOther));
}

/// Who has something on it, or has closed it, has said who may write there.
void TestDiskScripts::rightsOfOthersStay()
{
    // What is on the disk is in the folder as soon as it is mounted there.
    const auto becomesOpen = [this](const char *having) {
        begin();
        m_lab->disk("add sdb 200 ext4");
        Script script = workScript(Work::Prepare);
        script.text.replace(
            "newly=yes", QByteArray("newly=yes; (cd \"$folder\" && ") + having + ')');
        const QString failure =
            failureIn(answerOf(script, planOf(requestOf(Work::Prepare)).data()));
        [&] { QVERIFY2(failure.isEmpty(), qPrintable(failure)); }();
        return QFileInfo(folder()).permission(QFile::WriteOther);
    };
    QVERIFY(!becomesOpen("mkdir lost+found model"));
    QVERIFY(!becomesOpen("chmod 750 ."));
    QVERIFY(becomesOpen("mkdir lost+found")); // as it is made
}

/// One without nosuid and nodev works as it is; where the disk is mounted anew it gets them.
void TestDiskScripts::anEarlierLineIsReplaced()
{
    m_lab->disk("add sdb 200");
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    const QByteArray lines = m_lab->read("fstab");
    QVERIFY(lines.contains("discard,nosuid,nodev,nofail"));
    const QByteArray earlier = QByteArray(lines).replace("nosuid,nodev,", "");
    m_lab->write("fstab", earlier);
    QVERIFY(planOf(requestOf(Work::Prepare)).isDone);
    const WorkPlan release = planOf(requestOf(Work::Release));
    QVERIFY(release.canBegin());
    QVERIFY(outcomeOf(release).isGood);
    QCOMPARE(m_lab->read("fstab"), QByteArray(DiskLab::Fstab));
    // Unmounted by hand, as after a boot that went on without it.
    m_lab->write("fstab", earlier);
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    QCOMPARE(m_lab->read("fstab"), lines);
}

void TestDiskScripts::whoUsesItIsNamed()
{
    m_lab->disk("add sdb 200");
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    QProcess training;
    training.setWorkingDirectory(folder());
    training.start("sleep", {"1000"});
    QVERIFY(training.waitForStarted(Patience));
    const WorkPlan plan = planOf(requestOf(Work::Release));
    QVERIFY(plan.error);
    QVERIFY2(
        plan.error->summary.contains(QString::number(training.processId())) &&
            plan.error->summary.contains("sleep 1000"),
        qPrintable(plan.error->text()));
    // And where it is tried all the same it stays as it is.
    const Answer tried = answerOf(workScript(Work::Release), plan.data());
    QVERIFY(failureIn(tried).contains("target is busy"));
    QVERIFY(m_lab->read("fstab").contains("# BEGIN Podium"));
    training.kill();
    QVERIFY(training.waitForFinished(Patience));
    QVERIFY(outcomeOf(planOf(requestOf(Work::Release))).isGood);
}

/// Its mounts have numbers that are no disk's: what was mounted tells which it is.
void TestDiskScripts::btrfsInAContainerIsSeen()
{
    m_lab->disk("add sdb 200 btrfs");
    Script look = lookScript();
    // Each process stands for a container, with these mounts.
    look.text.replace("own=$(readlink /proc/self/ns/mnt 2>/dev/null)", "own=another");
    look.text.replace("/proc/$pid/mountinfo", m_lab->path("mountinfo").toUtf8());
    const auto isHeld = [&](const QByteArray &number, const QByteArray &mounted) {
        m_lab->write(
            "mountinfo", "36 1 " + number + " / /data rw,relatime shared:7 - " + mounted + " rw\n");
        const DisksFound found = readDisks(answerOf(look, {}));
        [&] { QVERIFY2(found.usersUnknown.isEmpty(), qPrintable(found.usersUnknown)); }();
        return !found.users.empty() && found.users.front().folder == QLatin1String("/dev/sdb");
    };
    QVERIFY(isHeld("0:45", "btrfs /dev/sdb"));
    QVERIFY(!isHeld("0:45", "btrfs /dev/sdc"));
    QVERIFY(!isHeld("0:45", "tmpfs /dev/sdb")); // anybody can name one so
    m_lab->write("disks.sdb-number", "8:16");
    QVERIFY(isHeld("8:16", "ext4 /dev/root"));
    QVERIFY(!isHeld("8:32", "ext4 /dev/sdb"));
}

/// Which has the size of the new one, and is not it.
void TestDiskScripts::oneAsLargeAsTheBootDiskIsWaitedFor()
{
    Script look = lookScript();
    look.text.replace("    sleep 1\n", "    " + m_lab->path("disk").toUtf8() + " add sdb 100\n");
    const WorkRequest request = requestOf(Work::Prepare, 100);
    const WorkPlan plan = planWork(request, readDisks(answerOf(look, lookData(request))));
    QVERIFY2(!plan.error, plan.error ? qPrintable(plan.error->text()) : "");
    QCOMPARE(plan.disk->path, QString("/dev/sdb"));
}

QTEST_GUILESS_MAIN(TestDiskScripts)
#include "tst_diskscripts.moc"
