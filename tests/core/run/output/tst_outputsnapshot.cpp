// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputsnapshot.h"
#include "tests/core/run/storedlines.h"
#include "tests/fakes/patience.h"

#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

namespace {

constexpr auto Out = ssh::OutputStream::Out;
constexpr auto Err = ssh::OutputStream::Err;
constexpr qint64 KiB = 1024;
constexpr qint64 MiB = 1024 * KiB;

} // namespace

/// A worker's output as it was at one time, for another thread.
class TestOutputSnapshot final : public QObject
{
    Q_OBJECT

private slots:
    void holdsEveryLine();
    void saysWhatIsNotThere();
    void bytesAreNotCopied();

private:
    [[nodiscard]] OutputLimits limits(qint64 memory, qint64 disk = 1024 * MiB) const
    {
        return {memory, disk, m_folder.filePath("runs")};
    }
    QTemporaryDir m_folder;
};

/// While the output that it is of goes on, on another thread.
void TestOutputSnapshot::holdsEveryLine()
{
    constexpr int Count = 40'000;
    OutputStore store(1, limits(256 * KiB));
    QStringList sent;
    for (int i = 0; i < Count; ++i) {
        const QByteArray text = "\x1b[32mline\x1b[m " + QByteArray::number(i);
        sent << QStringLiteral("line %1").arg(i);
        store.append(0, i % 5 == 0 ? Err : Out, text + '\n');
        if (i % 1000 == 0) {
            QCoreApplication::processEvents();
        }
    }
    store.append(0, Out, "unfinished");
    sent << QStringLiteral("unfinished");
    QVERIFY(store.onDisk(0).end - store.onDisk(0).begin > Count / 2);
    QTRY_VERIFY(store.diskBytes() > 256 * KiB);
    QStringList read;
    Result<> taken;
    std::thread reader([&read, &taken, snapshot = store.snapshot(0)] {
        taken = snapshot.forEachLine([&read](const QString &line) -> Result<> {
            read << line;
            return {};
        });
    });
    store.append(0, Out, " no more\n");
    for (int i = 0; i < 20; ++i) {
        store.append(0, i % 2 == 0 ? Err : Out, numberedLines(i * 2000, i * 2000 + 2000));
        QCoreApplication::processEvents();
    }
    reader.join();
    QVERIFY(taken.has_value());
    QCOMPARE(read.size(), sent.size());
    QVERIFY(read == sent);
}

void TestOutputSnapshot::saysWhatIsNotThere()
{
    OutputStore store(1, limits(MiB, 2 * MiB));
    for (int i = 0; store.cutBytes(0) == 0 && i < 1000; ++i) {
        store.append(0, Out, numberedLines(i * 2000, i * 2000 + 2000));
        QCoreApplication::processEvents();
    }
    const int mark = int(store.cut(0).line);
    QVERIFY(mark > 0);
    QStringList read;
    const auto until = [&read, mark](const QString &line) -> Result<> {
        read << line;
        return read.size() > mark ? failure({ErrorKind::Cancelled, "enough", {}, {}, {}})
                                  : Result<>();
    };
    const Result<> taken = store.snapshot(0).forEachLine(until);
    QCOMPARE(read.size(), mark + 1);
    QCOMPARE(read.last(), store.line(0, mark).text);
    QVERIFY(!taken && taken.error().kind == ErrorKind::Cancelled);
}

/// So that saving much output costs neither time on the drawing thread nor the memory again.
void TestOutputSnapshot::bytesAreNotCopied()
{
    OutputContent content;
    const QByteArray sent = numberedLines(0, 30'000);
    {
        OutputStore store(1);
        store.append(0, Out, sent);
        content = store.content(0, Out);
        const OutputContent again = store.content(0, Out);
        QVERIFY(content.pieces.size() > 1);
        for (std::size_t i = 0; i < content.pieces.size(); ++i) {
            QVERIFY(
                content.pieces[i].bytes.constData() ==
                std::as_const(again.pieces[i].bytes).constData());
        }
        store.append(0, Out, "more"); // in the last of them
    }
    QByteArray read; // when the store has gone
    const auto taken = content.forEach([&read](const QByteArray &bytes) -> Result<> {
        read.append(bytes.constData(), bytes.size());
        return {};
    });
    QVERIFY(taken.has_value());
    QVERIFY(read == sent);
}

QTEST_GUILESS_MAIN(TestOutputSnapshot)
#include "tst_outputsnapshot.moc"
