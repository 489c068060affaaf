// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/attachment.h"
#include "core/disk/workoutcome.h"
#include "tests/core/disk/diskplans.h"

#include <QtTest>

#include <algorithm>
#include <utility>

using namespace podium;
using namespace podium::disk;
using namespace podium::tests;

/// What would be done with a disk, and what would not.
class TestWorkPlan final : public QObject
{
    Q_OBJECT

private slots:
    void onlyWhatIsBlankIsFormatted();
    void whatCannotBeToldIsNotFormatted();
    void aFileSystemStays();
    void theNewDiskIsFound();
    void aDiskThatHasNotComeIsNoOther();
    void ofACopyNothingIsClaimed();
    void theDiskOfANodeIsFound();
    void theFolderHasToBeFree();
    void whatIsSoAlreadyIsDone();
    void whatTheMountAllowsIsSaid();
    void growing();
    void withoutRootNothingIsDone();
    void outcomesAreSeen();
    void whatIsHalfDoneIsNoNothing();
};

void TestWorkPlan::onlyWhatIsBlankIsFormatted()
{
    const WorkPlan plan = planOf(Work::Prepare, {DiskFact()});
    QVERIFY2(plan.canBegin() && plan.formats, qPrintable(said(plan)));
    QVERIFY(said(plan).contains("blank, by every test"));
    QCOMPARE(
        plan.data(), (std::vector<remote::Record>{
                         {"device", {"/dev/sdb"}},
                         {"bytes", {"214748364800"}},
                         {"serial", {"persistent-disk-1"}},
                         {"folder", {"/mnt/data"}},
                         {"format", {"yes"}},
                         {"mode", {"rw"}}}));
    DiskFact junk;
    junk.firstMib = "other";
    DiskFact table;
    table.probe = "PTTYPE=gpt";
    table.part = "/dev/sdb1";
    DiskFact raid = withFileSystem("1", "linux_raid_member");
    raid.usedBy = "md0 ";
    for (const DiskFact &disk : {junk, table, raid, withFileSystem("1", "LVM2_member")}) {
        const WorkPlan other = planOf(Work::Prepare, {disk});
        QVERIFY(!other.canBegin() && !other.formats);
        QVERIFY2(other.error->summary.contains("not blank"), qPrintable(said(other)));
    }
    // A slice reads what another node has filled.
    WorkRequest request = requestOf(Work::Prepare);
    request.isReadOnly = true;
    DiskFact empty;
    empty.isReadOnly = true;
    const WorkPlan reader = planWork(request, readDisks(answerAbout({empty})));
    QVERIFY2(said(reader).contains("read-only"), qPrintable(said(reader)));
    QVERIFY(!reader.canBegin() && !reader.formats);
}

void TestWorkPlan::whatCannotBeToldIsNotFormatted()
{
    DiskFact disk;
    disk.wipefsCode = "none";
    const WorkPlan plan = planOf(Work::Prepare, {disk});
    QVERIFY(!plan.canBegin() && !plan.formats);
    QVERIFY2(said(plan).contains("cannot be told: wipefs is missing"), qPrintable(said(plan)));
    // A file system is one all the same.
    DiskFact known = withFileSystem("1234-abcd");
    known.wipefsCode = "none";
    QVERIFY(planOf(Work::Prepare, {known}).canBegin());
}

void TestWorkPlan::aFileSystemStays()
{
    const WorkPlan plan = planOf(Work::Prepare, {withFileSystem("1234-abcd", "xfs")});
    QVERIFY2(plan.canBegin() && !plan.formats, qPrintable(said(plan)));
    QVERIFY(said(plan).contains("stays as it is"));
    const auto data = plan.data();
    const auto has = [&data](const remote::Record &record) {
        return std::find(data.begin(), data.end(), record) != data.end();
    };
    QVERIFY(has({"uuid", {"1234-abcd"}}) && has({"type", {"xfs"}}) && has({"format", {"no"}}));
    // Without a UUID there is nothing to mount it by.
    QVERIFY(planOf(Work::Prepare, {withFileSystem("$(x)")}).error.has_value());
}

void TestWorkPlan::theNewDiskIsFound()
{
    DiskFact other;
    other.path = "/dev/sdc";
    other.serial = "persistent-disk-2";
    const WorkPlan two = planOf(Work::Prepare, {DiskFact(), other});
    QVERIFY(two.error && two.error->summary.contains("cannot be told"));
    QVERIFY2(
        said(two).contains("/dev/sdb") && said(two).contains("/dev/sdc"), qPrintable(said(two)));
    const DisksFound found = readDisks(answerAbout({DiskFact(), other}));
    WorkRequest request = requestOf(Work::Prepare);
    request.before = readDisks(answerAbout({DiskFact()})).identities();
    QCOMPARE(planWork(request, found).disk->path, QString("/dev/sdc"));
    // Two have come at once.
    request.before = readDisks(answerAbout({})).identities();
    QVERIFY(planWork(request, found).error.has_value());
    // None has.
    request.before = found.identities();
    QVERIFY(said(planWork(request, found)).contains("no new disk"));
    request.before.reset();
    request.device = "/dev/sdb";
    QCOMPARE(planWork(request, found).disk->path, QString("/dev/sdb"));
    // Nobody is taken at their word where it cannot be.
    request.device = "/dev/sda";
    QVERIFY(said(planWork(request, found)).contains("runs from"));
    request.device = "/dev/sdx";
    QVERIFY(said(planWork(request, found)).contains("no disk /dev/sdx"));
    other.gib = 10;
    QCOMPARE(planOf(Work::Prepare, {DiskFact(), other}).disk->path, QString("/dev/sdb"));
    request.device = "/dev/sdc";
    QVERIFY(said(planWork(request, readDisks(answerAbout({other})))).contains("10 GiB"));
    QVERIFY(planOf(Work::Prepare, {other}).error->summary.contains("no disk of 200 GiB"));
}

/// Two of this size are attached, and one is there so far: it may be either.
void TestWorkPlan::aDiskThatHasNotComeIsNoOther()
{
    WorkRequest request = requestOf(Work::Prepare);
    request.ofThisSize = 2;
    const DisksFound found = readDisks(answerAbout({DiskFact()}));
    const WorkPlan plan = planWork(request, found);
    QVERIFY2(plan.error && !plan.canBegin() && !plan.formats, qPrintable(said(plan)));
    QVERIFY2(said(plan).contains("the worker shows one: /dev/sdb"), qPrintable(said(plan)));
    // Who knows better says so.
    request.device = "/dev/sdb";
    QVERIFY(planWork(request, found).canBegin());
    request.device.clear();
    request.before = readDisks(answerAbout({})).identities();
    QVERIFY(planWork(request, found).canBegin());
}

/// A disk and one that was made from its snapshot: by its UUID either could be mounted, and a line
/// in fstab may be the other's.
void TestWorkPlan::ofACopyNothingIsClaimed()
{
    DiskFact copy = withFileSystem("1234-abcd");
    copy.path = "/dev/sdc";
    copy.serial = "persistent-disk-2";
    copy.gib = 300;
    const WorkPlan prepare = planOf(Work::Prepare, {withFileSystem("1234-abcd"), copy});
    QVERIFY2(!prepare.canBegin() && said(prepare).contains("same UUID"), qPrintable(said(prepare)));
    QVERIFY(said(prepare).contains("/dev/sdb") && said(prepare).contains("/dev/sdc"));
    copy.mount = "/mnt/other";
    const WorkPlan release = planOf(
        Work::Release, {withFileSystem("1234-abcd"), copy},
        {fstab("yes", "UUID=1234-abcd /mnt/other ext4 nofail 0 2")});
    QVERIFY2(!release.canBegin() && said(release).contains("same UUID"), qPrintable(said(release)));
}

void TestWorkPlan::theDiskOfANodeIsFound()
{
    const NodeRef node{
        *ProjectId::parse("atlas-vision"), *Zone::parse("us-central2-b"), *NodeName::parse("pod")};
    const auto disk = [&node](const char *name, qint64 gib) {
        return cloud::Disk{node.project, node.zone, name, "pd-balanced", gib, "READY", {}};
    };
    const std::vector<cloud::Disk> disks{
        disk("data", 200), disk("corpus", 200), disk("small", 10), disk("spare", 200)};
    cloud::AttachedDisks attached;
    attached[node] = {{disks[0].source(), true, {}}, {disks[2].source(), true, {}}};
    const std::vector<WorkerRef> workers{{node, 0}, {node, 1}};
    const auto alone = findAttachment("data", workers, disks, attached);
    QVERIFY(alone && alone->workers == workers);
    QCOMPARE(alone->request.bytes, qint64(200) << 30);
    QCOMPARE(alone->request.folder, QString("/mnt/data"));
    QVERIFY(alone->request.isReadOnly && alone->request.ofThisSize == 1);
    attached[node].push_back({disks[1].source(), true, {"1"}});
    QCOMPARE(findAttachment("data", workers, disks, attached)->request.ofThisSize, 2);
    const auto second = findAttachment("corpus", workers, disks, attached);
    QVERIFY(second && second->workers == std::vector<WorkerRef>{workers[1]});
    QCOMPARE(second->request.ofThisSize, 2);
    QVERIFY(!findAttachment("corpus", {workers[0]}, disks, attached));
    QVERIFY(!findAttachment("spare", workers, disks, attached));
    QVERIFY(!findAttachment("nothing", workers, disks, attached));
    // Another worker has it: that is not gone. What is none at all is told from what is elsewhere.
    QVERIFY(hasDisk(node, "corpus", disks, attached) && !hasDisk(node, "spare", disks, attached));
    QVERIFY(!hasDisk(node, "nothing", disks, attached));
    QVERIFY(
        findAttachment("nothing", workers, disks, attached).error().kind == ErrorKind::NotFound);
    QVERIFY(findAttachment("spare", workers, disks, attached).error().kind == ErrorKind::Refused);
}

void TestWorkPlan::theFolderHasToBeFree()
{
    WorkRequest request = requestOf(Work::Prepare);
    for (const char *bad : {"", "data", "/mnt/a b", "/mnt/../etc", "/"}) {
        request.folder = bad;
        const WorkPlan plan = planWork(request, readDisks(answerAbout({DiskFact()})));
        QVERIFY2(plan.error && plan.error->kind == ErrorKind::InvalidArgument, bad);
    }
    const auto refused = [](const std::vector<remote::Record> &more, const char *why) {
        const WorkPlan plan = planOf(Work::Prepare, {DiskFact()}, more);
        return plan.error && plan.error->summary.contains(why);
    };
    QVERIFY(refused({{"folder", {"/mnt/data", "full"}}}, "files in /mnt/data"));
    QVERIFY(refused({{"folder", {"/mnt/data", "link"}}}, "no folder"));
    QVERIFY(refused({{"folder", {"/mnt/data", "?"}}}, "no folder"));
    QVERIFY(refused(
        {{"folder", {"/mnt/data", "unsafe", "not only root can change what is in /mnt"}}},
        "no safe folder to mount at: not only root"));
    QVERIFY(refused({fstab("no", "server:/srv /mnt/data nfs defaults")}, "a line of its own"));
    // Of a disk that was there before: it goes.
    const WorkPlan instead =
        planOf(Work::Prepare, {DiskFact()}, {fstab("yes", "UUID=old /mnt/data ext4 x 0 2")});
    QVERIFY(instead.canBegin());
    QVERIFY2(said(instead).contains("line in /etc/fstab for UUID=old"), qPrintable(said(instead)));
    QVERIFY(said(planOf(Work::Prepare, {mountedAt("/srv")})).contains("mounted at /srv already"));
    DiskFact other = mountedAt("/mnt/data");
    other.path = "/dev/sdc";
    other.gib = 10;
    QVERIFY(said(planOf(Work::Prepare, {DiskFact(), other})).contains("is mounted at /mnt/data"));
}

void TestWorkPlan::whatIsSoAlreadyIsDone()
{
    for (const char *ours : {"yes", "no"}) {
        const WorkPlan plan = planOf(
            Work::Prepare, {mountedAt("/mnt/data")},
            {fstab(ours, "UUID=1234-abcd /mnt/data ext4 discard,nofail 0 2")});
        QVERIFY2(plan.isDone && !plan.error && !plan.canBegin(), qPrintable(said(plan)));
        // A line that an earlier Podium wrote works as it is; what is another's is theirs.
        QVERIFY2(
            said(plan).contains("without nosuid and nodev") == (QByteArray(ours) == "yes"),
            qPrintable(said(plan)));
    }
    const WorkPlan guarded = planOf(
        Work::Prepare, {mountedAt("/mnt/data")},
        {fstab("yes", "UUID=1234-abcd /mnt/data ext4 discard,nosuid,nodev,nofail 0 2")});
    QVERIFY2(guarded.isDone && !said(guarded).contains("nosuid"), qPrintable(said(guarded)));
    // Mounted by hand: the line is what is missing.
    const WorkPlan plan = planOf(Work::Prepare, {mountedAt("/mnt/data")});
    QVERIFY2(plan.canBegin() && !plan.formats, qPrintable(said(plan)));
    QVERIFY2(
        said(plan).contains("stays mounted at /mnt/data as it is now"), qPrintable(said(plan)));
}

void TestWorkPlan::whatTheMountAllowsIsSaid()
{
    for (const DiskFact &disk : {DiskFact(), withFileSystem("1234-abcd")}) {
        const WorkPlan plan = planOf(Work::Prepare, {disk});
        QVERIFY2(said(plan).contains("counts for nothing (nosuid, nodev)"), qPrintable(said(plan)));
    }
    // By a line of somebody else's it is mounted as that says.
    const WorkPlan other = planOf(
        Work::Prepare, {withFileSystem("1234-abcd")},
        {fstab("no", "UUID=1234-abcd /mnt/data ext4 defaults,nofail 0 2")});
    QVERIFY2(other.canBegin() && said(other).contains("not Podium's"), qPrintable(said(other)));
    QVERIFY2(!said(other).contains("nosuid"), qPrintable(said(other)));
}

void TestWorkPlan::growing()
{
    const auto grown = [](const DiskFact &disk, const char *bytes) {
        return planOf(Work::Grow, {disk}, {{"file-system", {"/dev/sdb", bytes}}});
    };
    const WorkPlan plan = grown(mountedAt("/mnt/data"), "107374182400");
    QVERIFY2(plan.canBegin(), qPrintable(said(plan)));
    QVERIFY(said(plan).contains("100 GiB now"));
    QVERIFY(grown(mountedAt("/mnt/data"), "214748364800").isDone);
    QVERIFY(planOf(Work::Grow, {mountedAt("/mnt/data")}).canBegin()); // no dumpe2fs there
    QVERIFY(said(grown(withFileSystem("1"), "1")).contains("not mounted"));
    QVERIFY(said(grown(DiskFact(), "1")).contains("no ext file system"));
    DiskFact reader = mountedAt("/mnt/data");
    reader.isReadOnly = true;
    QVERIFY(said(grown(reader, "1")).contains("read-only"));
}

void TestWorkPlan::withoutRootNothingIsDone()
{
    remote::Answer answer = answerAbout({DiskFact()});
    answer.wasRoot = false;
    QVERIFY(said(planWork(requestOf(Work::Prepare), readDisks(answer))).contains("sudo"));
    QVERIFY(!planWork(requestOf(Work::Prepare), readDisks({})).canBegin());
}

void TestWorkPlan::outcomesAreSeen()
{
    const WorkPlan plan = planOf(Work::Prepare, {DiskFact()});
    const WorkOutcome good = readOutcome(
        plan, answerAbout({mountedAt("/mnt/data")}, {{"step", {"mount", "changed", ""}}}));
    QVERIFY2(good.isGood, qPrintable(outcomeText(plan, good)));
    QCOMPARE(outcomeText(plan, good), QString("/dev/sdb is mounted at /mnt/data."));
    // Said to be so, and not so.
    const WorkOutcome unseen =
        readOutcome(plan, answerAbout({DiskFact()}, {{"step", {"mount", "changed", ""}}}));
    QVERIFY(!unseen.isGood && outcomeText(plan, unseen).contains("not seen"));
    const WorkOutcome failed = readOutcome(
        plan, answerAbout({DiskFact()}, {{"step", {"file-system", "failed", "no room"}}}));
    QCOMPARE(
        outcomeText(plan, failed), QString("file-system failed: no room. Nothing of it stands."));
    // What is left of it is named, by what is seen.
    const WorkOutcome unmounted = readOutcome(
        plan, answerAbout(
                  {withFileSystem("1234-abcd")},
                  {{"folder", {"/mnt/data", "empty"}},
                   fstab("yes", "UUID=1234-abcd /mnt/data ext4 nofail 0 2"),
                   {"step", {"mount", "failed", "no"}}}));
    QCOMPARE(
        outcomeText(plan, unmounted),
        QString("mount failed: no. What stands: ext4 on /dev/sdb; Podium's line for it in "
                "/etc/fstab; the folder /mnt/data, which is on the boot disk."));
    const WorkOutcome rights = readOutcome(
        plan, answerAbout({mountedAt("/mnt/data")}, {{"step", {"rights", "failed", ""}}}));
    QCOMPARE(
        outcomeText(plan, rights),
        QString("rights failed. What stands: ext4 on /dev/sdb; its mount at /mnt/data."));
    QVERIFY(!readOutcome(plan, {}).isGood);
    const WorkPlan grow = planOf(Work::Grow, {mountedAt("/mnt/data")});
    const auto isGrown = [&grow](const char *bytes) {
        const auto answer = answerAbout(
            {mountedAt("/mnt/data")},
            {{"step", {"grow", "changed", ""}}, {"file-system", {"/dev/sdb", bytes}}});
        return readOutcome(grow, answer).isGood;
    };
    QVERIFY(isGrown("214748364800") && !isGrown("107374182400"));
    const WorkPlan release = planOf(Work::Release, {mountedAt("/mnt/data")});
    QVERIFY(!readOutcome(
                 release, answerAbout({mountedAt("/mnt/data")}, {{"step", {"fstab", "ok", ""}}}))
                 .isGood);
    QVERIFY(readOutcome(
                release,
                answerAbout({withFileSystem("1234-abcd")}, {{"step", {"fstab", "changed", ""}}}))
                .isGood);
}

/// A mkfs.ext4 that was ended leaves bytes that are no file system; what cannot be seen is no
/// nothing.
void TestWorkPlan::whatIsHalfDoneIsNoNothing()
{
    const WorkPlan plan = planOf(Work::Prepare, {DiskFact()});
    DiskFact half;
    half.between = "other";
    const remote::Record cut{"step", {"file-system", "failed", "it was ended"}};
    const auto saidOf = [&plan](const remote::Answer &answer) {
        return outcomeText(plan, readOutcome(plan, answer));
    };
    QCOMPARE(
        saidOf(answerAbout({half}, {cut})),
        QString("file-system failed: it was ended. What stands: what was written to /dev/sdb, "
                "which is not blank any more."));
    half = DiskFact();
    half.probeCode = "none";
    QCOMPARE(saidOf(answerAbout({half}, {cut})), QString("file-system failed: it was ended."));
    QCOMPARE(
        saidOf(answerAbout({DiskFact()}, {cut, {"folder", {"/mnt/data", "?"}}})),
        QString("file-system failed: it was ended."));
}

QTEST_GUILESS_MAIN(TestWorkPlan)
#include "tst_workplan.moc"
