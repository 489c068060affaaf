// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Large files are proven by openssl where it is there and answers, else by sha256sum.
#include "core/files/lookreader.h"
#include "tests/core/files/streamfixture.h"

#include <QCryptographicHash>

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
    void manyLargeFilesAreProvenWhateverTheirNames();
};

void TestCopyDigests::init()
{
    makeFolders();
}

void TestCopyDigests::aLargeFileIsProven_data()
{
    // Says the same of each file.
    const QByteArray another = "shift 3; for f; do printf '%064d *%s\\n' 7 \"$f\"; done";
    QTest::addColumn<QByteArray>("openssl"); // as a script; empty: that of this machine, if any
    QTest::addColumn<bool>("isTheSame");
    QTest::newRow("as it is here") << QByteArray() << true;
    QTest::newRow("it fails") << QByteArray("exit 1") << true;
    QTest::newRow("it fails at its end") << QByteArray(another + "; exit 1") << true;
    QTest::newRow("it says something else") << QByteArray("echo 'SHA2-256(stdin)= 00'") << true;
    QTest::newRow("it says nothing") << QByteArray("exit 0") << true;
    QTest::newRow("it says another sum") << another << false;
    QTest::newRow("it says another sum of no file")
        << QByteArray("printf '%064d *./other\\n' 7") << true;
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
    const QByteArray name("-la r  ge");
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

/// The path of one has, in a line of its own, a sum and the name of another.
void TestCopyDigests::manyLargeFilesAreProvenWhateverTheirNames()
{
    const QByteArray zeros(64, '0');
    QByteArrayList names{"-", "a b ", "a\\b", "back", "r\xc3\xa9sultat", "other"};
    const auto contentOf = [](const QByteArray &name) -> QByteArray {
        return QByteArray(5'000'000, 'x') + name;
    };
    const auto sumsAreRight = [&] {
        QHash<QByteArray, QByteArray> sums;
        readSums(runScript(sumsScript(), {{"place", {"."}}}, listedNames(names)).items, sums);
        QCOMPARE(sums.size(), names.size());
        for (const QByteArray &name : qAsConst(names)) {
            const QByteArray content = contentOf(name);
            QCOMPARE(
                sums.value(name),
                QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex());
        }
    };
    for (const QByteArray &name : qAsConst(names)) {
        write("there/" + name, contentOf(name));
    }
    sumsAreRight();
    const QByteArray folder = "line\n" + zeros + " *.";
    QVERIFY(QDir(m_folder->path()).mkpath(QString::fromUtf8("there/" + folder)));
    names.insert(3, folder + "/back");
    for (const QByteArray &name : qAsConst(names)) {
        write("there/" + name, contentOf(name));
    }
    sumsAreRight();
}

QTEST_GUILESS_MAIN(TestCopyDigests)
#include "tst_copydigests.moc"
