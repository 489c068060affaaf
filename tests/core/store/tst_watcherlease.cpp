// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/watcherlease.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/childprocess.h"

#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::inventory;
using namespace podium::store;
using namespace podium::tests;

/// Who of several Podiums watches.
class TestWatcherLease final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void hasATimeLimit();
    void isFreeOfADeadProcess();
    void isFreeWithoutAnEnd();

private:
    [[nodiscard]] QString file() const { return m_folder->filePath("podium.db"); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestWatcherLease::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestWatcherLease::hasATimeLimit()
{
    const auto database = Database::open(file());
    QVERIFY(database);
    const WatcherLease first("first", thisProcess(), "a");
    const WatcherLease second("second", thisProcess(), "b");
    const QDateTime now = minute(0);
    QVERIFY(*first.take(**database, now, false));
    QVERIFY(!*second.take(**database, now, false));
    QVERIFY(!*second.isFree(**database, now.addSecs(29)));
    QVERIFY(*first.take(**database, now.addSecs(20), false)); // renewed
    QVERIFY(!*second.take(**database, now.addSecs(31), false));
    QVERIFY(*second.take(**database, now.addSecs(50), false)); // nobody renewed it
    QVERIFY(!*first.take(**database, now.addSecs(51), false));
    QVERIFY(*first.take(**database, now.addSecs(51), true)); // by force
    QVERIFY(!*second.take(**database, now.addSecs(52), false));
    QVERIFY(second.release(**database)); // not its own to give
    QVERIFY(!*second.isFree(**database, now.addSecs(52)));
    QVERIFY(first.release(**database));
    QVERIFY(*second.isFree(**database, now.addSecs(52)));
}

void TestWatcherLease::isFreeOfADeadProcess()
{
    ChildProcess child;
    child.start("sleep", {"60"});
    QVERIFY(child.waitForStarted(-1));
    QFile stat(QString("/proc/%1/stat").arg(child.processId()));
    QVERIFY(stat.open(QIODevice::ReadOnly));
    const QString text = QString::fromLatin1(stat.readAll());
    const QString start = text.mid(text.lastIndexOf(')') + 2).split(' ').value(19);
    const QString boot = thisProcess().section(' ', 0, 0);
    const QString process = QString("%1 %2 %3").arg(boot).arg(child.processId()).arg(start);
    const QString reused = QString("%1 %2 %3").arg(boot).arg(child.processId()).arg("1");
    QVERIFY(!isDead(thisProcess()));
    QVERIFY(!isDead(process));
    QVERIFY(isDead(reused));              // that process id belongs to another one now
    QVERIFY(!isDead("another-boot 1 1")); // nobody can know
    QVERIFY(!isDead("nonsense"));
    const auto database = Database::open(file());
    QVERIFY(*WatcherLease("dead", process, "a").take(**database, minute(0), false));
    const WatcherLease heir("heir", thisProcess(), "b");
    QVERIFY(!*heir.take(**database, minute(0), false));
    child.kill();
    QVERIFY(child.waitForFinished(-1));
    QVERIFY(isDead(process));
    QVERIFY(*heir.take(**database, minute(0), false));
}

void TestWatcherLease::isFreeWithoutAnEnd()
{
    const auto database = Database::open(file());
    // Written before the clock was set back by a day.
    QVERIFY(*WatcherLease("a", thisProcess(), "a").take(**database, minute(1440), false));
    QVERIFY(*WatcherLease("b", thisProcess(), "b").isFree(**database, minute(0)));
}

QTEST_GUILESS_MAIN(TestWatcherLease)
#include "tst_watcherlease.moc"
