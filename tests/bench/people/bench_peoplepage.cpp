// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the People page costs the thread that draws, with many people on many workers: opening,
// following the plan, the audit, the review, and scrolling through the matrix with all nodes
// opened. Usage: bench_peoplepage [PEOPLE [NODES [WORKERS]]], QT_QPA_PLATFORM=offscreen.
#include "tests/bench/stretches.h"
#include "tests/widgets/people/peoplefixture.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QEventLoop>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QWheelEvent>

#include <cstdio>
#include <optional>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;
using bench::Stretches;
using bench::threadCpuMs;

namespace {

/// Lets the event loop run until this is so, and a little on.
void runUntil(const std::function<bool()> &isSo)
{
    QEventLoop loop;
    QTimer check;
    int quiet = 0;
    QObject::connect(&check, &QTimer::timeout, &loop, [&] {
        quiet = isSo() ? quiet + 1 : 0;
        if (quiet > 20) {
            loop.quit();
        }
    });
    check.start(5);
    loop.exec();
}

/// The longest stretch of the event loop from an act until all that follows from it is over.
void tell(
    Stretches &stretches, const char *what, const std::function<void()> &act,
    const std::function<bool()> &isOver = [] { return true; })
{
    stretches.reset();
    QTimer::singleShot(0, qApp, act);
    bool isBegun = false;
    QTimer::singleShot(0, qApp, [&isBegun] { isBegun = true; });
    runUntil([&] { return isBegun && isOver(); });
    std::printf(
        "%-44s longest stretch %7.1f ms (CPU %7.1f), all in all CPU %7.1f\n", what,
        stretches.longestWall, stretches.longestCpu, stretches.total);
    std::fflush(stdout);
}

template <typename Widget>
Widget *byName(QWidget &page, const QString &name)
{
    for (auto *widget : page.findChildren<Widget *>()) {
        if (widget->accessibleName() == name || widget->property("text").toString() == name) {
            return widget;
        }
    }
    return nullptr;
}

/// Frames of scrolling: from the act until it is painted.
class Frames final
{
public:
    void take(const std::function<void()> &act)
    {
        const double cpu = threadCpuMs();
        QElapsedTimer wall;
        wall.start();
        act();
        QCoreApplication::processEvents();
        m_cpu.push_back(threadCpuMs() - cpu);
        m_wall.push_back(double(wall.nsecsElapsed()) / 1e6);
    }
    void print(const char *what) const
    {
        std::printf(
            "%-28s %5zu frames, ms: median %5.2f, p99 %5.2f, p99.9 %5.2f, max %5.2f "
            "(CPU: %5.2f, %5.2f, %5.2f, %5.2f)\n",
            what, m_wall.size(), bench::share(m_wall, 0.5), bench::share(m_wall, 0.99),
            bench::share(m_wall, 0.999), bench::share(m_wall, 1), bench::share(m_cpu, 0.5),
            bench::share(m_cpu, 0.99), bench::share(m_cpu, 0.999), bench::share(m_cpu, 1));
        std::fflush(stdout);
    }

private:
    std::vector<double> m_wall;
    std::vector<double> m_cpu;
};

void scrollByPages(QTableView &view)
{
    Frames frames;
    QScrollBar *rows = view.verticalScrollBar();
    QScrollBar *columns = view.horizontalScrollBar();
    for (int row = 0; row <= rows->maximum(); row += rows->pageStep()) {
        frames.take([&] { rows->setValue(row); });
        for (int column = 0; column <= columns->maximum(); column += columns->pageStep()) {
            frames.take([&] { columns->setValue(column); });
        }
    }
    frames.print("scrolled by page");
}

void scrollByWheel(QTableView &view)
{
    Frames frames;
    const auto turn = [&view](const QPoint &angle) {
        const QPointF at(100, 100);
        QWheelEvent event(
            at, view.viewport()->mapToGlobal(at.toPoint()), {}, angle, Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &event);
    };
    for (const QPoint &angle : {QPoint(0, 120), QPoint(120, 0), QPoint(0, -120), QPoint(-120, 0)}) {
        for (int i = 0; i < 600; ++i) {
            frames.take([&] { turn(angle); });
        }
    }
    frames.print("scrolled by wheel");
}

void openAll(PeopleFixture &lab, Stretches &stretches)
{
    tell(stretches, "open all nodes, one after another", [&lab] {
        auto &matrix = lab.page.matrix();
        for (const inventory::NodeEntry &entry : lab.inventory.snapshot().nodes) {
            QTimer::singleShot(
                0, &matrix, [&matrix, node = entry.node.ref] { matrix.setOpened(node, true); });
        }
    });
}

/// What becomes of the page when its service has planned anew.
void plan(PeopleFixture &lab, Stretches &stretches, const char *what)
{
    static bool ends = false;
    ends = !ends;
    tell(
        stretches, what,
        [&lab] {
            lab.service.setOffboarding({AccountChoice::Lock, HomeChoice::Keep, ends});
        },
        [&lab] { return !lab.service.isBusy(); });
}

void press(QWidget &page, const char *name)
{
    for (auto *button : page.findChildren<QPushButton *>()) {
        if (button->text().startsWith(QLatin1String(name)) && button->isVisibleTo(&page)) {
            button->click();
            return;
        }
    }
}

void timePanels(PeopleFixture &lab, Stretches &stretches)
{
    const auto list = [&lab](const char *name) {
        auto *view = byName<QAbstractItemView>(lab.page, name);
        return view && view->isVisible() &&
               (view->model()->rowCount() > 0 || lab.service.planning()->counts.steps == 0);
    };
    tell(
        stretches, "audit", [&lab] { press(lab.page, "Audit"); },
        [&] { return list("Accounts and keys"); });
    tell(stretches, "audit, filtered", [&lab] {
        byName<QLineEdit>(lab.page, "Filter accounts")->setText("user7");
    });
    tell(stretches, "audit, not filtered", [&lab] {
        byName<QLineEdit>(lab.page, "Filter accounts")->setText({});
    });
    plan(lab, stretches, "planned anew, audit shown");
    lab.page.showMain();
    tell(
        stretches, "review", [&lab] { press(lab.page, "Review"); },
        [&] { return list("Steps on each worker"); });
    plan(lab, stretches, "planned anew, review shown");
    tell(stretches, "apply: what is to be run", [&lab] {
        std::printf("%zu workers\n", lab.service.application(lab.service.workers()).workers.size());
    });
    tell(stretches, "back to the matrix", [&lab] { lab.page.showMain(); });
}

void addPeople(PeopleFixture &lab, Stretches &stretches, int people)
{
    tell(
        stretches, "people added",
        [&] {
            lab.service.change(
                [people](Roster roster) -> Result<Roster> {
                    for (int i = 1; i <= people; ++i) {
                        const QByteArray login = "user" + QByteArray::number(i);
                        roster = *withNewPerson(std::move(roster), person(login, i));
                    }
                    return roster;
                },
                {&lab.page, [](const Result<Roster> &) {}});
        },
        [&] { return int(lab.service.roster().people.size()) == people && !lab.service.isBusy(); });
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const auto number = [&](int index, int usual) {
        return argc > index ? QByteArray(argv[index]).toInt() : usual;
    };
    const int people = number(1, 200);
    ui::applyColourScheme("light");
    std::vector<NodeSketch> sketches;
    for (int i = 0; i < number(2, 100); ++i) {
        NodeSketch sketch;
        sketch.name = QStringLiteral("pod-%1").arg(i, 3, 10, QLatin1Char('0'));
        sketch.number = i;
        sketch.workers = number(3, 15);
        sketches.push_back(sketch);
    }
    Stretches stretches;
    std::optional<PeopleFixture> lab;
    tell(stretches, "an empty page", [&] { lab.emplace(sketches); });
    addPeople(*lab, stretches, people);
    lab->fillWorkers(0);
    const auto check = [&](const char *what) {
        bool isDone = false;
        tell(
            stretches, what,
            [&] {
                lab->service.inspect(
                    lab->service.workers(),
                    {&lab->page, [&isDone](const std::vector<WorkerRef> &) { isDone = true; }});
            },
            [&] { return isDone && !lab->service.isBusy(); });
    };
    check("a look at all workers, which have nothing");
    plan(*lab, stretches, "planned anew, all to be made");
    timePanels(*lab, stretches);
    lab->fillWorkers(people);
    check("a look at all workers, which have all");
    plan(*lab, stretches, "planned anew, nothing to be done");
    timePanels(*lab, stretches);
    openAll(*lab, stretches);
    plan(*lab, stretches, "planned anew, all nodes opened");
    auto *view = byName<QTableView>(lab->page, "People and nodes");
    scrollByPages(*view);
    scrollByWheel(*view);
    return 0;
}
