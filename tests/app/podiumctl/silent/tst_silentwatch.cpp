// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl watch --write on a cloud that answers in part, with nonsense or not at all: the config
// keeps its hosts.
#include "tests/app/podiumctl/silent/silenttest.h"

using namespace podium::tests;

class TestSilentWatch final : public SilentTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { takeHome(); }
    void configKeepsItsHosts_data();
    void configKeepsItsHosts();

private:
    static void beginWatch(
        SilentLab &lab, const QString &path, const QJsonObject &answer, int page,
        bool isConfigured);
};

void TestSilentWatch::initTestCase()
{
    for (const Fault &fault : faults()) {
        if (QStringList{"cut", "HTML", "hang"}.contains(fault.name)) {
            beginWatch(begun(QString("watch ") + fault.name), Projects, fault.answer, 1, true);
        }
    }
    startLab();
}

void TestSilentWatch::configKeepsItsHosts_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QJsonObject>("answer");
    QTest::addColumn<int>("page");
    QTest::addColumn<bool>("isConfigured");
    QTest::addColumn<int>("exitCode");
    // Each takes some seconds, for podiumctl tries again before it gives up: every fault where most
    // depends on it, some of each kind elsewhere. Core's own test has all of them.
    const QStringList elsewhere{"403", "503", "nothing"};
    for (const char *path : {Projects, Nodes}) {
        for (const int page : {1, 2}) {
            for (const bool isConfigured : {true, false}) {
                for (const Fault &fault : faults()) {
                    const bool isAll = path == Projects && page == 1 && isConfigured;
                    if (isAll || elsewhere.contains(fault.name)) {
                        QTest::addRow(
                            "%s, %s, page %d, %s", path == Projects ? "projects" : "nodes",
                            fault.name, page, isConfigured ? "a project set" : "none set")
                            << QString(fault.name) << QString(path) << fault.answer << page
                            << isConfigured << 5;
                    }
                }
            }
        }
    }
}

void TestSilentWatch::beginWatch(
    SilentLab &lab, const QString &path, const QJsonObject &answer, int page, bool isConfigured)
{
    lab.break_(path.toLatin1().constData(), answer, page);
    lab.begin({"watch", "--once", "--write"}, lab.environment(isConfigured));
}

void TestSilentWatch::configKeepsItsHosts()
{
    QFETCH(QString, fault);
    QFETCH(QString, path);
    QFETCH(QJsonObject, answer);
    QFETCH(int, page);
    QFETCH(bool, isConfigured);
    QFETCH(int, exitCode);
    SilentLab &lab = labOf("watch " + fault);
    if (!lab.isBegun) {
        beginWatch(lab, path, answer, page, isConfigured);
    }
    const Outcome watch = lab.ended();
    lab.mend();
    VERIFY_EXIT(watch, exitCode);
    QVERIFY2(!watch.out.contains("gone"), watch.out.constData());
    QVERIFY2(watch.err.size() > 20, watch.err.constData());
    QCOMPARE(hostsIn(lab.before), Hosts);
    QCOMPARE(lab.config(), lab.before);
    QCOMPARE(lab.read(".ssh/podium/known_hosts"), lab.known);
    // And the next look has nothing to tell.
    const Outcome next = lab.ctl({"watch", "--once", "--write"}, isConfigured);
    VERIFY_EXIT(next, 0);
    QCOMPARE(next.out, QByteArray());
    QCOMPARE(lab.config(), lab.before);
}

QTEST_GUILESS_MAIN(TestSilentWatch)
#include "tst_silentwatch.moc"
