// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/disksfound.h"
#include "tests/core/disk/diskanswers.h"

#include <QtTest>

#include <functional>

using namespace podium;
using namespace podium::disk;
using namespace podium::tests;

using Change = std::function<void(DiskFact &)>;
Q_DECLARE_METATYPE(Change)

/// What a worker says of its disks.
class TestDisksFound final : public QObject
{
    Q_OBJECT

private slots:
    void recordsAreRead();
    void blankOnlyByEveryTest_data();
    void blankOnlyByEveryTest();
    void whatIsMissingIsUnknown();
    void oldAndNestedTreesAreRead();
    void hostileAnswersAreInert_data();
    void hostileAnswersAreInert();
    void foldersAndDevicesArePlain();

private:
    [[nodiscard]] static BlockDisk second(const remote::Answer &answer)
    {
        const DisksFound found = readDisks(answer);
        return found.disks.size() > 1 ? found.disks[1] : BlockDisk();
    }
};

void TestDisksFound::recordsAreRead()
{
    DiskFact disk = withFileSystem("1234-abcd");
    disk.mount = "/mnt/data";
    const DisksFound found = readDisks(answerAbout(
        {disk}, {{"alias", {"/dev/sdb", "google-persistent-disk-1"}},
                 {"file-system", {"/dev/sdb", "1000"}},
                 {"fstab", {"yes", "UUID=1234-abcd /mnt/data  ext4\tdiscard,nofail 0 2"}},
                 {"fstab", {"no", "  # a comment"}},
                 {"user", {"12", "ada", "python3 train.py ", "/mnt/data"}}}));
    QVERIFY2(found.unknown.isEmpty() && found.usersUnknown.isEmpty(), qPrintable(found.unknown));
    QCOMPARE(int(found.disks.size()), 2);
    QVERIFY(found.disks[0].isBoot() && !found.disks[1].isBoot());
    const BlockDisk &data = found.disks[1];
    QCOMPARE(data.bytes, qint64(200) << 30);
    QCOMPARE(data.uuid, QString("1234-abcd"));
    QCOMPARE(data.type, QString("ext4"));
    QCOMPARE(data.alias, QString("google-persistent-disk-1"));
    QCOMPARE(data.mounts, QStringList{"/mnt/data"});
    QCOMPARE(data.fileSystemBytes, std::optional<qint64>(1000));
    QCOMPARE(found.fstab.size(), std::size_t(1));
    QVERIFY(found.fstab[0].isOurs && found.fstab[0].folder == "/mnt/data");
    QCOMPARE(found.fstab[0].options, QString("discard,nofail"));
    QCOMPARE(found.users.size(), std::size_t(1));
    QCOMPARE(found.users[0].command, QString("python3 train.py"));
    QVERIFY(found.folder == FolderState::Missing);
}

void TestDisksFound::blankOnlyByEveryTest_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("why");
    const auto row = [](const char *name, const Change &change, const char *why) {
        QTest::newRow(name) << change << QString(why);
    };
    row(
        "a partition table", [](DiskFact &d) { d.probe = "DEVNAME=/dev/sdb\nPTTYPE=gpt"; }, "gpt");
    row(
        "a file system", [](DiskFact &d) { d.probe = "TYPE=xfs"; }, "xfs is on it");
    row(
        "several things", [](DiskFact &d) { d.probeCode = "8"; }, "blkid finds");
    row(
        "blkid says it found", [](DiskFact &d) { d.probeCode = "0"; }, "blkid finds");
    row(
        "blkid was killed", [](DiskFact &d) { d.probeCode = "137"; }, "blkid finds");
    row(
        "no code", [](DiskFact &d) { d.probeCode.clear(); }, "blkid finds");
    row(
        "a signature", [](DiskFact &d) { d.wipefs = "sdb 0x218 LVM2"; }, "a signature");
    row(
        "wipefs fails", [](DiskFact &d) { d.wipefsCode = "1"; }, "a signature");
    row(
        "bytes at its head", [](DiskFact &d) { d.firstMib = "other"; }, "first MiB");
    row(
        "bytes at its end", [](DiskFact &d) { d.lastMib = "other"; }, "last MiB");
    row(
        "bytes further in", [](DiskFact &d) { d.between = "other"; }, "there are bytes on it");
    row(
        "no word of what is further in", [](DiskFact &d) { d.between.clear(); }, "there are bytes");
    row(
        "nothing was read", [](DiskFact &d) { d.firstMib = d.lastMib = d.between = "skipped"; },
        "first MiB");
    row(
        "no word of the head", [](DiskFact &d) { d.firstMib.clear(); }, "first MiB");
    row(
        "mounted", [](DiskFact &d) { d.mount = "/srv"; }, "mounted at /srv");
    row(
        "a partition", [](DiskFact &d) { d.part = "/dev/sdb1"; }, "/dev/sdb1 is on it");
    row(
        "LVM", [](DiskFact &d) { d.probe = "TYPE=LVM2_member"; }, "LVM2_member");
    row(
        "RAID", [](DiskFact &d) { d.usedBy = "md0 "; }, "md0 uses it");
    row(
        "swap", [](DiskFact &d) { d.usedBy = "swap "; }, "swap uses it");
    row(
        "read-only", [](DiskFact &d) { d.isReadOnly = true; }, "read-only");
    row(
        "no blkid", [](DiskFact &d) { d.probeCode = "none"; }, "blkid is missing");
    row(
        "no wipefs", [](DiskFact &d) { d.wipefsCode = "none"; }, "wipefs is missing");
    row(
        "no dd", [](DiskFact &d) { d.firstMib = "unknown"; }, "dd, tr and wc");
    row(
        "no /sys", [](DiskFact &d) { d.usedBy = "unknown"; }, "the kernel does not tell");
}

void TestDisksFound::blankOnlyByEveryTest()
{
    QFETCH(Change, change);
    QFETCH(QString, why);
    QVERIFY(second(answerAbout({DiskFact()})).isBlank());
    DiskFact disk;
    change(disk);
    const BlockDisk found = second(answerAbout({disk}));
    QCOMPARE(found.path, QString("/dev/sdb"));
    QVERIFY(!found.isBlank());
    const QString said = found.notBlank.join('\n') + '\n' + found.unknown;
    QVERIFY2(said.contains(why), qPrintable(said));
}

void TestDisksFound::whatIsMissingIsUnknown()
{
    QVERIFY(!readDisks({}).unknown.isEmpty());
    const remote::Answer whole = answerAbout({DiskFact()});
    for (std::size_t left = 0; left < whole.records.size(); ++left) {
        remote::Answer answer = whole;
        answer.records.erase(answer.records.begin() + int(left));
        const DisksFound found = readDisks(answer);
        const QByteArray kind = whole.records[left].kind;
        const bool isOfOther = kind == "folder" || whole.records[left].at(0) == "/dev/sda" ||
                               whole.records[left].at(0) == "users";
        const bool isKnownBlank =
            found.unknown.isEmpty() && found.disks.size() == 2 && found.disks[1].isBlank();
        QVERIFY2(isKnownBlank == isOfOther, kind.constData());
    }
    remote::Answer answer = whole;
    answer.records.push_back({"step", {"fstab-lines", "unknown", "/etc/fstab cannot be read"}});
    QVERIFY(readDisks(answer).unknown.contains("fstab"));
    // As the script says it: before the word that all else was told.
    const remote::Record last = answer.records.back();
    answer.records.pop_back();
    answer.records.insert(answer.records.begin(), last);
    QVERIFY(readDisks(answer).unknown.contains("fstab"));
    answer = whole;
    answer.records[1] = {"mounts", {"no JSON"}};
    QVERIFY(!second(answer).isBlank());
}

/// Numbers were texts before util-linux 2.33.
void TestDisksFound::oldAndNestedTreesAreRead()
{
    remote::Answer answer = answerAbout({DiskFact()});
    answer.records[0].fields = {
        R"({"blockdevices":[{"name":"/dev/sdb","type":"disk","size":"214748364800","ro":"0",)"
        R"("children":[{"name":"/dev/sdb1","children":[{"name":"/dev/mapper/a","mountpoint":"/a"}]}]},)"
        R"({"name":"/dev/sr0","type":"rom","size":1},{"name":"/dev/loop0","type":"loop","size":1}]})"};
    const DisksFound found = readDisks(answer);
    QCOMPARE(int(found.disks.size()), 1);
    QCOMPARE(found.disks[0].bytes, qint64(200) << 30);
    QVERIFY(!found.disks[0].isReadOnly);
    QCOMPARE(found.disks[0].parts, (QStringList{"/dev/sdb1", "/dev/mapper/a"}));
    QCOMPARE(found.disks[0].mounts, QStringList{"/a"});
}

void TestDisksFound::hostileAnswersAreInert_data()
{
    QTest::addColumn<QByteArray>("tree");
    QTest::newRow("not JSON") << QByteArray("\x00\xff{{{", 6);
    QTest::newRow("wrong kinds") << QByteArray(R"({"blockdevices":{"a":[1]}})");
    QTest::newRow("numbers") << QByteArray(R"({"blockdevices":[1,null,"x",[],{"name":7}]})");
    QTest::newRow("another path") << QByteArray(
        R"({"blockdevices":[{"name":"/dev/../etc/passwd","type":"disk","size":214748364800}]})");
    QTest::newRow("a command") << QByteArray(
        R"({"blockdevices":[{"name":"/dev/sdb;reboot","type":"disk","size":214748364800}]})");
    QTest::newRow("a line end") << QByteArray(
        R"({"blockdevices":[{"name":"/dev/sdb\n/dev/sda","type":"disk","size":214748364800}]})");
    QTest::newRow("no size") << QByteArray(
        R"({"blockdevices":[{"name":"/dev/sdb","type":"disk","size":-5}]})");
    QTest::newRow("deep") << QByteArray(100'000, '[');
}

void TestDisksFound::hostileAnswersAreInert()
{
    QFETCH(QByteArray, tree);
    remote::Answer answer = answerAbout({DiskFact()});
    answer.records[0].fields = {tree};
    for (const BlockDisk &disk : readDisks(answer).disks) {
        QVERIFY(isDevicePath(disk.path) && !disk.isBlank());
    }
    DiskFact disk = withFileSystem("$(reboot)");
    disk.serial = "\\u001b[2J";
    const BlockDisk found = second(answerAbout({disk}));
    QVERIFY(found.uuid.isEmpty());
    QVERIFY(!found.serial.contains(QLatin1Char('\x1b')));
}

void TestDisksFound::foldersAndDevicesArePlain()
{
    for (const char *good : {"/mnt/data", "/data", "/mnt/a-b_c.d/e"}) {
        QVERIFY2(isMountFolder(good), good);
    }
    for (const char *bad :
         {"", "/", "data", "/mnt/", "//mnt", "/mnt/../etc", "/mnt/.", "/mnt/a b", "/mnt/*",
          "/mnt/$HOME", "/mnt/a\n", "/mnt/\xc3\xa4", "/mnt/a'b"}) {
        QVERIFY2(!isMountFolder(QString::fromUtf8(bad)), bad);
    }
    QVERIFY(isDevicePath("/dev/nvme0n1") && !isDevicePath("/dev/") && !isDevicePath("/dev/sd b"));
    QCOMPARE(sizeText(qint64(200) << 30), QString("200 GiB"));
    QCOMPARE(sizeText(qint64(3) << 29), QString("1.5 GiB"));
}

QTEST_GUILESS_MAIN(TestDisksFound)
#include "tst_disksfound.moc"
