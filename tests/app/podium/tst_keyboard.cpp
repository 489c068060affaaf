// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// Every page of the window by the keyboard alone, with a few rows in its lists and with thousands.
#include "tests/app/podium/fullcloud.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "tests/inspect/accessiblefaults.h"
#include "tests/inspect/pressing.h"
#include "tests/inspect/tabwalk.h"
#include "widgets/run/page/runpage.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLineEdit>
#include <QStackedWidget>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestKeyboard final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void tabReachesAll_data() { scenes(); }
    void tabReachesAll();
    void keysPressAll_data() { scenes(); }
    void keysPressAll();
    void screenReaderCanUseAll_data() { scenes(); }
    void screenReaderCanUseAll();
    void findWorksOnTheWholePage();

private:
    void scenes();
    void open(const QString &cloud, const QString &scene);
    void runOnAll(const QString &targets);
    [[nodiscard]] QWidget &page() const
    {
        return *m_window->window->findChild<QStackedWidget *>()->currentWidget();
    }
    [[nodiscard]] RailButton &railButton() const
    {
        const auto buttons = m_window->window->findChildren<RailButton *>();
        return **std::find_if(
            buttons.begin(), buttons.end(), [](const auto *each) { return each->isChecked(); });
    }

    SimCloud m_demo;
    SimCloud m_fullCloud;
    std::unique_ptr<WindowFixture> m_light;
    std::unique_ptr<WindowFixture> m_full;
    WindowFixture *m_window = nullptr;
};

void TestKeyboard::initTestCase()
{
    QApplication::setCursorFlashTime(0);
    QVERIFY2(m_demo.start(), qPrintable(m_demo.error()));
    QVERIFY2(m_fullCloud.startWith(fullScenario()), qPrintable(m_fullCloud.error()));
    m_light = std::make_unique<WindowFixture>(m_demo);
    QVERIFY(m_light->workspace);
    m_full = std::make_unique<WindowFixture>(m_fullCloud, fillHome);
    QVERIFY(m_full->workspace);
    QTRY_VERIFY(m_light->hasLooked());
    QTRY_VERIFY(m_full->hasLooked("in-0000"));
}

/// All pages, whichever there are, and what the Run page shows at times.
void TestKeyboard::scenes()
{
    QTest::addColumn<QString>("cloud");
    QTest::addColumn<QString>("scene");
    for (const char *cloud : {"light", "full"}) {
        QStringList names;
        for (const auto *button : m_light->window->findChildren<RailButton *>()) {
            names += accessibleNameOf(button);
        }
        for (const QString &name : names + QStringList{"Run options", "Background runs", "Panes"}) {
            QTest::addRow("%s: %s", cloud, qPrintable(name)) << QString(cloud) << name;
        }
    }
}

void TestKeyboard::open(const QString &cloud, const QString &scene)
{
    m_window = cloud == "light" ? m_light.get() : m_full.get();
    m_window->window->resize(1280, 800);
    m_window->window->raise();
    QApplication::setActiveWindow(m_window->window.get());
    QTRY_VERIFY(m_window->window->isActiveWindow());
    const bool isOfRun = scene.startsWith("Run ") || scene == "Background runs" || scene == "Panes";
    m_window->goTo(qPrintable(isOfRun ? "Run" : scene));
    if (isOfRun) {
        byName<QAbstractButton>(page(), "Run options")->setChecked(scene == "Run options");
    }
    if (scene == "SSH") {
        QTRY_VERIFY(byName<QWidget>(page(), "Changed hosts"));
    }
    if (scene == "Background runs" && !byName<QAbstractItemView>(page(), scene)) {
        byName<QAbstractButton>(page(), scene)->click();
        auto *list = byName<QAbstractItemView>(page(), scene);
        QVERIFY(list);
        if (cloud == "full") {
            QTRY_COMPARE(list->model()->rowCount(), Many);
        }
    }
    if (scene == "Panes") {
        runOnAll(cloud == "light" ? "pod-v4" : "in-*");
    }
}

void TestKeyboard::runOnAll(const QString &targets)
{
    auto *runs = m_window->window->findChild<RunPage *>();
    if (!runs->currentView()) {
        runs->setTargets({targets});
        runs->setCommand("true");
        runs->startRun();
        QTRY_VERIFY(runs->currentView());
        QTRY_COMPARE(runs->runningCount(), 0);
    }
}

static QString described(const QVector<QWidget *> &stops)
{
    QStringList lines;
    for (QWidget *stop : stops) {
        lines.append(describe(stop));
    }
    return lines.join(", ");
}

void TestKeyboard::tabReachesAll()
{
    QFETCH(QString, cloud);
    QFETCH(QString, scene);
    open(cloud, scene);
    if (QTest::currentTestFailed()) {
        return;
    }
    constexpr int Most = 60;
    const QVector<QWidget *> wanted = tabStops(page());
    QVERIFY(!wanted.isEmpty());
    QVERIFY2(wanted.size() <= Most, qPrintable(QString::number(wanted.size())));
    QWidget &start = railButton();
    const TabWalk forth = walkTabs(start, Qt::Key_Tab, true);
    const TabWalk back = walkTabs(start, Qt::Key_Backtab);
    for (const TabWalk &walk : {forth, back}) {
        for (QWidget *stop : wanted) {
            QVERIFY2(
                walk.stops.contains(stop) || !stop->isVisible(),
                qPrintable(
                    "Tab never comes to " + describe(stop) + ", but ends at " +
                    describe(walk.stops.constLast())));
        }
        QVERIFY2(walk.end == &start, qPrintable("It comes again to " + describe(walk.end)));
        QVERIFY2(walk.stops.size() <= Most, qPrintable(QString::number(walk.stops.size())));
    }
    QVector<QWidget *> reversed = forth.stops.mid(1);
    std::reverse(reversed.begin(), reversed.end());
    const QVector<QWidget *> backwards = back.stops.mid(1);
    QVERIFY2(
        backwards == reversed,
        qPrintable(described(backwards) + "\ninstead of " + described(reversed)));
    QVERIFY2(forth.unseen.isEmpty(), qPrintable(forth.unseen.join('\n')));
}

void TestKeyboard::keysPressAll()
{
    QFETCH(QString, cloud);
    QFETCH(QString, scene);
    open(cloud, scene);
    if (QTest::currentTestFailed()) {
        return;
    }
    QStringList faults;
    for (auto *button : page().findChildren<QAbstractButton *>()) {
        const bool takesTab = button->focusPolicy() & Qt::TabFocus;
        if (!button->isVisible() || !button->isEnabled()) {
            continue;
        }
        if (!takesTab && !hasKeysElsewhere(*button)) {
            faults += describe(button) + ": no key comes to it";
        }
        if (takesTab) {
            button->setFocus(Qt::TabFocusReason);
            faults += keyboardFaults(*button);
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
}

void TestKeyboard::screenReaderCanUseAll()
{
    QFETCH(QString, cloud);
    QFETCH(QString, scene);
    open(cloud, scene);
    if (QTest::currentTestFailed()) {
        return;
    }
    const QStringList faults = accessibleFaults(*m_window->window);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
}

void TestKeyboard::findWorksOnTheWholePage()
{
    open("light", "Activity");
    QTest::keyClick(m_window->window.get(), Qt::Key_F, Qt::ControlModifier);
    auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY2(
        field && page().isAncestorOf(field), qPrintable(describe(QApplication::focusWidget())));
    open("light", "Panes");
    m_window->window->findChild<RunPage *>()->focusCommand();
    QTRY_VERIFY(QApplication::focusWidget());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F, Qt::ControlModifier);
    QTRY_COMPARE(accessibleNameOf(QApplication::focusWidget()), QString("Find in all panes"));
}

QTEST_MAIN(TestKeyboard)
#include "tst_keyboard.moc"
