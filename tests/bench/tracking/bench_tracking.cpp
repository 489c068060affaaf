// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a refresh costs the GUI thread: 10,000 nodes in 50 projects from podium-sim, through the
// HTTP client, the parser, the comparison, the database and the models into a Nodes page that is
// shown. Usage: bench_tracking [NODES [PROJECTS [ROUNDS]]], QT_QPA_PLATFORM=offscreen.
#include "app/composition/services.h"
#include "core/models/activity/activitymodel.h"
#include "tests/bench/stretches.h"
#include "tests/fakes/simcloud.h"
#include "widgets/nodes/nodespage.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace podium;
using bench::Stretches;

namespace {

QJsonObject scenario(int nodes, int projects)
{
    QJsonArray all;
    const QStringList zones{"us-central1-b", "us-east5-a", "us-central2-b", "europe-west4-a"};
    for (int p = 0; p < projects; ++p) {
        QJsonArray list;
        for (int n = 0; n < nodes / projects; ++n) {
            list.append(QJsonObject{
                {"zone", zones[n % 4]},
                {"name", QStringLiteral("node-%1").arg(n, 4, 10, QLatin1Char('0'))},
                {"acceleratorType", "v3-8"},
                {"workers", 1},
                {"labels", QJsonObject{{"team", "speech"}, {"owner", "ada"}}}});
        }
        all.append(QJsonObject{
            {"id", QStringLiteral("bench-lab-%1").arg(p, 2, 10, QLatin1Char('0'))},
            {"nodes", list}});
    }
    return {{"projects", all}};
}

struct Round
{
    double wall = 0;
    double gui = 0;
    double stallWall = 0;
    double stallCpu = 0;
};

Round look(inventory::Inventory &inventory, Stretches &stretches)
{
    QSignalSpy refreshed(&inventory, &inventory::Inventory::refreshed);
    QElapsedTimer time;
    stretches.reset();
    time.start();
    inventory.refresh();
    refreshed.wait(120000);
    const double wall = double(time.nsecsElapsed()) / 1e6;
    // What the page still has to do, and the painting.
    QElapsedTimer after;
    after.start();
    while (after.elapsed() < 200) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 10);
    }
    stretches.end();
    return {wall, stretches.total, stretches.longestWall, stretches.longestCpu};
}

void print(const char *what, const std::vector<Round> &rounds)
{
    const auto of = [&rounds](double Round::*member) {
        std::vector<double> values;
        for (const Round &round : rounds) {
            values.push_back(round.*member);
        }
        return bench::share(values, 0.5);
    };
    std::printf(
        "%-22s wall %8.1f ms   GUI thread %6.1f ms   longest stretch %5.1f ms (CPU %5.1f ms)\n",
        what, of(&Round::wall), of(&Round::gui), of(&Round::stallWall), of(&Round::stallCpu));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    // GLib's dispatcher works between "about to block" and "awake", so that nothing would be seen.
    qputenv("QT_NO_GLIB", "1");
    QApplication application(argc, argv);
    const auto number = [&](int index, int usual) {
        return argc > index ? QByteArray(argv[index]).toInt() : usual;
    };
    const int nodes = number(1, 10000);
    const int projects = number(2, 50);
    const int rounds = number(3, 9);
    tests::SimCloud sim;
    if (!sim.startWith(scenario(nodes, projects))) {
        std::fprintf(stderr, "%s\n", qPrintable(sim.error()));
        return 1;
    }
    const QTemporaryDir folder;
    app::ServiceOptions options;
    options.environment = sim.environment();
    options.paths = {
        folder.path(), folder.filePath("c"), folder.filePath("d"), folder.filePath("s")};
    auto services = app::Services::make(options);
    if (!services) {
        std::fprintf(stderr, "%s\n", qPrintable(services.error().text()));
        return 1;
    }
    app::Services &s = **services;
    s.source.setAsksHostKeys(false); // one call for each node, once in its life: not a refresh
    QSettings state(folder.filePath("window.ini"), QSettings::IniFormat);
    models::ActivityModel activity(s.clock);
    ui::NodesPage page(s.inventory, activity, s.clock, state);
    page.resize(1280, 800);
    page.show();
    Stretches stretches;
    std::printf("%d nodes in %d projects, %d rounds, medians\n", nodes, projects, rounds);
    print("first look", {look(s.inventory, stretches)});
    if (int(s.inventory.snapshot().nodes.size()) != nodes) {
        std::fprintf(stderr, "only %zu nodes came\n", s.inventory.snapshot().nodes.size());
        return 1;
    }
    std::vector<Round> quiet;
    std::vector<Round> busy;
    for (int i = 0; i < rounds; ++i) {
        quiet.push_back(look(s.inventory, stretches));
        // One node in a hundred has moved.
        for (int n = 0; n < nodes / 100; ++n) {
            const int node = (n * 97 + i) % (nodes / projects);
            sim.post(
                QStringLiteral("/sim/nodes/bench-lab-%1/%2/node-%3:moveIps")
                    .arg(n % projects, 2, 10, QLatin1Char('0'))
                    .arg(QStringList{
                        "us-central1-b", "us-east5-a", "us-central2-b", "europe-west4-a"}[node % 4])
                    .arg(node, 4, 10, QLatin1Char('0')));
        }
        busy.push_back(look(s.inventory, stretches));
    }
    print("nothing has changed", quiet);
    print("1 % has changed", busy);
    return 0;
}
