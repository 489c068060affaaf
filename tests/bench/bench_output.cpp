// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What output costs: taking it in, keeping it, reading lines, finding, folding; the last against
// `dshbak -c` on the same text. One JSON line a figure. usage: bench_output
#include "core/run/outputfold.h"
#include "core/run/outputsearch.h"
#include "core/run/outputstore.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>

#include <sys/resource.h>

#include <cstdio>
#include <malloc.h>
#include <numeric>

using namespace podium;
using namespace podium::run;

namespace {

constexpr auto Out = ssh::OutputStream::Out;

void print(const char *what, double value, const char *unit)
{
    std::printf("{\"what\": \"%s\", \"value\": %.4g, \"unit\": \"%s\"}\n", what, value, unit);
    std::fflush(stdout);
}

double cpuSeconds(int who)
{
    struct rusage usage = {};
    getrusage(who, &usage);
    const auto seconds = [](const timeval &t) {
        return double(t.tv_sec) + double(t.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double allocatedBytes()
{
    const struct mallinfo2 info = mallinfo2();
    return double(info.uordblks) + double(info.hblkhd);
}

struct Kind
{
    const char *name;
    QByteArray piece;
};

const std::vector<Kind> &kinds()
{
    static const std::vector<Kind> all{
        {"log", QByteArray("I0301 12:00:00.123456 host.py:42] step 1234 loss 0.1234 grad 5.678\n")},
        {"rm -rv", QByteArray("removed '/home/milo/data/shard-00017/part-00042.tfrecord'\n")},
        {"yes", QByteArray("y\n")},
        {"colours",
         QByteArray("\x1b[1;32mINFO\x1b[0m \x1b[38;5;208mtrain\x1b[0m: ok \x1b[2m(3 s)\x1b[0m\n")},
        {"progress",
         QByteArray("\r 42%|\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88   | 420/1000 [00:42<00:58]")},
        {"wide", QByteArray("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe3\x81\xae\xe8\xa1\x8c\xe3\x81"
                            "\xa7\xe3\x81\x99 ok\n")},
    };
    return all;
}

void benchAppend(const Kind &kind)
{
    constexpr qint64 Size = 64 * 1024 * 1024;
    const QByteArray chunk = kind.piece.repeated(32 * 1024 / kind.piece.size());
    const double before = allocatedBytes();
    OutputStore store(1);
    QElapsedTimer time;
    time.start();
    while (store.receivedBytes(0) < Size) {
        store.append(0, Out, chunk);
    }
    const double seconds = double(time.nsecsElapsed()) / 1e9;
    const auto name = [&kind](const char *what) -> QByteArray {
        return QByteArray(what) + ", " + kind.name;
    };
    const double received = double(store.receivedBytes(0));
    print(name("append").constData(), received / 1e6 / seconds, "MB/s");
    print(name("memory").constData(), double(store.memoryBytes()) / received, "x raw");
    print(name("memory by malloc").constData(), (allocatedBytes() - before) / received, "x raw");

    time.start();
    qint64 read = 0;
    const int lines = store.lineCount(0);
    constexpr int Looks = 200'000;
    for (int i = 0; i < Looks; ++i) {
        read += store.line(0, int(qint64(i) * 7919 % lines)).text.size();
    }
    print(name("line").constData(), double(time.nsecsElapsed()) / 1e3 / Looks, "us");
}

void benchSearch()
{
    OutputStore store(1);
    QByteArray bytes;
    for (int i = 0; i < 100'000; ++i) {
        bytes += "I0301 12:00:00 host.py:42] step " + QByteArray::number(i) + " loss 0.1234\n";
    }
    store.append(0, Out, bytes);
    for (const bool isRegularExpression : {false, true}) {
        const OutputSearch search = *OutputSearch::compile(
            {isRegularExpression ? QStringLiteral("step \\d*99\\b") : QStringLiteral("step 999"),
             isRegularExpression, false});
        QElapsedTimer time;
        time.start();
        const OutputHits hits = search.find(store, 0);
        print(
            isRegularExpression ? "find an expression in 100,000 lines"
                                : "find text in 100,000 lines",
            double(time.nsecsElapsed()) / 1e6, hits.count > 0 ? "ms" : "ms, found nothing");
    }
}

// The work of `dshbak -c`: hosts × lines, one of them with an odd line.
constexpr int Hosts = 1500;
constexpr int Lines = 200;

QByteArray foldLine(int host, int line)
{
    const int odd = host == 700 && line == 123 ? 1 : 0;
    return "I0301 12:00:00 train.py:17] step " + QByteArray::number(line + odd) + " ok\n";
}

Fold benchFold()
{
    OutputStore store(Hosts);
    QVector<int> all(Hosts);
    std::iota(all.begin(), all.end(), 0);
    const double before = cpuSeconds(RUSAGE_SELF);
    double folding = 0;
    Fold result;
    for (int line = 0; line < Lines; ++line) {
        for (int host = 0; host < Hosts; ++host) {
            store.append(host, Out, foldLine(host, line));
        }
        const double start = cpuSeconds(RUSAGE_SELF);
        result = fold(store, all); // live: after each line of all hosts
        folding += cpuSeconds(RUSAGE_SELF) - start;
    }
    print("fold 1,500 x 200 live, with taking in", cpuSeconds(RUSAGE_SELF) - before, "s CPU");
    print("  of which folding, 200 times", folding, "s CPU");
    return result;
}

/// "h[0000-0003,0700]" → 0, 1, 2, 3, 700.
QSet<int> expanded(const QString &hosts)
{
    QSet<int> numbers;
    static const QRegularExpression range(QStringLiteral("(\\d+)(?:-(\\d+))?"));
    auto matches = range.globalMatch(hosts);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const int first = match.captured(1).toInt();
        const int last = match.captured(2).isEmpty() ? first : match.captured(2).toInt();
        for (int i = first; i <= last; ++i) {
            numbers << i;
        }
    }
    return numbers;
}

void benchDshbak(const Fold &ours)
{
    QByteArray text;
    for (int line = 0; line < Lines; ++line) {
        for (int host = 0; host < Hosts; ++host) {
            text +=
                "h" + QByteArray::number(host).rightJustified(4, '0') + ": " + foldLine(host, line);
        }
    }
    const double before = cpuSeconds(RUSAGE_CHILDREN);
    QProcess dshbak;
    dshbak.start(QStringLiteral("dshbak"), {QStringLiteral("-c")});
    if (!dshbak.waitForStarted()) {
        std::puts("{\"what\": \"dshbak -c\", \"skipped\": \"dshbak is not installed\"}");
        return;
    }
    dshbak.write(text);
    dshbak.closeWriteChannel();
    dshbak.waitForFinished(-1);
    print("dshbak -c of the same text", cpuSeconds(RUSAGE_CHILDREN) - before, "s CPU");
    QSet<QSet<int>> theirs;
    QSet<QSet<int>> mine;
    const QStringList lines = QString::fromUtf8(dshbak.readAllStandardOutput()).split('\n');
    for (const QString &line : lines) {
        if (line.startsWith(QLatin1String("h"))) {
            theirs << expanded(line);
        }
    }
    for (const QVector<int> &group : ours.groups) {
        mine << QSet<int>(group.begin(), group.end());
    }
    print("groups", ours.groups.size(), mine == theirs ? "as dshbak's" : "NOT as dshbak's");
}

} // namespace

int main()
{
    for (const Kind &kind : kinds()) {
        benchAppend(kind);
    }
    benchSearch();
    benchDshbak(benchFold());
    return 0;
}
