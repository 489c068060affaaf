// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Large files are proven by openssl where it is there and answers, else by sha256sum.
#include "core/files/lookreader.h"
#include "tests/core/files/streamfixture.h"

using namespace podium;
using namespace podium::files;
using namespace podium::tests;

class TestCopyDigests final : public QObject, private StreamFixture
{
    Q_OBJECT

private slots:
    void init();
    void aLargeFileIsProven_data();
    void aLargeFileIsProven();
};

void TestCopyDigests::init()
{
    makeFolders();
}

void TestCopyDigests::aLargeFileIsProven_data()
{
    const QByteArray another = "printf '%064d *stdin\\n' 7";
    QTest::addColumn<QByteArray>("openssl"); // as a script; empty: that of this machine, if any
    QTest::addColumn<bool>("isTheSame");
    QTest::newRow("as it is here") << QByteArray() << true;
    QTest::newRow("it fails") << QByteArray("exit 1") << true;
    QTest::newRow("it fails at its end") << QByteArray(another + "; exit 1") << true;
    QTest::newRow("it says something else") << QByteArray("echo 'SHA2-256(stdin)= 00'") << true;
    QTest::newRow("it says nothing") << QByteArray("exit 0") << true;
    QTest::newRow("it says another sum") << another << false;
}

void TestCopyDigests::aLargeFileIsProven()
{
    QFETCH(QByteArray, openssl);
    QFETCH(bool, isTheSame);
    if (!openssl.isEmpty()) {
        shell("mkdir tools");
        write("tools/openssl", "#!/bin/sh\n" + openssl + "\n");
        shell("chmod 755 tools/openssl");
    }
    const QByteArray name("-la\nr ge");
    write("here/small", "x");
    write("here/" + name, QByteArray(17 << 20, 'x'));
    const TreeToSend what = all(tree());
    QCOMPARE(what.sums->size(), 2);
    const Answered answered = receive(streamOf(what));
    QVERIFY(answered.isComplete && answered.items.contains("placed"));
    QCOMPARE(answered.items.size(), isTheSame ? 1 : 2);
    QCOMPARE(
        QFile::exists(m_folder->filePath(QString::fromUtf8("there/in it/" + name))), isTheSame);
    QVERIFY(QFile::exists(m_folder->filePath("there/in it/small")));

    shell("cp -r here/. 'there/in it'");
    QHash<QByteArray, QByteArray> sums;
    const QByteArrayList asked{"small", "gone", name};
    readSums(runScript(sumsScript(), {{"place", {"./in it"}}}, listedNames(asked)).items, sums);
    QCOMPARE(sums.size(), 2);
    for (std::size_t i = 0; i < what.tree->entries.size(); ++i) {
        const QByteArray &path = what.tree->entries[i].entry.path;
        QCOMPARE(sums.value(path) == what.sums->value(i), isTheSame || path == "small");
    }
}

QTEST_GUILESS_MAIN(TestCopyDigests)
#include "tst_copydigests.moc"
