// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/workerlines.h"

#include <QRandomGenerator>
#include <QtTest>

#include <map>

using namespace podium::gateway;
using Output = WorkerLines::Output;
using Begun = WorkerLines::Begun;
using Ended = WorkerLines::Ended;
using Own = WorkerLines::Own;
using Items = std::vector<WorkerLines::Item>;

Q_DECLARE_METATYPE(WorkerLines::Item)
Q_DECLARE_METATYPE(Items)

namespace {

/// Output of one worker in one piece between two other items, worker by worker.
std::map<std::size_t, Items> ofEachWorker(const Items &items)
{
    std::map<std::size_t, Items> all;
    constexpr std::size_t None = 99;
    for (const WorkerLines::Item &item : items) {
        const std::size_t worker = std::visit(
            [](const auto &what) -> std::size_t {
                if constexpr (std::is_same_v<std::decay_t<decltype(what)>, Own>) {
                    return None;
                } else {
                    return what.worker;
                }
            },
            item);
        Items &own = all[worker];
        const auto *more = std::get_if<Output>(&item);
        auto *last = own.empty() ? nullptr : std::get_if<Output>(&own.back());
        if (more != nullptr && last != nullptr) {
            last->bytes += more->bytes;
        } else {
            own.push_back(item);
        }
    }
    return all;
}

} // namespace

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
        row("in turns", "w0: a\nw1: b\nw0: c\n", {Output{0, "a\nc\n"}, Output{1, "b\n"}});
        row("an empty line", "w0: \n", {Output{0, "\n"}});
        row("what looks like a name", "w0: w1: x\n", {Output{0, "w1: x\n"}});
        row("begins and ends", "w3: \1T begun\nw3: \1T ended 7\n", {Begun{3}, Ended{3, 7}});
        row("a last line that has no end", "w3: half\1T ended 0\n",
            {Output{3, "half"}, Ended{3, 0}});
        row("another token", "w3: \1U ended 0\n", {Output{3, "\1U ended 0\n"}});
        row("no mark", "w3: T ended 0\n", {Output{3, "T ended 0\n"}});
        row("the mark only", "w3: \1T\nw3: \1T \nw3: \1T ended x\nw3: \1T ended 1 \nw3: \1\n",
            {Output{3, "\1T\n\1T \n\1T ended x\n\1T ended 1 \n\1\n"}});
        row("behind its end", "w3: \1T ended 0\nw3: x\n", {Ended{3, 0}, Output{3, "x\n"}});
        row("clush's own", "clush: w[0-3] (4): exited with exit code 2\n",
            {Own{"clush: w[0-3] (4): exited with exit code 2"}});
        row("no worker of this run", "w12: x\nw: x\nw-1: x\nwx: y\n",
            {Own{"w12: x"}, Own{"w: x"}, Own{"w-1: x"}, Own{"wx: y"}});
        row("any bytes", QByteArray("w1: \0\xff\r\n", 8), {Output{1, QByteArray("\0\xff\r\n", 4)}});
        row("not a whole line", "w1: abc", {});
        const QByteArray begun = "w3: \1T begun packed\n";
        row("packed", begun + R"(w3: a\nb\r\\n\\)" + "\nw4: \\n\n",
            {Begun{3}, Output{3, "a\nb\r\\n\\"}, Output{4, "\\n\n"}});
        row("packed, any bytes", begun + "w3: \xc2\x80\xc3\xbf\xc3\x83\xc2\xa9 \xc3\n",
            {Begun{3}, Output{3, "\x80\xff\xc3\xa9 \xc3"}});
        row("packed pieces of a line", begun + "w3: a\nw3: b\\n\nw3: \\\n",
            {Begun{3}, Output{3, "ab\n\\"}});
        row("packed, an end in a line", begun + "w3: a\\nb\1T ended 9\\n\n",
            {Begun{3}, Output{3, "a\nb"}, Ended{3, 9}});
        row("packed, an end in two lines", begun + "w3: a\1T en\nw3: ded 9\\n\n",
            {Begun{3}, Output{3, "a"}, Ended{3, 9}});
        row("packed, half a mark", begun + "w3: a\1\nw3: Tb\n", {Begun{3}, Output{3, "a\1Tb"}});
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
        QVERIFY(ofEachWorker(found) == ofEachWorker(items));
    }

    /// A prompt is seen when it is printed, whatever it ends with.
    void whatHasNoEndComesAtOnce()
    {
        WorkerLines lines("T", 12);
        QVERIFY(lines.read("w3: \1T begun packed\n") == Items{Begun{3}});
        QVERIFY(lines.read("w3: Name? T\n") == (Items{Output{3, "Name? T"}}));
    }

    /// However it is cut, a line that never ends is passed on as it comes, and its end is seen.
    void aLongLineComesInPieces()
    {
        QRandomGenerator random(7);
        const QByteArray line(1'000'000, 'x');
        const QByteArray bytes = "w2: " + line + "\1T ended 4\nw1: y\n";
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
