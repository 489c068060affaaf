// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/attachment.h"
#include "core/disk/releaseplan.h"
#include "core/disk/workoutcome.h"
#include "tests/core/disk/diskplans.h"

#include <QtTest>

#include <utility>

using namespace podium;
using namespace podium::disk;
using namespace podium::tests;

/// How a disk is let go, and what one has left that is not there any more.
class TestReleasePlan final : public QObject
{
    Q_OBJECT

private slots:
    void releasing();
    void whicheverItIsNoneIsMounted();
    void whatCannotBeReadIsNotReleased_data();
    void whatCannotBeReadIsNotReleased();
    void theLineOfADiskThatIsGoneGoes();
    void aMountOfADiskThatIsGoneGoes();
    void whatMayBeThereIsNotGone_data();
    void whatMayBeThereIsNotGone();

private:
    [[nodiscard]] static WorkRequest gone()
    {
        const NodeRef node{
            *ProjectId::parse("atlas-vision"), *Zone::parse("us-central2-b"),
            *NodeName::parse("pod")};
        return goneDisk("data", {{node, 0}}).request;
    }
    [[nodiscard]] static WorkPlan
    goneFrom(std::vector<DiskFact> disks, const std::vector<remote::Record> &more)
    {
        return planWork(gone(), readDisks(answerAbout(std::move(disks), more)));
    }
    [[nodiscard]] static remote::Record line(const char *ours = "yes")
    {
        return fstab(ours, "UUID=1234-abcd /mnt/data ext4 discard,nofail 0 2");
    }
};

void TestReleasePlan::releasing()
{
    const remote::Record line = fstab("yes", "UUID=1234-abcd /mnt/data ext4 discard,nofail 0 2");
    const WorkPlan plan = planOf(Work::Release, {mountedAt("/mnt/data")}, {line});
    QVERIFY2(plan.canBegin(), qPrintable(said(plan)));
    QVERIFY(said(plan).contains("unmounted from /mnt/data"));
    QVERIFY(said(plan).contains("goes out of /etc/fstab"));
    QCOMPARE(plan.data().back(), (remote::Record{"folder", {"/mnt/data"}}));
    QVERIFY(planOf(Work::Release, {withFileSystem("1234-abcd")}, {line}).canBegin());
    QVERIFY(planOf(Work::Release, {withFileSystem("1234-abcd")}).isDone);
    const WorkPlan used = planOf(
        Work::Release, {mountedAt("/mnt/data")},
        {line, {"user", {"12", "ada", "python3 train.py", "/mnt/data"}}});
    QVERIFY2(said(used).contains("ada's python3 train.py (pid 12)"), qPrintable(said(used)));
    QVERIFY(!used.canBegin());
    const WorkPlan marked = planOf(
        Work::Release, {mountedAt("/mnt/data")},
        {line, {"user", {"12", "ada", "train %1 %2 %3", "/mnt/data"}}});
    QVERIFY2(said(marked).contains("ada's train %1 %2 %3 (pid 12)"), qPrintable(said(marked)));
    // A container has it mounted for itself, whether or not it is mounted here.
    for (const DiskFact &disk : {mountedAt("/mnt/data"), withFileSystem("1234-abcd")}) {
        const WorkPlan contained = planOf(
            Work::Release, {disk}, {line, {"user", {"13", "root", "python3 x", "/dev/sdb"}}});
        QVERIFY2(!contained.canBegin() && contained.error, qPrintable(said(contained)));
        QVERIFY(said(contained).contains("root's python3 x (pid 13)"));
    }
    // Who has something open elsewhere is nobody's business.
    QVERIFY(planOf(
                Work::Release, {mountedAt("/mnt/data")},
                {line, {"user", {"12", "ada", "x", "/mnt/other"}}})
                .canBegin());
    const WorkPlan foreign = planOf(
        Work::Release, {mountedAt("/mnt/data")}, {fstab("no", "UUID=1234-abcd /mnt/data ext4")});
    QVERIFY2(said(foreign).contains("has no nofail"), qPrintable(said(foreign)));
    const WorkPlan another = planOf(
        Work::Release, {mountedAt("/mnt/data")},
        {fstab("yes", "UUID=9 /mnt/data ext4 nofail 0 2")});
    QVERIFY2(said(another).contains("is another disk's: it stays"), qPrintable(said(another)));
    QVERIFY(!said(another).contains("goes out of /etc/fstab"));
    QVERIFY(said(planOf(Work::Release, {mountedAt("/mnt/a b")})).contains("does not touch"));
    DiskFact swap;
    swap.usedBy = "swap ";
    QVERIFY(said(planOf(Work::Release, {swap})).startsWith("swap uses"));
}

/// Two of one size, or one that has not come yet: of disks that are not mounted a detach takes any.
void TestReleasePlan::whicheverItIsNoneIsMounted()
{
    DiskFact other;
    other.path = "/dev/sdc";
    other.serial = "persistent-disk-2";
    const std::vector<DiskFact> none;
    for (const std::vector<DiskFact> &disks : {none, {DiskFact(), other}}) {
        const WorkPlan plan = planOf(Work::Release, disks);
        QVERIFY2(plan.isDone && !plan.error && !plan.canBegin(), qPrintable(said(plan)));
        QVERIFY(said(plan).contains("No data disk of the worker is mounted"));
        QVERIFY(planOf(Work::Release, disks, {line()}).error); // maybe its own
        QVERIFY(planOf(Work::Grow, disks).error && planOf(Work::Prepare, disks).error);
    }
    // What runs the worker is not among them: the others may be missing, too.
    remote::Answer headless = answerAbout({});
    headless.records[0].fields = QByteArrayList{treeOf({})};
    QVERIFY(planWork(requestOf(Work::Release), readDisks(headless)).error);
    other.probeCode = "none";
    QVERIFY(planOf(Work::Release, {DiskFact(), other}).error);
    other.probeCode = "2";
    other.mount = "/srv";
    QVERIFY(planOf(Work::Release, {DiskFact(), other}).error);
    other.mount.clear();
    other.usedBy = "md0 ";
    QVERIFY(planOf(Work::Release, {DiskFact(), other}).error);
    other.usedBy.clear();
    QVERIFY(
        planOf(
            Work::Release, {DiskFact(), other}, {{"user", {"13", "root", "python3 x", "/dev/sdc"}}})
            .error);
}

void TestReleasePlan::whatCannotBeReadIsNotReleased_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArrayList>("fields");
    QTest::addColumn<QString>("why");
    const auto rows = [](const char *name, const QByteArray &json) {
        QTest::addRow("lsblk says %s", name)
            << QByteArray("tree") << QByteArrayList{json} << "what lsblk says cannot be read";
        QTest::addRow("findmnt says %s", name)
            << QByteArray("mounts") << QByteArrayList{json} << "What is mounted on the worker";
    };
    rows("nothing", "");
    rows("no JSON", "NAME\nsda\n");
    rows("something else", "{}");
    rows("no list", "{\"blockdevices\":{},\"filesystems\":{}}");
    rows("no UTF-8", "{\"blockdevices\":[\"\xff\"],\"filesystems\":[\"\xff\"]}");
    QTest::newRow("containers") << QByteArray("step")
                                << QByteArrayList{"users", "unknown", "containers cannot be seen"}
                                << "cannot be told: containers cannot be seen";
}

/// Neither a disk that seems to be free, nor any of them, nor one that is gone.
void TestReleasePlan::whatCannotBeReadIsNotReleased()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArrayList, fields);
    QFETCH(QString, why);
    const auto with = [&](remote::Answer answer) {
        for (remote::Record &record : answer.records) {
            if (record.kind == kind && (kind != "step" || record.at(0) == "users")) {
                record.fields = fields;
            }
        }
        return answer;
    };
    const DisksFound free = readDisks(with(answerAbout({withFileSystem("1234-abcd")})));
    const WorkPlan release = planWork(requestOf(Work::Release), free);
    QVERIFY2(!release.isDone && !release.canBegin(), qPrintable(said(release)));
    QVERIFY2(said(release).contains(why), qPrintable(said(release)));
    QVERIFY(isNoneInUse(readDisks(answerAbout({}))));
    QVERIFY(!isNoneInUse(readDisks(with(answerAbout({})))));
    const WorkPlan none = planWork(requestOf(Work::Release), readDisks(with(answerAbout({}))));
    QVERIFY2(none.error && !none.isDone, qPrintable(said(none)));
    if (kind == "step") {
        return; // of one that is gone no container has anything
    }
    const WorkPlan plan = planWork(gone(), readDisks(with(answerAbout({}, {line()}))));
    QVERIFY2(plan.error && !plan.isDone && !plan.canBegin(), qPrintable(said(plan)));
    // Nor is it seen to be so afterwards.
    const remote::Record changed{"step", {"fstab", "changed", ""}};
    const WorkPlan was = goneFrom({}, {line()});
    QVERIFY(was.canBegin() && readOutcome(was, answerAbout({}, {changed})).isGood);
    QVERIFY(!readOutcome(was, with(answerAbout({}, {changed}))).isGood);
    const WorkPlan mounted = planOf(Work::Release, {mountedAt("/mnt/data")});
    const remote::Answer after = answerAbout({withFileSystem("1234-abcd")}, {changed});
    QVERIFY(mounted.canBegin() && readOutcome(mounted, after).isGood);
    QVERIFY(!readOutcome(mounted, with(after)).isGood);
}

void TestReleasePlan::theLineOfADiskThatIsGoneGoes()
{
    const remote::Record another = fstab("yes", "UUID=5678 /mnt/other ext4 nofail 0 2");
    const WorkPlan plan = goneFrom({}, {line(), another});
    QVERIFY2(plan.canBegin() && plan.leftLine && !plan.disk, qPrintable(said(plan)));
    QVERIFY(said(plan).contains("UUID=1234-abcd at /mnt/data"));
    QCOMPARE(
        plan.data(), (std::vector<remote::Record>{
                         {"gone", {"yes"}}, {"folder", {"/mnt/data"}}, {"uuid", {"1234-abcd"}}}));
    const WorkOutcome good =
        readOutcome(plan, answerAbout({}, {another, {"step", {"fstab", "changed", ""}}}));
    QVERIFY2(good.isGood, qPrintable(outcomeText(plan, good)));
    QVERIFY(outcomeText(plan, good).startsWith("Nothing of it is left at /mnt/data"));
    const WorkOutcome kept =
        readOutcome(plan, answerAbout({}, {line(), {"step", {"fstab", "changed", ""}}}));
    QVERIFY(!kept.isGood);
    // There is none: done, and other lines of that kind are named.
    const WorkPlan none = goneFrom({}, {another});
    QVERIFY2(none.isDone && !none.canBegin(), qPrintable(said(none)));
    QVERIFY(said(none).contains("no line for /mnt/data") && said(none).contains("/mnt/other"));
    // What is not Podium's is not taken out.
    QVERIFY(goneFrom({}, {line("no")}).isDone);
    QVERIFY(goneFrom({}, {fstab("yes", "UUID=$(x) /mnt/data ext4 nofail 0 2")}).isDone);
}

/// It was detached while it was mounted.
void TestReleasePlan::aMountOfADiskThatIsGoneGoes()
{
    remote::Answer answer = answerAbout({}, {line()});
    for (remote::Record &record : answer.records) {
        if (record.kind == "mounts") {
            record.fields[0].replace(
                "]}", ",{\"source\":\"/dev/sdb\",\"target\":\"/mnt/data\",\"maj:min\":\"8:16\"}]}");
        }
    }
    const WorkPlan plan = planWork(gone(), readDisks(answer));
    QVERIFY2(plan.canBegin() && plan.leftMount && plan.leftLine, qPrintable(said(plan)));
    QVERIFY(said(plan).contains("/dev/sdb, which is not there any more, is unmounted"));
    // Of no block device, of a RAM disk, or nobody knows of what.
    for (const char *number : {"0:45", "1:0", "", "8", "x:16"}) {
        remote::Answer alive = answer;
        for (remote::Record &record : alive.records) {
            for (QByteArray &field : record.fields) {
                field.replace("8:16", number);
            }
        }
        QVERIFY2(!planWork(gone(), readDisks(alive)).leftMount, number);
    }
    answer.records.push_back({"step", {"fstab", "changed", ""}});
    QVERIFY(!readOutcome(plan, answer).isGood); // still there
    QVERIFY(readOutcome(plan, answerAbout({}, {{"step", {"fstab", "changed", ""}}})).isGood);
}

void TestReleasePlan::whatMayBeThereIsNotGone_data()
{
    QTest::addColumn<QByteArray>("mount");
    QTest::addColumn<QByteArray>("probeCode");
    QTest::addColumn<QByteArray>("uuid");
    QTest::addColumn<QString>("why");
    QTest::newRow("mounted") << QByteArray("/mnt/data") << QByteArray("0") << QByteArray("9")
                             << "is mounted at /mnt/data";
    QTest::newRow("it is there") << QByteArray() << QByteArray("0") << QByteArray("1234-abcd")
                                 << "is there (UUID=1234-abcd)";
    QTest::newRow("no blkid") << QByteArray() << QByteArray("none") << QByteArray()
                              << "cannot be told: blkid is missing";
}

void TestReleasePlan::whatMayBeThereIsNotGone()
{
    QFETCH(QByteArray, mount);
    QFETCH(QByteArray, probeCode);
    QFETCH(QByteArray, uuid);
    QFETCH(QString, why);
    DiskFact disk = uuid.isEmpty() ? DiskFact() : withFileSystem(uuid);
    disk.mount = mount;
    disk.probeCode = probeCode;
    const WorkPlan plan = goneFrom({disk}, {line()});
    QVERIFY2(plan.error && !plan.canBegin(), qPrintable(said(plan)));
    QVERIFY2(said(plan).contains(why), qPrintable(said(plan)));
    WorkRequest request = gone();
    request.folder = "/mnt/a b";
    QVERIFY(planWork(request, readDisks(answerAbout({}))).error.has_value());
}

QTEST_GUILESS_MAIN(TestReleasePlan)
#include "tst_releaseplan.moc"
