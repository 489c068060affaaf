// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// How late the window is while many panes receive output: the lateness of a 5 ms timer on the
// GUI thread, from a key to the painted text, from Stop to the painted ending, CPU and memory.
// usage: bench_panes [--panes N] [--rate MB/s] [--seconds S] [--fold] [--single] [--search TEXT]
#include "tests/bench/panes/typist.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "widgets/common/theme.h"
#include "widgets/run/command/commandedit.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runview.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QTextStream>
#include <QTimer>

#include <sys/resource.h>

#include <algorithm>
#include <optional>
#include <vector>

using namespace podium;

namespace {

class OneNode final : public inventory::NodeSource
{
public:
    explicit OneNode(int workers) : m_workers(workers) {}
    void list(const inventory::Question &, Callback<inventory::Listing> done) override
    {
        inventory::Listing listing;
        const auto snapshot =
            tests::snapshotOf({{.name = QStringLiteral("pod"), .workers = m_workers}});
        listing.projects = snapshot.projects;
        listing.otherProjects = inventory::Coverage::Projects::All;
        listing.nodes.push_back(snapshot.nodes.front().node);
        done(std::move(listing));
    }

private:
    int m_workers;
};

/// Every command is logged in at once and then speaks at a steady rate, a batch each 16 ms, as
/// the real transport hands them over.
class FloodTransport final : public ssh::Transport, private ssh::CommandController
{
public:
    explicit FloodTransport(double bytesPerSecond) : m_rate(bytesPerSecond)
    {
        for (int i = 0; m_text.size() < 1 << 20; ++i) {
            m_text += QByteArray::number(i) +
                      " step loss=\x1b[33m0.1234\x1b[0m tokens/s 184,220 grad_norm 0.97 lr 3e-4 "
                      "elapsed 00:12:34 eta 1:02:03 mem 14.2 GB\n";
        }
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, &FloodTransport::speak);
    }
    [[nodiscard]] ssh::CommandHandle start(const ssh::CommandRequest &) override
    {
        m_ids.push_back(m_ids.size() + 1);
        m_timer.start(16);
        return {m_ids.back(), *this};
    }
    qint64 sent = 0;

private:
    bool control(ssh::CommandId id, const ssh::CommandControl &what) override
    {
        if (!std::holds_alternative<ssh::StopCommand>(what)) {
            return false;
        }
        m_ids.erase(std::remove(m_ids.begin(), m_ids.end(), id), m_ids.end());
        emit happened({{id, ssh::Ending(ssh::Stopped{true})}});
        return true;
    }
    void speak()
    {
        if (!m_elapsed.isValid()) {
            m_elapsed.start();
        }
        std::vector<ssh::TransportEvent> events;
        const qint64 due = qint64(m_rate * double(m_elapsed.elapsed()) / 1000.0) - sent;
        const qint64 each =
            std::max<qint64>(1, due / qint64(std::max<std::size_t>(1, m_ids.size())));
        for (const ssh::CommandId id : m_ids) {
            if (id > m_known) {
                events.push_back({id, ssh::PhaseChanged{ssh::Phase::Running}});
                m_known = id;
            }
            const qint64 from = (sent + qint64(id) * 7919) % (m_text.size() - each);
            events.push_back(
                {id, ssh::OutputArrived{ssh::OutputStream::Out, m_text.mid(int(from), int(each))}});
            sent += each;
        }
        emit happened(events);
    }
    double m_rate;
    QByteArray m_text;
    std::vector<ssh::CommandId> m_ids;
    ssh::CommandId m_known = 0;
    QTimer m_timer;
    QElapsedTimer m_elapsed;
};

double cpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

double residentMb()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (file.open(QIODevice::ReadOnly)) {
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (line.startsWith("VmRSS:")) {
                return line.mid(6).simplified().split(' ').first().toDouble() / 1024;
            }
        }
    }
    return 0;
}

/// Milliseconds, sorted when asked.
class Samples
{
public:
    void add(double value) { m_values.push_back(value); }
    double at(double share)
    {
        std::sort(m_values.begin(), m_values.end());
        return m_values.empty() ? 0 : m_values[std::size_t(share * double(m_values.size() - 1))];
    }

private:
    std::vector<double> m_values;
};

/// One line: how late a 5 ms timer and the answers to keys were while the panes filled.
void report(
    const QCommandLineParser &options, Samples &late, const std::vector<double> &keys, double cpu,
    double seconds, qint64 sent)
{
    Samples typed;
    for (const double latency : keys) {
        typed.add(latency);
    }
    QTextStream(stdout) << QStringLiteral("%1 panes, %2 MB/s: late max %3 ms, p99.9 %4, p99 %5, "
                                          "median %6; CPU %7 %; RSS %8 MB; %9 MB shown; "
                                          "%10 keys, p95 %11 ms, longest %12")
                               .arg(options.value("panes"))
                               .arg(options.value("rate"))
                               .arg(late.at(1), 0, 'f', 1)
                               .arg(late.at(0.999), 0, 'f', 1)
                               .arg(late.at(0.99), 0, 'f', 1)
                               .arg(late.at(0.5), 0, 'f', 1)
                               .arg(100 * cpu / seconds, 0, 'f', 0)
                               .arg(residentMb(), 0, 'f', 0)
                               .arg(double(sent) / 1e6, 0, 'f', 1)
                               .arg(keys.size())
                               .arg(typed.at(0.95), 0, 'f', 1)
                               .arg(typed.at(1), 0, 'f', 1)
                        << Qt::endl;
}

/// Calls back when the run's progress has been painted for the first time after its end.
class EndingSeen final : public QObject
{
public:
    EndingSeen(ui::RunPage &page, std::function<void()> seen)
        : QObject(&page)
        , m_page(page)
        , m_seen(std::move(seen))
    {
        qApp->installEventFilter(this);
    }
    bool eventFilter(QObject *object, QEvent *event) override
    {
        const auto *widget = qobject_cast<QWidget *>(object);
        if (event->type() == QEvent::Paint && widget && isOfProgress(widget) &&
            m_page.currentView()->run().isFinished()) {
            qApp->removeEventFilter(this);
            QMetaObject::invokeMethod(this, m_seen, Qt::QueuedConnection);
        }
        return false;
    }

private:
    static bool isOfProgress(const QWidget *widget)
    {
        return widget && (widget->accessibleName() == QLatin1String("Progress") ||
                          isOfProgress(widget->parentWidget()));
    }

    ui::RunPage &m_page;
    const std::function<void()> m_seen;
};

/// The page with one run, and who watches it.
class Watched final
{
public:
    explicit Watched(const QCommandLineParser &options)
        : m_options(options)
        , m_source(options.value("panes").toInt())
        , m_inventory(m_source, nullptr, m_clock)
        , m_transport(options.value("rate").toDouble() * 1e6)
        , m_page(m_inventory, m_transport, {}, m_clock)
    {
        m_page.resize(1160, 740);
        m_page.show();
        m_probe.setTimerType(Qt::PreciseTimer);
        m_probe.setInterval(5);
        QObject::connect(&m_probe, &QTimer::timeout, [this] {
            m_late.add(std::max(0.0, double(m_sinceProbe.nsecsElapsed()) / 1e6 - 5));
            m_sinceProbe.restart();
        });
        const auto begin = [this] { this->begin(); };
        QObject::connect(&m_inventory, &inventory::Inventory::refreshed, &m_page, begin);
        m_inventory.refresh();
        // The first second is for logging in and the first layout.
        QTimer::singleShot(1500, &m_page, [this] { watch(); });
        const int lasts = options.value("seconds").toInt() * 1000;
        QTimer::singleShot(1500 + lasts, &m_page, [this] { end(); });
    }

private:
    void begin()
    {
        m_page.setTargets({QStringLiteral("pod")});
        m_page.setCommand(QStringLiteral("./train"));
        m_page.startRun();
        if (m_options.isSet("fold") || m_options.isSet("single")) {
            m_page.currentView()->setPresentation(
                m_options.isSet("fold") ? ui::Presentation::Folded : ui::Presentation::Single);
        }
        for (auto *field : m_page.currentView()->findChildren<QLineEdit *>()) {
            if (field->accessibleName() == QLatin1String("Find in all panes")) {
                field->setText(m_options.value("search"));
            }
        }
    }
    void watch()
    {
        m_cpuBefore = cpuSeconds();
        m_wall.start();
        m_sinceProbe.start();
        m_probe.start();
        auto *command = m_page.findChild<ui::CommandEdit *>();
        m_typist.emplace(*command, *command->viewport());
    }
    void end()
    {
        m_probe.stop();
        report(
            m_options, m_late, m_typist->latencies, cpuSeconds() - m_cpuBefore,
            double(m_wall.elapsed()) / 1000, m_transport.sent);
        m_typist->press([this](bench::Typist::Clock::time_point pressedAt) {
            new EndingSeen(m_page, [pressedAt] {
                QTextStream(stdout) << QStringLiteral("Stop seen after %1 ms")
                                           .arg(bench::Typist::since(pressedAt), 0, 'f', 1)
                                    << Qt::endl;
                QCoreApplication::quit();
            });
            m_page.stopRun();
        });
    }

    const QCommandLineParser &m_options;
    SystemClock m_clock;
    OneNode m_source;
    inventory::Inventory m_inventory;
    FloodTransport m_transport;
    ui::RunPage m_page;
    QTimer m_probe;
    QElapsedTimer m_sinceProbe;
    Samples m_late;
    double m_cpuBefore = 0;
    QElapsedTimer m_wall;
    std::optional<bench::Typist> m_typist;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QCommandLineParser options;
    options.addOptions(
        {{"panes", "How many.", "n", "256"},
         {"rate", "MB/s in all.", "mb", "10"},
         {"seconds", "How long.", "s", "20"},
         {"fold", "Folded view."},
         {"single", "One pane and a list."},
         {"search", "Find this meanwhile.", "text"}});
    options.process(app);
    ui::applyColourScheme(QStringLiteral("light"));
    const Watched watched(options);
    return QApplication::exec();
}
