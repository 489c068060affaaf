// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/loginwindow.h"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <map>

using namespace podium::run;

namespace {

constexpr int Processors = 2; // 32 as usual, 16 at first

/// Workers and a machine in a time of their own: each login is answered after `answerMs`, and is
/// logged in after `loginMs`, or later where more than `served` would be done in a second.
struct Scene
{
    int workers = 1000;
    bool hasFarHalf = false; ///< the second half are in another zone, 20 times as far away
    qint64 answerMs = 150;
    qint64 loginMs = 1050;
    double served = 1e9;               ///< logins a second, by who has the least
    std::function<bool(int)> isDead;   ///< never answers
    std::function<bool(int)> isTurned; ///< by how many are in progress: closed before a word
    double busy = 0;
    qint64 jumpAtMs = -1; ///< then the clock is an hour on
};

struct Course
{
    int most = 0;        ///< in progress
    int mostBegun = 0;   ///< within one step of 10 ms
    int at1s = 0;        ///< started by then
    int atEnd = 0;       ///< the window
    qint64 allAtMs = -1; ///< all were started
};

/// Plays a scene for at most so long.
Course play(const Scene &scene, qint64 forMs)
{
    constexpr qint64 Step = 10;
    LoginWindow window(Processors, std::chrono::seconds(15));
    window.setBusy(scene.busy);
    Course course;
    int next = 0;
    int inProgress = 0;
    double freeAt = 0;
    std::multimap<qint64, std::function<void(qint64)>> later;
    for (qint64 ms = 0; ms <= forMs; ms += Step) {
        const qint64 now = ms + (scene.jumpAtMs >= 0 && ms >= scene.jumpAtMs ? 3600000 : 0);
        for (auto it = later.begin(); it != later.end() && it->first <= ms; it = later.erase(it)) {
            it->second(now);
        }
        int begun = 0;
        for (; next < scene.workers && inProgress < window.size(now); ++next, ++begun) {
            const int slot = next;
            const int zone = scene.hasFarHalf && slot >= scene.workers / 2 ? 1 : 0;
            const qint64 times = zone == 0 ? 1 : 20;
            window.started(slot, zone, now);
            ++inProgress;
            if (scene.isDead && scene.isDead(slot)) {
                continue;
            }
            if (scene.isTurned && scene.isTurned(inProgress)) {
                later.emplace(ms + scene.answerMs, [&, slot](qint64 then) {
                    --inProgress;
                    window.ended(slot, LoginWindow::End::TurnedAway, then);
                });
                continue;
            }
            freeAt = std::max(freeAt, double(ms)) + 1000 / scene.served;
            const qint64 done = std::max(ms + scene.loginMs * times, qint64(freeAt));
            later.emplace(
                ms + scene.answerMs, [&, slot](qint64 then) { window.advanced(slot, then); });
            later.emplace(done, [&, slot](qint64 then) {
                --inProgress;
                window.loggedIn(slot, then);
            });
        }
        course.most = std::max(course.most, inProgress);
        course.mostBegun = std::max(course.mostBegun, ms > 0 ? begun : 0);
        course.at1s = ms <= 1000 ? next : course.at1s;
        course.allAtMs = next == scene.workers && course.allAtMs < 0 ? ms : course.allAtMs;
        course.atEnd = window.size(now);
    }
    return course;
}

} // namespace

class TestLoginWindow final : public QObject
{
    Q_OBJECT

private slots:
    void loginsFitTheMachine();
    void nearAndBusyStaysAsUsual();
    void farAndIdleTakesAllItCan();
    void farThroughAFullLineStopsGrowing();
    void zonesAreMeasuredByThemselves();
    void beginsWithFewAndStepByStep();
    void ownCpuStopsGrowth();
    void turnedAwayHalves();
    void deadHostStopsNothing();
    void allDeadAreGoneRoundToo();
    void clockMayJump();
    void clockMayGoBack();
    void agentThatSignsKeepsItAsUsual();
    void keptConnectionsTellNothing();
    void nearTimeLimitShrinks();
};

void TestLoginWindow::loginsFitTheMachine()
{
    QCOMPARE(loginsFor(-1), 32); // not known
    QCOMPARE(loginsFor(1), 32);
    QCOMPARE(loginsFor(2), 32);
    QCOMPARE(loginsFor(4), 64);
    QCOMPARE(loginsFor(64), 128);
}

/// A hundred a second are served, and one alone takes 20 ms: more than two only wait.
void TestLoginWindow::nearAndBusyStaysAsUsual()
{
    const Course course = play({.answerMs = 1, .loginMs = 20, .served = 100}, 5000);
    QVERIFY2(course.most <= 5 * 32, qPrintable(QString::number(course.most)));
    QVERIFY(course.atEnd >= 32 && course.atEnd <= 3 * 32);
    QVERIFY(course.at1s >= 100);
}

void TestLoginWindow::farAndIdleTakesAllItCan()
{
    const Course course = play({}, 5000);
    QVERIFY2(course.at1s >= 400, qPrintable(QString::number(course.at1s)));
    QVERIFY2(course.most >= 500, qPrintable(QString::number(course.most)));
    QVERIFY(course.most <= LoginWindow::Most);
    QVERIFY(course.allAtMs > 0 && course.allAtMs <= 2500);
}

/// A hundred a second and 1,050 ms on the way: 105 keep it busy.
void TestLoginWindow::farThroughAFullLineStopsGrowing()
{
    const Course idle = play({.workers = 2000}, 10000);
    const Course full = play({.workers = 2000, .served = 100}, 10000);
    QVERIFY(full.atEnd >= 105);
    QVERIFY2(full.atEnd < 400, qPrintable(QString::number(full.atEnd)));
    QVERIFY(idle.most > 500);
}

/// After the near ones those that are far away seem slow, and are not.
void TestLoginWindow::zonesAreMeasuredByThemselves()
{
    const Course course = play(
        {.workers = 2000, .hasFarHalf = true, .answerMs = 10, .loginMs = 50, .served = 800}, 8000);
    QVERIFY2(course.most >= 300, qPrintable(QString::number(course.most)));
}

void TestLoginWindow::beginsWithFewAndStepByStep()
{
    const Course course = play({.answerMs = 1}, 2000); // answers come at once
    QVERIFY2(course.mostBegun <= 20, qPrintable(QString::number(course.mostBegun)));
    LoginWindow window(Processors, std::chrono::seconds(15));
    QCOMPARE(window.size(0), 16);
    for (int slot = 0; slot < 16; ++slot) {
        window.started(slot, 0, 0);
    }
    QCOMPARE(window.size(1000), 16); // nobody has answered yet
    for (int slot = 0; slot < 16; ++slot) {
        window.advanced(slot, 1000);
    }
    QCOMPARE(window.size(1000), 48); // 16 go on, 32 begin
    window.advanced(3, 1100);        // one answer each
    QCOMPARE(window.size(1100), 48);
}

void TestLoginWindow::ownCpuStopsGrowth()
{
    const Course course = play({.busy = 0.9}, 5000);
    QCOMPARE(course.most, 16);
}

/// One sshd behind all of them that takes no more than ten: OpenSSH's own limit.
void TestLoginWindow::turnedAwayHalves()
{
    LoginWindow window(Processors, std::chrono::seconds(15));
    for (int slot = 0; slot < 16; ++slot) {
        window.started(slot, 0, 0);
    }
    window.ended(15, LoginWindow::End::TurnedAway, 150);
    QCOMPARE(window.size(150), 8);
    window.ended(14, LoginWindow::End::TurnedAway, 160); // of the same burst
    QCOMPARE(window.size(160), 8);
    window.ended(13, LoginWindow::End::TurnedAway, 1200);
    QCOMPARE(window.size(1200), 4);
    window.ended(12, LoginWindow::End::Other, 1250);
    QCOMPARE(window.size(1250), 4);
    // From there it grows by one a round.
    for (int slot = 0; slot < 4; ++slot) {
        window.advanced(slot, 1300);
        window.loggedIn(slot, 1400);
    }
    QCOMPARE(window.size(1400), 4);
    window.advanced(4, 1500);
    window.loggedIn(4, 1500);
    QCOMPARE(window.size(1500), 5);
    const Course course = play({.isTurned = [](int many) { return many > 10; }}, 20000);
    QVERIFY2(course.atEnd <= 12, qPrintable(QString::number(course.atEnd)));
}

void TestLoginWindow::deadHostStopsNothing()
{
    const Course alive = play({}, 5000);
    const Course one = play({.isDead = [](int slot) { return slot == 0; }}, 5000);
    QVERIFY(one.most >= alive.most - 1);
    QVERIFY(one.allAtMs > 0 && one.allAtMs <= alive.allAtMs + 100);
}

void TestLoginWindow::allDeadAreGoneRoundToo()
{
    // The first forty never answer, and would be waited for until their limit.
    const Course course = play({.isDead = [](int slot) { return slot < 40; }}, 12000);
    QVERIFY2(course.allAtMs > 0, qPrintable(QString::number(course.most)));
}

void TestLoginWindow::clockMayJump()
{
    const Course smooth = play({}, 5000);
    const Course jumped = play({.jumpAtMs = 500}, 5000);
    QVERIFY(jumped.allAtMs > 0 && jumped.allAtMs <= smooth.allAtMs + 1500);
    LoginWindow window(Processors, std::chrono::seconds(15));
    for (int slot = 0; slot < 16; ++slot) {
        window.started(slot, 0, 0);
        window.advanced(slot, 10);
    }
    const int before = window.size(20);
    QCOMPARE(window.size(20 + 24 * 3600000), before); // nobody is silent, no pace was earned
    window.loggedIn(0, 30 + 24 * 3600000);
    QCOMPARE(window.size(30 + 24 * 3600000), before + 5); // nor did a login take a day
}

void TestLoginWindow::clockMayGoBack()
{
    LoginWindow window(Processors, std::chrono::seconds(15));
    window.started(0, 0, 100000);
    window.advanced(0, 50000);
    QCOMPARE(window.size(50000), 16);
    window.loggedIn(0, 40000);
    QCOMPARE(window.size(0), 16);
    QVERIFY(window.size(101000) > 16);
}

void TestLoginWindow::agentThatSignsKeepsItAsUsual()
{
    LoginWindow window(Processors, std::chrono::seconds(15));
    for (int slot = 0; slot < 100; ++slot) {
        window.started(slot, 0, 0);
    }
    window.waitsForAgent(0, true);
    for (int slot = 0; slot < 100; ++slot) {
        window.advanced(slot, 1500);
    }
    QCOMPARE(window.size(1500), 32);
    window.waitsForAgent(0, false);
    for (int slot = 100; slot < 104; ++slot) {
        window.started(slot, 0, 1500);
        window.advanced(slot, 1600);
    }
    QCOMPARE(window.size(1600), 40);
}

/// One that needed no login was there at once; that says nothing of those that do.
void TestLoginWindow::keptConnectionsTellNothing()
{
    LoginWindow window(Processors, std::chrono::seconds(15));
    for (int slot = 0; slot < 20; ++slot) {
        window.started(slot, 0, 0);
        window.loggedIn(slot, 1);
    }
    for (int slot = 20; slot < 100; ++slot) {
        window.started(slot, 0, 10);
    }
    for (int slot = 20; slot < 60; ++slot) {
        window.advanced(slot, 1200);
    }
    for (int slot = 20; slot < 40; ++slot) {
        window.loggedIn(slot, 1300);
    }
    for (int slot = 60; slot < 100; ++slot) {
        window.advanced(slot, 1400);
    }
    QCOMPARE(window.size(1400), 16 + 160);
}

void TestLoginWindow::nearTimeLimitShrinks()
{
    LoginWindow window(Processors, std::chrono::seconds(4));
    for (int slot = 0; slot < 100; ++slot) {
        window.started(slot, 0, 0);
        window.advanced(slot, 100);
    }
    (void)window.size(1500);
    const int before = window.size(1900);
    QVERIFY(before > 64);
    window.loggedIn(0, 2900);
    const int after = window.size(2900);
    QVERIFY2(after < before, qPrintable(QString::number(after)));
    QVERIFY(after >= 16);
}

QTEST_APPLESS_MAIN(TestLoginWindow)
#include "tst_loginwindow.moc"
