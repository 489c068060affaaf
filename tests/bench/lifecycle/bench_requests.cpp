// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What node requests that wait for capacity cost the thread that draws, beside a Nodes page of many
// nodes that is refreshed, how many list calls a look makes, and how long after the time that a
// request has set itself it asks for its node. Usage: bench_requests [REQUESTS [NODES [SECONDS]]],
// QT_QPA_PLATFORM=offscreen.
#include "app/composition/services.h"
#include "core/lifecycle/request/requestservice.h"
#include "core/models/activity/activitymodel.h"
#include "core/models/nodes/requestfeed.h"
#include "tests/bench/stretches.h"
#include "tests/fakes/simcloud.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/nodes/requestpanel.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QJsonArray>
#include <QJsonObject>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <map>
#include <vector>

using namespace podium;
using bench::Stretches;
using lifecycle::NodeRequest;
using lifecycle::RequestService;

namespace {

const char *const Wanted = "us-central1-a"; ///< where there is no capacity

QJsonObject scenario(int nodes)
{
    QJsonArray list;
    const QStringList zones{"us-central1-b", "us-east5-a", "us-central2-b", "europe-west4-a"};
    for (int n = 0; n < nodes; ++n) {
        list.append(QJsonObject{
            {"zone", zones[n % 4]},
            {"name", QStringLiteral("node-%1").arg(n, 4, 10, QLatin1Char('0'))},
            {"acceleratorType", "v3-8"},
            {"workers", 1}});
    }
    return {
        {"operationMs", 50},
        {"projects", QJsonArray{QJsonObject{{"id", "bench-lab"}, {"nodes", list}}}}};
}

NodeRequest wish(int number, const QDateTime &now)
{
    NodeRequest request;
    request.id = QStringLiteral("bench-%1").arg(number, 4, 10, QLatin1Char('0'));
    request.project = *ProjectId::parse(QStringLiteral("bench-lab"));
    request.spec.name = QStringLiteral("wanted-%1").arg(number, 4, 10, QLatin1Char('0'));
    request.spec.type = QStringLiteral("v2-8");
    request.spec.runtimeVersion = QStringLiteral("tpu-ubuntu2204-base");
    request.zones = {*Zone::parse(QLatin1String(Wanted))};
    request.untilCapacity = true;
    request.createdAt = now;
    return request;
}

/// Lets events come for so long.
void wait(int milliseconds)
{
    QEventLoop loop; // one that blocks, which is what ends a stretch
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

struct Calls
{
    int lists = 0;
    int asked = 0; ///< for a node
    int other = 0;
};

Calls callsOf(tests::SimCloud &sim)
{
    Calls calls;
    for (const auto &each : sim.get("/sim/log").json()["calls"].toArray()) {
        const QJsonObject call = each.toObject();
        const QString path = call["path"].toString();
        const bool isPost = call["method"].toString() == QLatin1String("POST");
        int &count = isPost && path.contains("/nodes?")    ? calls.asked
                     : !isPost && path.contains("/nodes?") ? calls.lists
                                                           : calls.other;
        ++count;
    }
    sim.call("DELETE", "/sim/log", {});
    return calls;
}

/// How late the requests ask, after the time that each had set itself.
class Lateness final
{
public:
    explicit Lateness(const RequestService &service) : m_service(service) {}

    void look(const QDateTime &now)
    {
        for (const NodeRequest &request : m_service.requests()) {
            auto &known = m_known[request.id];
            const QDateTime until = m_service.waitsUntil(request.id);
            if (request.tries() > known.first && known.second.isValid()) {
                m_ms.push_back(double(known.second.msecsTo(now)));
            }
            known = {request.tries(), until.isValid() ? until : known.second};
        }
    }
    void print() const
    {
        std::printf(
            "asks after its time: %zu times, median %.0f ms, 99 %% %.0f ms\n", m_ms.size(),
            bench::share(m_ms, 0.5), bench::share(m_ms, 0.99));
    }

private:
    const RequestService &m_service;
    std::map<QString, std::pair<int, QDateTime>> m_known;
    std::vector<double> m_ms;
};

void print(const char *what, const Stretches &stretches, double seconds)
{
    std::printf(
        "%-28s %6.1f ms a second, longest stretch %5.1f ms (CPU %5.1f ms, of one pass %5.1f ms)\n",
        what, stretches.total / seconds, stretches.longestWall, stretches.longestCpu,
        stretches.longestPass);
    std::fflush(stdout);
}

/// The page and the requests of a window, without the window.
class Bench final
{
public:
    Bench(app::Services &services, tests::SimCloud &sim, const QString &folder)
        : m_services(services)
        , m_sim(sim)
        , m_state(folder + "/window.ini", QSettings::IniFormat)
        , m_activity(services.clock)
        , m_page(services.inventory, m_activity, services.clock, m_state)
        , m_requests({services.tpu, services.requests, services.clock, nullptr})
        , m_feed(m_requests, services.clock)
    {
        m_page.resize(1280, 800);
        m_page.show();
        QObject::connect(&m_feed, &models::RequestFeed::changed, &m_page, [this] { showRows(); });
        refresh();
        wait(500);
    }

    void beginAll(int count)
    {
        m_stretches.reset();
        QElapsedTimer time;
        time.start();
        for (int i = 0; i < count; ++i) {
            m_requests.begin(wish(i, m_services.clock.now()));
        }
        wait(20000);
        m_stretches.end();
        print("all begin at once", m_stretches, double(time.elapsed()) / 1000);
        printRows();
    }

    void letWait(int seconds)
    {
        Lateness lateness(m_requests);
        QTimer seen; // once for all that change at once, or the bench measures itself
        seen.setSingleShot(true);
        QObject::connect(&m_requests, &RequestService::changed, &seen, qOverload<>(&QTimer::start));
        QObject::connect(&seen, &QTimer::timeout, [&] { lateness.look(m_services.clock.now()); });
        callsOf(m_sim);
        m_stretches.reset();
        QElapsedTimer time;
        time.start();
        int looks = 0;
        while (time.elapsed() < 1000LL * seconds) {
            refresh();
            ++looks;
            wait(15000);
        }
        m_stretches.end();
        print("waiting, with the refreshes", m_stretches, double(time.elapsed()) / 1000);
        const Calls calls = callsOf(m_sim);
        std::printf(
            "%d refreshes: %d pages of lists; %d times asked for a node, %d other calls\n", looks,
            calls.lists, calls.asked, calls.other);
        lateness.print();
        printRows();
    }

private:
    void refresh()
    {
        QSignalSpy refreshed(&m_services.inventory, &inventory::Inventory::refreshed);
        m_services.inventory.refresh();
        refreshed.wait(120000);
    }
    void showRows()
    {
        const double begun = bench::threadCpuMs();
        m_page.requests().setRows(m_feed.rows());
        m_rowsMs.push_back(bench::threadCpuMs() - begun);
    }
    void printRows()
    {
        std::printf(
            "rows of all, shown %zu times: CPU median %.1f ms, 99 %% %.1f ms\n", m_rowsMs.size(),
            bench::share(m_rowsMs, 0.5), bench::share(m_rowsMs, 0.99));
        m_rowsMs.clear();
    }

    app::Services &m_services;
    tests::SimCloud &m_sim;
    QSettings m_state;
    models::ActivityModel m_activity;
    ui::NodesPage m_page;
    RequestService m_requests;
    models::RequestFeed m_feed;
    Stretches m_stretches;
    std::vector<double> m_rowsMs; ///< CPU of each time that they were shown
};

} // namespace

int main(int argc, char **argv)
{
    // GLib's dispatcher works between "about to block" and "awake", so that nothing would be seen.
    qputenv("QT_NO_GLIB", "1");
    QApplication application(argc, argv);
    const auto number = [&](int index, int usual) {
        return argc > index ? QByteArray(argv[index]).toInt() : usual;
    };
    const int requests = number(1, 200);
    const int nodes = number(2, 2000);
    tests::SimCloud sim;
    if (!sim.startWith(scenario(nodes))) {
        std::fprintf(stderr, "%s\n", qPrintable(sim.error()));
        return 1;
    }
    sim.post(QStringLiteral("/sim/zones/%1:stockout").arg(QLatin1String(Wanted)));
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
    (*services)->source.setAsksHostKeys(false); // once in a node's life: not a refresh
    std::printf("%d requests, %d nodes\n", requests, nodes);
    Bench bench(**services, sim, folder.path());
    bench.beginAll(requests);
    bench.letWait(number(3, 120));
    return 0;
}
