// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/fanoutlimit.h"
#include "core/run/loginwindow.h"
#include "tests/core/run/fakeruns.h"

#include <QThread>
#include <QtTest>

using namespace podium::run;
using podium::tests::specFor;

class TestFanOutLimit final : public QObject
{
    Q_OBJECT

private slots:
    void measuredLoginsBecomeAsUsualWhereTheyFitNoMore()
    {
        RunSpec spec = specFor(1000);
        QVERIFY(fitDescriptors(spec, 65535).isEmpty());
        QCOMPARE(spec.loginsAtOnce, 0); // as many as help
        // Room for all and the usual logins beside them, not for as many as may be measured.
        const int usual = loginsFor(QThread::idealThreadCount());
        QVERIFY(fitDescriptors(spec, 2 * (1000 + 2 * usual) + 200).isEmpty());
        QCOMPARE(spec.loginsAtOnce, usual);
        QCOMPARE(spec.fanOut, 0);
    }
    void fits_data()
    {
        QTest::addColumn<int>("workers");
        QTest::addColumn<int>("fanOut");
        QTest::addColumn<int>("limit");
        QTest::addColumn<bool>("narrows");
        QTest::newRow("a pod, small limit") << 256 << 0 << 1024 << false;
        QTest::newRow("all of many") << 1500 << 0 << 65535 << false;
        QTest::newRow("many, small limit") << 1500 << 0 << 1024 << true;
        QTest::newRow("many, few at a time") << 1500 << 64 << 1024 << false;
        QTest::newRow("asked for too many") << 1500 << 1200 << 1024 << true;
        QTest::newRow("hardly any room") << 1500 << 0 << 64 << true;
        QTest::newRow("no workers") << 0 << 0 << 64 << false;
    }
    void fits()
    {
        QFETCH(int, workers);
        QFETCH(int, fanOut);
        QFETCH(int, limit);
        QFETCH(bool, narrows);
        RunSpec spec = specFor(workers);
        spec.fanOut = fanOut;
        const int loginsBefore = spec.loginsAtOnce;
        const QString note = fitDescriptors(spec, limit);
        QCOMPARE(!note.isEmpty(), narrows);
        if (!narrows) {
            QCOMPARE(spec.fanOut, fanOut);
            const int usual = loginsFor(QThread::idealThreadCount());
            QVERIFY(spec.loginsAtOnce == loginsBefore || spec.loginsAtOnce == usual);
            return;
        }
        QVERIFY(note.contains(QString::number(spec.fanOut)));
        QVERIFY(note.contains(QString::number(limit)));
        QVERIFY(spec.fanOut >= 1 && spec.loginsAtOnce >= 1);
        const int needed = spec.fanOut + 2 * spec.loginsAtOnce;
        QVERIFY(needed <= std::max(3, descriptorsForRuns(limit)));
        QVERIFY(fitDescriptors(spec, limit).isEmpty() || limit < 200);
    }
};

QTEST_APPLESS_MAIN(TestFanOutLimit)
#include "tst_fanoutlimit.moc"
