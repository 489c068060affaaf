// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What a look at workers costs, against `hostname` on the same ones over the same connections:
// who holds the TPU, how busy they are, and a recipe of ten steps that are all so already.
//
//     bench_workers [WORKERS [MS]], MS: of a round trip to them
#include "core/recipe/reciperun.h"
#include "core/remote/remoterun.h"
#include "core/tpu/load/loadsession.h"
#include "core/tpu/tpuscripts.h"
#include "tests/core/run/simruns.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace podium;
using namespace podium::tests;

namespace {

constexpr int Rounds = 5;

double processSeconds()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

/// The median of some rounds, in milliseconds.
template <typename What>
qint64 medianMs(const What &what)
{
    std::vector<qint64> times;
    for (int round = 0; round < Rounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        what();
        times.push_back(timer.elapsed());
    }
    std::sort(times.begin(), times.end());
    return times[Rounds / 2];
}

struct Bench
{
    explicit Bench(SimRuns &sim)
        : runs(sim)
        , service(
              *runs.transport,
              [this](const WorkerRef &worker) { return runs.workers.endpointOf(worker); },
              *runs.clock)
    {}

    void hostname() const
    {
        const auto run = runs.runOf(runs.specOf("hostname"));
        run->start();
        if (!QTest::qWaitFor([&] { return run->isFinished(); }, 600'000)) {
            std::printf("hostname did not end\n");
        }
    }
    void ask(const remote::Script &script, const std::vector<remote::Record> &data) const
    {
        remote::RemoteRun run(service, script, runs.workers.refs(), {data});
        int answers = 0;
        QObject::connect(&run, &remote::RemoteRun::reported, &run, [&](const auto &report) {
            answers += report.answer ? 1 : 0;
        });
        run.start();
        if (!QTest::qWaitFor([&] { return run.isFinished(); }, 600'000)) {
            std::printf("the script did not end\n");
        }
        if (answers != int(runs.workers.refs().size())) {
            std::printf("only %d workers answered\n", answers);
        }
    }

    SimRuns &runs;
    const run::RunService service;
};

QByteArray tenSteps()
{
    QByteArray text = "#: recipe ten\n#: purpose Ten steps that are so already\n";
    for (int step = 0; step < 10; ++step) {
        text += "#: step " + QByteArray::number(step) + "\n#: check\ntest -d /\n#: act\nfalse\n";
    }
    return text;
}

void benchLooks(const Bench &bench, int seconds)
{
    tpu::LoadSession session(
        {*bench.runs.transport,
         [&bench](const WorkerRef &worker) { return bench.runs.workers.endpointOf(worker); },
         *bench.runs.clock,
         {}},
        bench.runs.workers.refs());
    int looks = 0;
    QObject::connect(&session, &tpu::LoadSession::looked, &session, [&looks] { ++looks; });
    const double before = processSeconds();
    session.start();
    QTest::qWait(seconds * 1000);
    const double used = processSeconds() - before;
    std::printf(
        "load: %d looks in %d s, %.2f ms of this machine's CPU each, %.1f %% of a core\n", looks,
        seconds, looks > 0 ? 1000 * used / looks : 0.0, 100 * used / seconds);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const int count = argc > 1 ? QByteArray(argv[1]).toInt() : 64;
    SimRuns runs;
    const int rttMs = argc > 2 ? QByteArray(argv[2]).toInt() : 0;
    if (!runs.start(count, 0, rttMs)) {
        std::printf("no workers here: %s\n", qPrintable(runs.workers.reason()));
        return 1;
    }
    const Bench bench(runs);
    bench.hostname(); // logs in
    const qint64 hostname = medianMs([&] { bench.hostname(); });
    const qint64 holders = medianMs([&] { bench.ask(tpu::holdersScript(), {}); });
    const qint64 afterCommand = medianMs([&] {
        bench.hostname(); // ends the shells that are kept
        bench.ask(tpu::holdersScript(), {});
    });
    const qint64 load = medianMs([&] { bench.ask(tpu::loadScript(), {}); });
    const auto recipe = recipe::parseRecipe(tenSteps());
    const qint64 ten = medianMs(
        [&] { bench.ask(recipe::recipeScript(*recipe), recipe::recipeData(*recipe, {})); });
    const auto print = [hostname](const char *name, qint64 ms) {
        std::printf(
            "%-28s %6lld ms  %.2f x hostname\n", name, static_cast<long long>(ms),
            hostname > 0 ? double(ms) / double(hostname) : 0.0);
    };
    std::printf("%d workers, %d ms away, warm\n", count, rttMs);
    print("hostname", hostname);
    print("holders", holders);
    print("the same, a shell started", afterCommand - hostname);
    print("load script", load);
    print("recipe of ten true steps", ten);
    benchLooks(bench, 20);
    return 0;
}
