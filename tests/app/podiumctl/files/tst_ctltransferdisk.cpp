// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Copies to workers and fetches from them where a disk is full: of bytes or of inodes, before it
// begins or in the middle of it.
#include "tests/app/podiumctl/files/transfertest.h"

#include <sys/mount.h>

using namespace podium::tests;

class TestCtlTransferDisk final : public TransferTest
{
    Q_OBJECT

public:
    TestCtlTransferDisk() : TransferTest(2) {}

private slots:
    void initTestCase() { startLab(); }
    void init();
    void cleanup();
    void aFullDiskOfAWorker_data();
    void aFullDiskOfAWorker();
    void aFullDiskHere_data() { addDisks(); }
    void aFullDiskHere();
    void holesTakeNoRoomHere();

private:
    static void addDisks();
    [[nodiscard]] Outcome transfer(const QStringList &arguments) const
    {
        return m_lab.ctl(arguments + QStringList{"--yes", "--json"});
    }
    /// Of the first worker: in words; the other has all.
    static void checkVerdicts(const Outcome &outcome)
    {
        const QJsonObject first = workerOf(outcome, 0);
        const QByteArray said = QJsonDocument(first).toJson();
        QVERIFY(outcome.exitCode != 0);
        QVERIFY2(first["state"].toString() != "verified", said.constData());
        QVERIFY2(
            said.contains("disk is full") || said.contains("has no room") ||
                said.contains("No space left on device"),
            said.constData());
        QCOMPARE(workerOf(outcome, 1)["state"].toString(), QStringLiteral("verified"));
    }

    QString m_disk; ///< mounted here; empty: none
};

void TestCtlTransferDisk::init()
{
    makeFolder();
    for (int worker = 0; worker < 2; ++worker) {
        there("sudo umount data; rm -rf data; mkdir data", worker);
    }
}

void TestCtlTransferDisk::cleanup()
{
    if (!m_disk.isEmpty()) {
        QCOMPARE(::umount(m_disk.toLocal8Bit().constData()), 0);
        m_disk.clear();
    }
}

/// Each begins with t and t/a in it: three inodes, a page.
void TestCtlTransferDisk::addDisks()
{
    QTest::addColumn<QString>("disk");
    QTest::addColumn<QString>("tree"); ///< made by a shell in t, besides a
    const QString many = "for i in $(seq %1); do printf $i >f$i; done";
    QTest::newRow("no room for the bytes") << "size=1m"
                                           << "head -c 3000000 /dev/urandom >big";
    // Each takes a page, which nobody can know before: it begins, and does not end.
    QTest::newRow("bytes in the middle") << "size=1m" << many.arg(400);
    QTest::newRow("no room for so many files") << "size=8m,nr_inodes=20" << many.arg(60);
    QTest::newRow("inodes in the middle") << "size=8m,nr_inodes=34" << many.arg(30);
    QTest::newRow("not one inode") << "size=8m,nr_inodes=3" << many.arg(2);
}

void TestCtlTransferDisk::aFullDiskOfAWorker_data()
{
    addDisks();
    // The last are those of what is sent with the tree, and of what proves it.
    for (int inodes = 36; inodes < 40; ++inodes) {
        QTest::addRow("%d inodes", inodes) << QStringLiteral("size=8m,nr_inodes=%1").arg(inodes)
                                           << "for i in $(seq 29); do printf $i >f$i; done";
    }
}

void TestCtlTransferDisk::aFullDiskOfAWorker()
{
    QFETCH(QString, disk);
    QFETCH(QString, tree);
    sh("mkdir t && printf new >t/a && cd t && " + tree);
    QCOMPARE(
        there(
            "sudo mount -t tmpfs -o mode=1777," + disk +
            " none data && mkdir data/t && printf old >data/t/a && echo made"),
        QByteArray("made\n"));
    const QStringList copy{"copy", m_here + "/t", "pod:data"};
    checkVerdicts(transfer(copy));
    QCOMPARE(there("cat data/t/a; ls -A data data/t"), QByteArray("olddata:\nt\n\ndata/t:\na\n"));
    there("sudo mount -o remount,size=64m,nr_inodes=10000 data");
    VERIFY_EXIT(transfer(copy), 0);
    QCOMPARE(there(QString(Listing).arg("data/t")), sh(QString(Listing).arg("t")));
}

void TestCtlTransferDisk::aFullDiskHere()
{
    QFETCH(QString, disk);
    QFETCH(QString, tree);
    for (int worker = 0; worker < 2; ++worker) {
        there("mkdir data/t && cd data/t && printf new >a && " + tree, worker);
    }
    m_disk = m_here + "/to/pod-0";
    sh("mkdir -p to/pod-0");
    if (::mount(
            "none", m_disk.toLocal8Bit().constData(), "tmpfs", 0, disk.toLatin1().constData()) !=
        0) {
        m_disk.clear();
        QSKIP("Only root can mount a small disk here");
    }
    sh("mkdir to/pod-0/t && printf old >to/pod-0/t/a");
    const QStringList fetch{"fetch", "pod:data/t", m_here + "/to", "--overwrite"};
    checkVerdicts(transfer(fetch));
    const QByteArray now = sh("cat to/pod-0/t/a");
    QVERIFY2(now == "old" || now == "new", now.constData());
    QCOMPARE(sh("ls -A to/pod-0"), QByteArray("t\n"));
    QCOMPARE(
        ::mount(
            "none", m_disk.toLocal8Bit().constData(), "tmpfs", MS_REMOUNT,
            "size=64m,nr_inodes=10000"),
        0);
    VERIFY_EXIT(transfer(fetch), 0);
    QCOMPARE(sh(QString(Listing).arg("to/pod-0/t")), there(QString(Listing).arg("data/t")));
}

void TestCtlTransferDisk::holesTakeNoRoomHere()
{
    for (int worker = 0; worker < 2; ++worker) {
        there("mkdir data/t && cd data/t && truncate -s 100M holes && printf end >>holes", worker);
    }
    m_disk = m_here + "/to";
    sh("mkdir to");
    if (::mount("none", m_disk.toLocal8Bit().constData(), "tmpfs", 0, "size=8m") != 0) {
        m_disk.clear();
        QSKIP("Only root can mount a small disk here");
    }
    VERIFY_EXIT(transfer({"fetch", "pod:data/t", m_disk}), 0);
    QCOMPARE(sh(QString(Listing).arg("to/pod-0/t")), there(QString(Listing).arg("data/t")));
    QCOMPARE(sh("tail -c 3 to/pod-1/t/holes"), QByteArray("end"));
}

QTEST_GUILESS_MAIN(TestCtlTransferDisk)
#include "tst_ctltransferdisk.moc"
