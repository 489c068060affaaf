// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What 5,000 actions of 8 parts each cost: to keep, to read back at a start, to fill the list, to
// filter it while somebody types, and to enter one more. Medians. usage: bench_activity [ROUNDS]
#include "core/models/activity/activityfilter.h"
#include "core/models/activity/activitymodel.h"
#include "core/store/history.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

namespace {

constexpr int Entries = 5000;
constexpr int Parts = 8;

ActivityEntry entryOf(int number)
{
    ActivityEntry entry{
        sketchTime().addSecs(-600LL * number), ActivityKind::Run, "pod-v4:0-7",
        QString("“step %1” finished: 7 ok · 1 failed.").arg(number), "python3 train.py"};
    entry.run = QString("%1").arg(number, 16, 16, QLatin1Char('0'));
    entry.action = "run " + entry.run;
    std::vector<ActivityPart> parts;
    for (int i = 0; i < Parts; ++i) {
        parts.push_back(
            {refOf({.name = QString("pod%1").arg(number % 40)}), i, {}, "exit 0", Outcome::Good});
    }
    entry.setParts(parts);
    return entry;
}

std::vector<ActivityEntry> readAll(store::DatabaseQueue &queue)
{
    store::ActivityQuery query;
    query.limit = Entries;
    Answer<Result<std::vector<ActivityEntry>>> answer;
    store::History(queue).activity(query, answer.callback());
    return answer.wait(Patience).value_or(failure({})).value_or(std::vector<ActivityEntry>{});
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
    std::map<QString, std::vector<double>> ms;
    const auto measure = [&ms](const char *what, const std::function<void()> &work) {
        QElapsedTimer timer;
        timer.start();
        work();
        ms[what].push_back(double(timer.nsecsElapsed()) / 1e6);
    };
    for (int round = 0; round < rounds; ++round) {
        const QTemporaryDir folder;
        const QString path = folder.filePath("podium.db");
        measure("1 keep all, another thread", [&path] {
            store::DatabaseQueue queue(path); // writes all before it goes
            for (int i = 0; i < Entries; ++i) {
                store::History(queue).append(entryOf(i));
            }
        });
        store::DatabaseQueue queue(path);
        std::vector<ActivityEntry> entries;
        measure("2 read all, another thread", [&] { entries = readAll(queue); });
        const ManualClock clock;
        ActivityModel model(clock);
        ActivityFilter filter;
        filter.setSourceModel(&model);
        measure("3 fill the list", [&] { model.add(entries); });
        measure("4 filter by a text", [&] { filter.setText("step 4"); });
        measure("5 filter by a node", [&] { filter.setText("node:pod17"); });
        filter.setText({});
        measure("6 enter one more", [&] { model.add({entryOf(-1)}); });
        measure("7 change one with its parts", [&] { model.add({entryOf(2500)}); });
    }
    for (auto &[what, values] : ms) {
        std::sort(values.begin(), values.end());
        std::printf(
            "{\"what\": \"%s\", \"ms\": %.2f}\n", qPrintable(what.mid(2)),
            values[values.size() / 2]);
    }
    return 0;
}
