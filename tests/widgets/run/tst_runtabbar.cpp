// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/runtabbar.h"

#include <QtTest>

#include <vector>

using namespace podium::ui;

namespace {

const QString Long = "python3 train.py --config pods/bert-large.j… · 8 running";
const QStringList Titles{"ls · 1 ok", Long, "hostname · 8 ok", Long, Long};

int wideOf(const RunTabBar &bar)
{
    return bar.tabRect(bar.count() - 1).right() + 1;
}

} // namespace

/// Which tabs are narrowed where there is no room for all.
class TestRunTabBar final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theLongestAreNarrowedFirst();
    void theCurrentOneIsWhole();
    void noneIsTooNarrowToBeRead();

private:
    QWidget m_window;
    RunTabBar m_bar{&m_window};
    std::vector<int> m_whole;
};

void TestRunTabBar::init()
{
    while (m_bar.count() > 0) {
        m_bar.removeTab(0);
    }
    m_bar.resize(10000, 40);
    for (const QString &title : Titles) {
        m_bar.addTab(title);
    }
    m_bar.setCurrentIndex(0);
    m_window.show();
    m_whole.clear();
    for (int i = 0; i < m_bar.count(); ++i) {
        m_whole.push_back(m_bar.tabRect(i).width());
    }
    QVERIFY(m_whole[1] > 2 * m_whole[0]);
}

void TestRunTabBar::theLongestAreNarrowedFirst()
{
    const int room = wideOf(m_bar) - 60;
    m_bar.resize(room, 40);
    QCOMPARE(m_bar.tabRect(0).width(), m_whole[0]);
    QCOMPARE(m_bar.tabRect(2).width(), m_whole[2]);
    for (int i : {1, 3, 4}) {
        QCOMPARE(m_bar.tabRect(i).width(), m_whole[1] - 20);
    }
    QCOMPARE(wideOf(m_bar), room);
    m_bar.resize(10000, 40); // and have it back
    QCOMPARE(m_bar.tabRect(1).width(), m_whole[1]);
}

void TestRunTabBar::theCurrentOneIsWhole()
{
    const int room = wideOf(m_bar) - 60;
    m_bar.resize(room, 40);
    for (int current : {3, 1}) {
        m_bar.setCurrentIndex(current);
        for (int i : {1, 3, 4}) {
            QCOMPARE(m_bar.tabRect(i).width(), i == current ? m_whole[1] : m_whole[1] - 30);
        }
    }
}

void TestRunTabBar::noneIsTooNarrowToBeRead()
{
    m_bar.setCurrentIndex(1);
    m_bar.resize(m_whole[1] + 40, 40); // the others are reached by scrolling
    QCOMPARE(m_bar.tabRect(1).width(), m_whole[1]);
    for (int i : {0, 2, 3, 4}) {
        QVERIFY(m_bar.tabRect(i).width() >= qMin(m_whole[std::size_t(i)], 128));
    }
}

QTEST_MAIN(TestRunTabBar)
#include "tst_runtabbar.moc"
