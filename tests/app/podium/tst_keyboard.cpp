// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// The whole window by the keyboard alone.
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runpage.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QLineEdit>
#include <QStackedWidget>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

/// Part of another field, which takes the keyboard for it.
bool isInner(const QWidget &widget)
{
    const QWidget *parent = widget.parentWidget();
    return widget.focusProxy() || widget.objectName().startsWith("qt_") ||
           qobject_cast<const QComboBox *>(parent) ||
           qobject_cast<const QAbstractSpinBox *>(parent) ||
           qobject_cast<const QAbstractItemView *>(parent);
}

/// Of several of which one is on, Tab goes to that one, arrows to the others.
bool isUnchosen(const QWidget &widget)
{
    const auto *button = qobject_cast<const QAbstractButton *>(&widget);
    const bool isOneOfSeveral =
        button && (button->autoExclusive() || (button->group() && button->group()->exclusive()));
    return isOneOfSeveral && button->isCheckable() && !button->isChecked();
}

QString nameOf(const QWidget *widget)
{
    return widget
               ? QString(widget->metaObject()->className()) + " “" + accessibleNameOf(widget) + "”"
               : QString("nothing");
}

} // namespace

class TestKeyboard final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void tabReachesAll_data();
    void tabReachesAll();
    void findWorksOnTheWholePage();

private:
    [[nodiscard]] QWidget &page() const
    {
        return *m_fixture->window->findChild<QStackedWidget *>()->currentWidget();
    }
    [[nodiscard]] QVector<QWidget *> stops() const
    {
        QVector<QWidget *> those;
        for (QWidget *widget : page().findChildren<QWidget *>()) {
            const bool takesTab = widget->focusPolicy() & Qt::TabFocus;
            if (takesTab && widget->isVisible() && widget->isEnabled() && !isInner(*widget) &&
                !isUnchosen(*widget)) {
                those += widget;
            }
        }
        return those;
    }
    /// Whoever had the keyboard, from `first` until it is there again.
    [[nodiscard]] QVector<QWidget *> walk(QWidget *first, Qt::Key key) const
    {
        QVector<QWidget *> seen;
        for (QWidget *now = first; now && !seen.contains(now);) {
            seen += now;
            QTest::keyClick(now, key);
            now = QApplication::focusWidget();
        }
        return seen;
    }

    SimCloud m_cloud;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestKeyboard::initTestCase()
{
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error()));
    m_fixture = std::make_unique<WindowFixture>(m_cloud);
    QVERIFY(m_fixture->workspace);
    QTRY_VERIFY(m_fixture->hasLooked());
    QApplication::setActiveWindow(m_fixture->window.get());
}

void TestKeyboard::tabReachesAll_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"Nodes", "Run", "People", "SSH", "Activity", "Settings"}) {
        QTest::newRow(name) << name;
    }
}

void TestKeyboard::tabReachesAll()
{
    QFETCH(QString, name);
    m_fixture->goTo(qPrintable(name));
    QTRY_VERIFY(m_fixture->window->isActiveWindow());
    if (name == "SSH") {
        QTRY_VERIFY(byName<QWidget>(page(), "Changed hosts"));
    }
    const QVector<QWidget *> wanted = stops();
    QVERIFY(!wanted.isEmpty());
    auto *start = byName<RailButton>(*m_fixture->window, name);
    for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Backtab}) {
        start->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(start->hasFocus());
        const QVector<QWidget *> seen = walk(start, key);
        for (QWidget *stop : wanted) {
            QVERIFY2(
                seen.contains(stop) || !stop->isVisible(),
                qPrintable(
                    "Tab never comes to " + nameOf(stop) + ", but ends at " +
                    nameOf(seen.constLast())));
        }
        QVERIFY2(start->hasFocus(), qPrintable(nameOf(QApplication::focusWidget())));
    }
}

void TestKeyboard::findWorksOnTheWholePage()
{
    m_fixture->goTo("Activity");
    QTest::keyClick(m_fixture->window.get(), Qt::Key_F, Qt::ControlModifier);
    auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY2(field && page().isAncestorOf(field), qPrintable(nameOf(QApplication::focusWidget())));
    m_fixture->goTo("Run");
    auto *runs = m_fixture->window->findChild<RunPage *>();
    runs->setTargets({"pod-v4:0"});
    runs->setCommand("true");
    runs->startRun();
    runs->focusCommand();
    QTRY_VERIFY(QApplication::focusWidget());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F, Qt::ControlModifier);
    QTRY_COMPARE(accessibleNameOf(QApplication::focusWidget()), QString("Find in all panes"));
    QTRY_COMPARE(runs->runningCount(), 0);
}

QTEST_MAIN(TestKeyboard)
#include "tst_keyboard.moc"
