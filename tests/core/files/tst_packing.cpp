// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whether it pays to pack what is sent.
#include "core/files/packing.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::files;

class TestPacking final : public QObject
{
    Q_OBJECT

private slots:
    void largeOnesDecide();
    void whatIsSmallOrGoneIsNoReason();

private:
    [[nodiscard]] FileToPack random(const QString &name, int size) const
    {
        QByteArray bytes(size, '\0');
        QRandomGenerator generator(7);
        for (char &byte : bytes) {
            byte = char(generator.generate());
        }
        return written(name, bytes);
    }
    [[nodiscard]] FileToPack written(const QString &name, const QByteArray &bytes) const
    {
        QFile file(m_folder.filePath(name));
        [&] { QVERIFY(file.open(QIODevice::WriteOnly)); }();
        file.write(bytes);
        return {QFile::encodeName(file.fileName()), bytes.size()};
    }

    QTemporaryDir m_folder;
};

void TestPacking::largeOnesDecide()
{
    const FileToPack checkpoint = random("checkpoint", 4'000'000);
    const FileToPack log = written("log", QByteArray("step 12 loss 3.4\n").repeated(200'000));
    const FileToPack source = written("source", QByteArray("import jax\n").repeated(1'000));
    QVERIFY(packingPays({log}));
    QVERIFY(packingPays({source}));
    QVERIFY(!packingPays({checkpoint}));
    QVERIFY(!packingPays({source, checkpoint}));
    QVERIFY(packingPays({checkpoint, log}));
    // More than are looked at.
    std::vector<FileToPack> many(1000, written("line", QByteArray("import jax\n").repeated(10)));
    many.push_back(checkpoint);
    QVERIFY(!packingPays(many));
    // A head that packs well says nothing of the rest.
    const FileToPack archive = [&] {
        QFile file(QFile::decodeName(checkpoint.localPath));
        [&] { QVERIFY(file.open(QIODevice::ReadOnly)); }();
        return written("archive", QByteArray(70'000, ' ') + file.readAll());
    }();
    QVERIFY(!packingPays({archive}));
}

void TestPacking::whatIsSmallOrGoneIsNoReason()
{
    QVERIFY(!packingPays({}));
    QVERIFY(!packingPays({written("one", "x")}));
    QVERIFY(!packingPays({{QFile::encodeName(m_folder.filePath("gone")), 1'000'000}}));
}

QTEST_GUILESS_MAIN(TestPacking)
#include "tst_packing.moc"
