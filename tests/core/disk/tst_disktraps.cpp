// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/disk/diskscripttest.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <utility>

using namespace podium;
using namespace podium::remote;
using namespace podium::disk;
using namespace podium::tests;

/// What happens between a look and the deed, and whom root must not follow: under each shell.
class TestDiskTraps final : public DiskScriptTest
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void aDiskWithAnEmptiedHeadIsKept_data() { addShells(); }
    void aDiskWithAnEmptiedHeadIsKept();
    void nobodyLeadsRootElsewhere_data() { addShells(); }
    void nobodyLeadsRootElsewhere();
    void oneAtATime_data() { addShells(); }
    void oneAtATime();
    void linesOfOthersAreNotTouched_data() { addShells(); }
    void linesOfOthersAreNotTouched();
    void anotherThanMeantIsUnmountedAgain_data() { addShells(); }
    void anotherThanMeantIsUnmountedAgain();
    void whatIsMountedThereByNowStays_data() { addShells(); }
    void whatIsMountedThereByNowStays();
    void whatStandsOnAPartitionIsSeen_data() { addShells(); }
    void whatStandsOnAPartitionIsSeen();
    void theLineOfADiskThatIsGoneGoes_data() { addShells(); }
    void theLineOfADiskThatIsGoneGoes();
    void aLostMountIsUnmounted_data() { addShells(); }
    void aLostMountIsUnmounted();
    void whatIsAliveIsNoLostMount_data() { addShells(); }
    void whatIsAliveIsNoLostMount();
    void whatCannotBeReadIsNotGone_data() { addShells(); }
    void whatCannotBeReadIsNotGone();
    void aContainerHoldsIt_data() { addShells(); }
    void aContainerHoldsIt();

private:
    void putByte(qint64 at, char byte)
    {
        QFile device(m_lab->path("dev/sdb"));
        QVERIFY(device.open(QIODevice::ReadWrite));
        QVERIFY(device.seek(at));
        QVERIFY(device.putChar(byte));
    }
    /// Of the disk in a line of the lab's state; see disk-tools.sh.
    [[nodiscard]] QByteArray uuidOf(const QByteArray &name) const
    {
        for (const QByteArray &line : m_lab->read("disks").split('\n')) {
            if (line.startsWith(name + ' ')) {
                return line.split(' ').value(5);
            }
        }
        return {};
    }
    [[nodiscard]] WorkRequest gone() const
    {
        WorkRequest request = requestOf(Work::Release);
        request.isGone = true;
        return request;
    }
    /// Of /dev/sdb, as it was seen.
    [[nodiscard]] std::vector<Record> seen(bool isToMount) const
    {
        std::vector<Record> data{
            {"device", {"/dev/sdb"}},
            {"bytes", {"214748364800"}},
            {"uuid", {uuidOf("sdb")}},
            {"type", {"ext4"}},
            {"folder", {folder().toUtf8()}}};
        if (isToMount) {
            data.push_back({"format", {"no"}});
            data.push_back({"mode", {"rw"}});
        }
        return data;
    }
};

/// Whose first and last MiB are empty, and what is between them is not.
void TestDiskTraps::aDiskWithAnEmptiedHeadIsKept()
{
    m_lab->disk("add sdb 200");
    const QByteArray before = m_lab->read("disks");
    constexpr qint64 mib = qint64(1) << 20;
    // A first partition, a second superblock of ext, somewhere.
    for (const qint64 at : {mib, 128 * mib, (qint64(100) << 30) + 77}) {
        putByte(at, 'x');
        const Answer answer = answerOf(workScript(Work::Prepare), formatAnyway());
        QVERIFY2(failureIn(answer).contains("bytes on it"), qPrintable(failureIn(answer)));
        QCOMPARE(m_lab->read("disks"), before);
        const WorkPlan plan = planOf(requestOf(Work::Prepare));
        QVERIFY(!plan.formats && plan.error && plan.error->summary.contains("bytes on it"));
        putByte(at, '\0');
    }
    QVERIFY(planOf(requestOf(Work::Prepare)).formats);
}

void TestDiskTraps::nobodyLeadsRootElsewhere()
{
    m_lab->disk("add sdb 200");
    const QByteArray before = m_lab->read("disks");
    const auto isRefused = [&](const QByteArray &where, const char *why) {
        std::vector<Record> data = formatAnyway();
        data[2].fields = QByteArrayList{where};
        const QString failure = failureIn(answerOf(workScript(Work::Prepare), data));
        WorkRequest request = requestOf(Work::Prepare);
        request.folder = QString::fromUtf8(where);
        const WorkPlan plan = planOf(request);
        return failure.startsWith("folder: ") && failure.contains(why) && plan.error &&
               plan.error->summary.contains(why) && m_lab->read("disks") == before &&
               m_lab->read("fstab") == DiskLab::Fstab;
    };
    // A folder that others can write to, as a home is to its owner.
    QVERIFY(QFile::setPermissions(
        m_lab->path("mnt"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner |
                                QFile::ReadOther | QFile::WriteOther | QFile::ExeOther));
    QVERIFY(isRefused(folder().toUtf8(), "not only root can change"));
    QVERIFY(QFile::setPermissions(
        m_lab->path("mnt"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(QDir().mkdir(m_lab->path("elsewhere")));
    QVERIFY(QFile::link(m_lab->path("elsewhere"), m_lab->path("mnt/way")));
    QVERIFY(isRefused(m_lab->path("mnt/way/data").toUtf8(), "is a link"));
    QVERIFY(isRefused(m_lab->path("mnt/way/deep/data").toUtf8(), "is a link"));
    QVERIFY(QDir(m_lab->path("elsewhere")).isEmpty());
    QVERIFY(planOf(requestOf(Work::Prepare)).formats);
}

/// Two at once would lose each other's line in fstab.
void TestDiskTraps::oneAtATime()
{
    m_lab->disk("add sdb 200");
    const QByteArray before = m_lab->read("disks");
    const int held =
        ::open(QFile::encodeName(m_lab->path(".")).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    QVERIFY(held >= 0);
    QCOMPARE(::flock(held, LOCK_EX | LOCK_NB), 0);
    for (const Work work : {Work::Prepare, Work::Grow, Work::Release}) {
        QVERIFY(failureIn(answerOf(workScript(work), formatAnyway())).contains("another Podium"));
    }
    QVERIFY(planOf(requestOf(Work::Prepare)).canBegin()); // who only looks does not wait
    ::close(held);
    QCOMPARE(m_lab->read("disks"), before);
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
}

void TestDiskTraps::linesOfOthersAreNotTouched()
{
    m_lab->disk("add sdb 200 ext4");
    const QByteArray where = folder().toUtf8();
    // Somebody has written a line for this folder, or this disk, since it was looked at.
    const QByteArray ofFolder = "server:/x\t" + where + " nfs defaults 0 0\n";
    const QByteArray ofDisk = "UUID=" + uuidOf("sdb") + " /elsewhere ext4 defaults 0 2\n";
    for (const QByteArray &line : {ofFolder, ofDisk}) {
        m_lab->write("fstab", line);
        const QString failure = failureIn(answerOf(workScript(Work::Prepare), seen(true)));
        QVERIFY2(failure.contains("has a line of its own"), qPrintable(failure));
        QCOMPARE(m_lab->read("fstab"), line);
    }
    // The very one that is needed, by hand: it is used, and stays.
    const QByteArray own = "UUID=" + uuidOf("sdb") + ' ' + where + " ext4 defaults,nofail 0 2";
    m_lab->write("fstab", own);
    QVERIFY(failureIn(answerOf(workScript(Work::Prepare), seen(true))).isEmpty());
    QCOMPARE(m_lab->read("fstab"), own);
    QVERIFY(failureIn(answerOf(workScript(Work::Release), seen(false))).isEmpty());
    QCOMPARE(m_lab->read("fstab"), own);
    // What does not come to its end gives the lines back that it replaced.
    const QByteArray ours = "# BEGIN Podium (what stands between these lines is kept by Podium)\n"
                            "UUID=old " +
                            where + " ext4 nofail 0 2\n# END Podium\n\nlast, and its line end\n\n";
    m_lab->write("fstab", ours);
    m_lab->write("disks.mount-fails", "");
    QVERIFY(failureIn(answerOf(workScript(Work::Prepare), seen(true))).startsWith("mount: "));
    QCOMPARE(m_lab->read("fstab"), ours);
}

void TestDiskTraps::anotherThanMeantIsUnmountedAgain()
{
    m_lab->disk("add sdb 200 ext4");
    m_lab->disk("add sdc 200 ext4");
    // One is a copy of the other: a UUID mounts both, here.
    m_lab->write("disks", m_lab->read("disks").replace(uuidOf("sdc"), uuidOf("sdb")));
    const QByteArray before = m_lab->read("disks");
    const QString failure = failureIn(answerOf(workScript(Work::Prepare), seen(true)));
    QVERIFY2(failure.startsWith("mount: another one was mounted there"), qPrintable(failure));
    QCOMPARE(m_lab->read("disks"), before);
    QCOMPARE(m_lab->read("fstab"), QByteArray(DiskLab::Fstab));
    QVERIFY(!QFileInfo::exists(folder()));
}

/// The disk was unmounted by hand, and another one mounted in its place.
void TestDiskTraps::whatIsMountedThereByNowStays()
{
    m_lab->disk("add sdb 200 ext4");
    m_lab->disk("add sdc 100 ext4");
    QByteArray state = m_lab->read("disks");
    state.chop(2); // "-\n"
    state += folder().toUtf8() + '\n';
    m_lab->write("disks", state);
    const QString failure = failureIn(answerOf(workScript(Work::Release), seen(false)));
    QVERIFY2(failure.contains("/dev/sdc is mounted there by now"), qPrintable(failure));
    QCOMPARE(m_lab->read("disks"), state);
}

/// A RAID would lose a part of it by a detach.
void TestDiskTraps::whatStandsOnAPartitionIsSeen()
{
    m_lab->disk("add sdb 200 gpt");
    QVERIFY(planOf(requestOf(Work::Release)).isDone);
    QVERIFY(QDir().mkpath(m_lab->path("block/sdb/sdb1/holders/md0")));
    const WorkPlan plan = planOf(requestOf(Work::Release));
    QVERIFY2(
        plan.error && plan.error->summary.startsWith("md0 uses"),
        plan.error ? qPrintable(plan.error->text()) : "no error");
}

/// Detached without a release; what is not Podium's, and lines of other disks, stay.
void TestDiskTraps::theLineOfADiskThatIsGoneGoes()
{
    m_lab->disk("add sdb 200 ext4");
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    const QByteArray where = folder().toUtf8();
    const QByteArray before = m_lab->read("fstab");
    const QByteArray text = QByteArray(before).replace(
        "# END Podium\n", "UUID=other /mnt/other ext4 nofail 0 2\n"
                          "# END Podium\nUUID=mine " +
                              where + " ext4 nofail 0 2\n");
    m_lab->write("fstab", text);
    const std::vector<Record> data{
        {"gone", {"yes"}}, {"uuid", {uuidOf("sdb")}}, {"folder", {where}}};
    // Whatever it is told: it looks itself.
    QVERIFY(planOf(gone()).error);
    const QString failure = failureIn(answerOf(workScript(Work::Release), data));
    QVERIFY2(failure.contains("its disk is there: /dev/sdb"), qPrintable(failure));
    QVERIFY(failureIn(answerOf(workScript(Work::Release), data, "blkid")).contains("blkid"));
    QCOMPARE(m_lab->read("fstab"), text);
    m_lab->disk("remove sdb");
    for (const Work work : {Work::Prepare, Work::Grow}) {
        QVERIFY(failureIn(answerOf(workScript(work), data)).contains("was not said which"));
    }
    const WorkPlan plan = planOf(gone());
    QVERIFY2(plan.canBegin(), plan.error ? qPrintable(plan.error->text()) : "done");
    const WorkOutcome outcome = outcomeOf(plan);
    QVERIFY2(outcome.isGood, qPrintable(outcomeText(plan, outcome)));
    QCOMPARE(
        m_lab->read("fstab"),
        QByteArray(
            DiskLab::Fstab + QByteArray("UUID=mine ") + where +
            " ext4 nofail 0 2\n# BEGIN Podium (what stands between these lines is kept by "
            "Podium)\nUUID=other /mnt/other ext4 nofail 0 2\n# END Podium\n"));
    QVERIFY(planOf(gone()).isDone);
}

/// Detached while it was mounted.
void TestDiskTraps::aLostMountIsUnmounted()
{
    m_lab->disk("add sdb 200 ext4");
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    m_lab->disk("lose sdb");
    QVERIFY(m_lab->read("disks").contains(" lost "));
    const WorkPlan plan = planOf(gone());
    QVERIFY2(plan.leftMount && plan.leftLine, plan.error ? qPrintable(plan.error->text()) : "");
    const WorkOutcome outcome = outcomeOf(plan);
    QVERIFY2(outcome.isGood, qPrintable(outcomeText(plan, outcome)));
    QVERIFY(!m_lab->read("disks").contains(" lost "));
    QCOMPARE(m_lab->read("fstab"), QByteArray(DiskLab::Fstab));
    // Another disk that is mounted there is left alone.
    m_lab->disk("add sdc 200 ext4");
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    const QByteArray state = m_lab->read("disks");
    const QString failure = failureIn(answerOf(workScript(Work::Release), plan.data()));
    QVERIFY2(failure.contains("/dev/sdc is mounted there"), qPrintable(failure));
    QCOMPARE(m_lab->read("disks"), state);
}

/// What looks like a device that lsblk does not list: fuse, a RAM disk, one that came meanwhile.
void TestDiskTraps::whatIsAliveIsNoLostMount()
{
    m_lab->disk("add sdb 200 ext4");
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    const std::vector<Record> data{
        {"gone", {"yes"}}, {"uuid", {uuidOf("sdb")}}, {"folder", {folder().toUtf8()}}};
    m_lab->disk("lose sdb");
    const QByteArray state = m_lab->read("disks");
    const QByteArray lines = m_lab->read("fstab");
    QByteArrayList numbers{"0:40"};
    const QStringList present = QDir("/sys/dev/block").entryList({"[1-9]*:*"});
    if (!present.isEmpty()) {
        numbers << present.first().toUtf8(); // a device that there is
    }
    for (const QByteArray &number : std::as_const(numbers)) {
        m_lab->write("disks.sdb-number", number);
        const QString failure = failureIn(answerOf(workScript(Work::Release), data));
        QVERIFY2(failure.contains("is gone cannot be told"), qPrintable(failure));
        QCOMPARE(m_lab->read("disks"), state);
        QCOMPARE(m_lab->read("fstab"), lines);
    }
    m_lab->write("disks.sdb-number", "0:40");
    QVERIFY(!planOf(gone()).leftMount);
    QVERIFY(QFile::remove(m_lab->path("disks.sdb-number")));
    // Nor is anything unmounted where somebody else could have led root.
    QVERIFY(QFile::setPermissions(
        m_lab->path("mnt"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner |
                                QFile::ReadOther | QFile::WriteOther | QFile::ExeOther));
    const QString unsafe = failureIn(answerOf(workScript(Work::Release), data));
    QVERIFY2(unsafe.contains("not only root can change"), qPrintable(unsafe));
    QCOMPARE(m_lab->read("disks"), state);
    QVERIFY(QFile::setPermissions(
        m_lab->path("mnt"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(planOf(gone()).leftMount);
    QVERIFY(failureIn(answerOf(workScript(Work::Release), data)).isEmpty());
}

/// An unreadable disk may be that of the line, and so may a partition.
void TestDiskTraps::whatCannotBeReadIsNotGone()
{
    m_lab->disk("add sdb 200 ext4");
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    const QByteArray uuid = uuidOf("sdb");
    const QByteArray lines = m_lab->read("fstab");
    m_lab->disk("remove sdb");
    const auto isKept = [&](const QString &why) {
        const std::vector<Record> data{
            {"gone", {"yes"}}, {"uuid", {uuid}}, {"folder", {folder().toUtf8()}}};
        const QString failure = failureIn(answerOf(workScript(Work::Release), data));
        return failure == "fstab: " + why && m_lab->read("fstab") == lines;
    };
    m_lab->disk("add sdc 200");
    QVERIFY(QFile::remove(m_lab->path("dev/sdc")) && QDir().mkdir(m_lab->path("dev/sdc")));
    QVERIFY(isKept("/dev/sdc cannot be read"));
    QVERIFY(QDir().rmdir(m_lab->path("dev/sdc")));
    m_lab->disk("remove sdc");
    m_lab->disk("add sdd 200 gpt");
    m_lab->write("disks.sdd1-uuid", uuid + '\n');
    QVERIFY(isKept("its disk is there: /dev/sdd1"));
    m_lab->write("disks.sdd1-uuid", "another\n");
    QVERIFY(outcomeOf(planOf(gone())).isGood);
    QCOMPARE(m_lab->read("fstab"), QByteArray(DiskLab::Fstab));
}

/// What is unmounted here is still mounted there, and a detach would take it away.
void TestDiskTraps::aContainerHoldsIt()
{
    m_lab->disk("add sdb 200 ext4");
    QVERIFY(outcomeOf(planOf(requestOf(Work::Prepare))).isGood);
    const QByteArray lines = m_lab->read("fstab");
    QProcess container;
    container.start(
        "unshare", {"--user", "--map-root-user", "--mount", "sh", "-c",
                    "mount -t tmpfs none /mnt && echo mounted && exec cat"});
    QByteArray said;
    while (!said.contains("mounted\n") && container.waitForReadyRead(Patience)) {
        said += container.readAllStandardOutput();
    }
    if (!said.contains("mounted\n")) {
        QSKIP("This machine lets nobody make a mount namespace.");
    }
    // The number of the disk is that of what is mounted there.
    QFile mounts(QStringLiteral("/proc/%1/mountinfo").arg(container.processId()));
    QVERIFY(mounts.open(QIODevice::ReadOnly));
    for (const QByteArray &line : mounts.readAll().split('\n')) {
        if (line.split(' ').value(4) == "/mnt") {
            m_lab->write("disks.sdb-number", line.split(' ').value(2));
        }
    }
    const WorkPlan plan = planOf(requestOf(Work::Release));
    QVERIFY2(
        plan.error && plan.error->summary.contains(QString::number(container.processId())),
        plan.error ? qPrintable(plan.error->text()) : "no error");
    // Where it came between the look and the deed it is found out afterwards.
    const QString failure = failureIn(answerOf(workScript(Work::Release), seen(false)));
    QVERIFY2(failure.startsWith("containers: process "), qPrintable(failure));
    QCOMPARE(m_lab->read("fstab"), lines);
    container.closeWriteChannel();
    QVERIFY(container.waitForFinished(Patience));
    QVERIFY(QFile::remove(m_lab->path("disks.sdb-number"))); // the kernel may give it to another
    QVERIFY(outcomeOf(planOf(requestOf(Work::Release))).isGood);
}

QTEST_GUILESS_MAIN(TestDiskTraps)
#include "tst_disktraps.moc"
