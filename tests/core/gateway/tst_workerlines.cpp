// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/workerlines.h"

#include <QRandomGenerator>
#include <QtTest>

using namespace podium::gateway;
using Output = WorkerLines::Output;
using Begun = WorkerLines::Begun;
using Ended = WorkerLines::Ended;
using Own = WorkerLines::Own;
using Items = std::vector<WorkerLines::Item>;

Q_DECLARE_METATYPE(WorkerLines::Item)
Q_DECLARE_METATYPE(Items)

/// What clush prints, taken apart.
class TestWorkerLines final : public QObject
{
    Q_OBJECT

private slots:
    void linesAreReadApart_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<Items>("items");
        const auto row = [](const char *name, const QByteArray &bytes, const Items &items) {
            QTest::newRow(name) << bytes << items;
        };
        row("two workers", "w0: a\nw11: b\n", {Output{0, "a\n"}, Output{11, "b\n"}});
        row("an empty line", "w0: \n", {Output{0, "\n"}});
        row("what looks like a name", "w0: w1: x\n", {Output{0, "w1: x\n"}});
        row("begins and ends", "w3: T begun\nw3: T ended 7\n", {Begun{3}, Ended{3, 7}});
        row("a last line that has no end", "w3: halfT ended 0\n", {Output{3, "half"}, Ended{3, 0}});
        row("another token", "w3: U ended 0\n", {Output{3, "U ended 0\n"}});
        row("the token only", "w3: T\nw3: T \nw3: T ended x\nw3: T ended 1 \n",
            {Output{3, "T\n"}, Output{3, "T \n"}, Output{3, "T ended x\n"},
             Output{3, "T ended 1 \n"}});
        row("clush's own", "clush: w[0-3] (4): exited with exit code 2\n",
            {Own{"clush: w[0-3] (4): exited with exit code 2"}});
        row("no worker of this run", "w12: x\nw: x\nw-1: x\nwx: y\n",
            {Own{"w12: x"}, Own{"w: x"}, Own{"w-1: x"}, Own{"wx: y"}});
        row("any bytes", QByteArray("w1: \0\xff\r\n", 8), {Output{1, QByteArray("\0\xff\r\n", 4)}});
        row("not a whole line", "w1: abc", {});
    }
    void linesAreReadApart()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(Items, items);
        WorkerLines whole("T", 12);
        QVERIFY(whole.read(bytes) == items);
        WorkerLines piecewise("T", 12);
        Items found;
        for (const char byte : bytes) {
            for (auto &item : piecewise.read(QByteArray(1, byte))) {
                found.push_back(std::move(item));
            }
        }
        QVERIFY(found == items);
    }

    /// However it is cut, a line that never ends is passed on as it comes, and its end is seen.
    void aLongLineComesInPieces()
    {
        QRandomGenerator random(7);
        const QByteArray line(1'000'000, 'x');
        const QByteArray bytes = "w2: " + line + "T ended 4\nw1: y\n";
        WorkerLines lines("T", 12);
        QByteArray found;
        std::vector<WorkerLines::Item> others;
        int longest = 0;
        for (int at = 0; at < bytes.size();) {
            const int size = random.bounded(1, 50'000);
            for (const auto &item : lines.read(bytes.mid(at, size))) {
                const auto *output = std::get_if<Output>(&item);
                if (output != nullptr && output->worker == 2) {
                    found += output->bytes;
                    longest = std::max(longest, output->bytes.size());
                } else {
                    others.push_back(item);
                }
            }
            at += size;
        }
        QVERIFY(found == line);
        QVERIFY(longest < 200'000);
        QVERIFY(others == (Items{Ended{2, 4}, Output{1, "y\n"}}));
    }
};

QTEST_APPLESS_MAIN(TestWorkerLines)
#include "tst_workerlines.moc"
