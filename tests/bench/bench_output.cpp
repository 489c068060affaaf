// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What output costs: taking it in, keeping it, reading lines, finding. One JSON line a figure.
// usage: bench_output
#include "core/run/output/outputsearch.h"
#include "core/run/output/outputstore.h"

#include <QElapsedTimer>

#include <cstdio>
#include <malloc.h>

using namespace podium;
using namespace podium::run;

namespace {

constexpr auto Out = ssh::OutputStream::Out;

void print(const char *what, double value, const char *unit)
{
    std::printf("{\"what\": \"%s\", \"value\": %.4g, \"unit\": \"%s\"}\n", what, value, unit);
    std::fflush(stdout);
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
        {"log", QByteArray("I0301 12:00:00.123456 host.py:42] step 1234 loss 0.1234 grad 5.678\n"
                           "W0301 12:00:00.2 io.py:7] slow\n"
                           "I0301 12:00:01.123456 host.py:42] step 12345 loss 0.1 grad 5.678 saved "
                           "to gs://bucket/run-42/checkpoint-12345\n")},
        {"rm -rv", QByteArray("removed '/home/milo/data/shard-00017/part-00042.tfrecord'\n")},
        {"yes", QByteArray("y\n")},
        {"numbers", QByteArray("1\n23\n456\n7890\n12345\n")},
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
    print(
        name("line").constData(), double(time.nsecsElapsed()) / 1e3 / Looks,
        read > 0 ? "us" : "us, read nothing");
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

} // namespace

int main()
{
    for (const Kind &kind : kinds()) {
        benchAppend(kind);
    }
    benchSearch();
    return 0;
}
