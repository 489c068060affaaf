// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the Load page costs while it watches very many workers at its own pace: CPU of the process,
// and how late the thread that draws is for its frames. The page, its models, the session, the
// decoders and all transports but the last one are the product's own; in place of ssh there is
// AnsweringTransport, so that what 1,500 connections cost is not in it (bench_workers tells that of
// each look). Usage: bench_load [NODES [WORKERS [SECONDS [BEFORE]]]], of WORKERS each; measured for
// SECONDS each time, after the page was open for so many seconds BEFORE. QT_QPA_PLATFORM=offscreen.
#include "app/composition/sshroutes.h"
#include "core/models/load/loadmodel.h"
#include "core/people/script/scripttransport.h"
#include "core/run/loginpace.h"
#include "core/ssh/route/retryingtransport.h"
#include "tests/bench/load/answeringtransport.h"
#include "tests/bench/stretches.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/nodes.h"
#include "widgets/common/theme.h"
#include "widgets/load/loadpage.h"
#include "widgets/load/loadview.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

using namespace podium;

namespace {

/// Lets events come for so long.
void wait(int milliseconds)
{
    QEventLoop loop; // one that blocks, which is what ends a stretch
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

/// CPU of all threads of this process.
double processSeconds()
{
    return std::chrono::duration<double>(run::CpuTime::now().used).count();
}

/// How late a timer is that stands for the frames of a screen.
class Frames final
{
public:
    static constexpr int FrameMs = 16;

    Frames()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(FrameMs);
        QObject::connect(&m_timer, &QTimer::timeout, [this] {
            m_late.push_back(std::max(0.0, double(m_since.nsecsElapsed()) / 1e6 - FrameMs));
            m_since.restart();
        });
    }
    void start()
    {
        m_late.clear();
        m_since.start();
        m_timer.start();
    }
    void stop() { m_timer.stop(); }
    void print() const
    {
        const auto isLate = [](double late) { return late > FrameMs; };
        std::printf(
            "  %zu frames late by ms: median %.1f, p99 %.1f, longest %.1f; "
            "%d by more than %d\n",
            m_late.size(), bench::share(m_late, 0.5), bench::share(m_late, 0.99),
            bench::share(m_late, 1), int(std::count_if(m_late.begin(), m_late.end(), isLate)),
            FrameMs);
    }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    std::vector<double> m_late;
};

std::vector<tests::NodeSketch> sketches(int nodes, int workers)
{
    std::vector<tests::NodeSketch> all;
    for (int node = 0; node < nodes; ++node) {
        tests::NodeSketch sketch;
        sketch.name = QStringLiteral("pod-%1").arg(node, 3, 10, QLatin1Char('0'));
        sketch.number = node;
        sketch.workers = workers;
        all.push_back(sketch);
    }
    return all;
}

/// The page of a window, without the window, and what is below it.
class Bench final
{
public:
    Bench(int nodes, int workers)
        : m_inventory(m_source, nullptr, m_clock)
        , m_routes(pathsIn(m_home.path()), m_clock)
        , m_chosen(
              m_libssh, m_openssh,
              [this](const ssh::Endpoint &endpoint, const Callback<ssh::Route> &callback) {
                  m_routes.ask(endpoint, callback);
              })
        , m_retrying(m_chosen, {}) // nobody shows another host key
        , m_transport(m_retrying)
        , m_page(
              m_inventory, {m_transport,
                            [this](const WorkerRef &worker) {
                                return run::endpointFor(
                                    m_inventory.snapshot(), worker,
                                    {QStringLiteral("ada"), 22, {}, m_reach.of(m_options)});
                            },
                            m_clock,
                            {}})
    {
        m_source.set(tests::snapshotOf(sketches(nodes, workers)));
        QSignalSpy refreshed(&m_inventory, &inventory::Inventory::refreshed);
        m_inventory.refresh();
        refreshed.wait(120'000);
        m_page.resize(1600, 1000);
        m_page.show();
        wait(500);
    }

    /// Until all have answered for the first time.
    void open()
    {
        begin();
        m_page.watch({QStringLiteral("@all")});
        while (!haveAllAnswered()) {
            wait(200);
        }
        end("all are looked at for the first time");
        const auto *list = m_page.findChild<ui::LoadView *>();
        std::printf(
            "  %d workers, %zu of them on screen\n", m_page.model().rowCount(),
            list->visibleWorkers().size());
    }
    void letWatch(const char *what, int seconds)
    {
        begin();
        wait(seconds * 1000);
        end(what);
    }
    void show(const char *value)
    {
        auto *choice = tests::byName<QComboBox>(m_page, "What is shown");
        choice->setCurrentIndex(choice->findText(QString::fromLatin1(value)));
    }
    void hide() { m_page.hide(); }
    void pause()
    {
        m_page.show();
        for (auto *button : m_page.findChildren<QPushButton *>()) {
            if (button->text() == QLatin1String("Pause")) {
                button->click();
            }
        }
        wait(1000); // what is under way
    }

private:
    [[nodiscard]] static Paths pathsIn(const QString &home)
    {
        return {home, home + "/c", home + "/d", home + "/s", QStringLiteral("/nonexistent")};
    }
    [[nodiscard]] bool haveAllAnswered() const
    {
        const models::LoadModel &model = m_page.model();
        for (int row = 0; row < model.rowCount(); ++row) {
            const QVariant mark = model.index(row).data(models::LoadModel::MarkRole);
            if (mark.value<models::Mark>() == models::Mark::Busy) {
                return false;
            }
        }
        return true;
    }
    void begin()
    {
        m_looksBefore = m_libssh.looks;
        m_stretches.reset();
        m_frames.start();
        m_cpuBefore = processSeconds();
        m_time.start();
    }
    void end(const char *what)
    {
        const double seconds = double(m_time.nsecsElapsed()) / 1e9;
        const double cpu = processSeconds() - m_cpuBefore;
        m_frames.stop();
        m_stretches.end();
        std::printf(
            "%-40s %5.1f s, CPU %5.1f %% of a core, %5.1f looks a second, "
            "longest pass %.1f ms of CPU\n",
            what, seconds, 100 * cpu / seconds, double(m_libssh.looks - m_looksBefore) / seconds,
            m_stretches.longestPass);
        m_frames.print();
        std::fflush(stdout);
    }

    const SystemClock m_clock;
    const QTemporaryDir m_home;
    tests::FakeNodeSource m_source;
    inventory::Inventory m_inventory;
    app::SshRoutes m_routes;
    bench::AnsweringTransport m_libssh;
    bench::AnsweringTransport m_openssh; ///< never used
    ssh::RoutingTransport m_chosen;
    ssh::RetryingTransport m_retrying;
    people::ScriptTransport m_transport;
    const sshconfig::ConfigOptions m_options;
    app::ReachByRules m_reach;
    ui::LoadPage m_page;
    bench::Stretches m_stretches;
    Frames m_frames;
    int m_looksBefore = 0;
    double m_cpuBefore = 0;
    QElapsedTimer m_time;
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
    const int seconds = number(3, 60);
    ui::applyColourScheme(QStringLiteral("light"));
    Bench bench(number(1, 100), number(2, 15));
    bench.open();
    wait(number(4, 0) * 1000);
    bench.letWatch("TPU duty cycle", seconds);
    bench.show("Network in");
    wait(1000);
    bench.letWatch("network, all as high as the highest", seconds);
    bench.hide();
    wait(1000);
    bench.letWatch("another page is shown", seconds);
    bench.pause();
    bench.letWatch("paused: what the bench itself takes", seconds);
    return 0;
}
