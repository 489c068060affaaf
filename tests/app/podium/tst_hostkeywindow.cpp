// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// A worker that shows another host key, met anew from the window.
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "widgets/nodes/hostkeydialog.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runview.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestHostKeyWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aKeySeenFirstIsForgottenOnRequest();

private:
    SimCloud m_cloud;
};

void TestHostKeyWindow::initTestCase()
{
    const QJsonObject untold{
        {"zone", "us-central2-b"}, {"name", "untold"}, {"guestAttributes", false}};
    const QJsonObject lab{{"id", "lab"}, {"nodes", QJsonArray{untold}}};
    QVERIFY2(m_cloud.startWith({{"projects", QJsonArray{lab}}}), qPrintable(m_cloud.error()));
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
}

void TestHostKeyWindow::aKeySeenFirstIsForgottenOnRequest()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.listHas("untold"));
    auto *page = f.window->findChild<RunPage *>();
    QSignalSpy finished(page, &RunPage::runFinished);
    f.goTo("Run");
    const auto run = [&] {
        const int before = finished.count();
        page->setTargets({"untold"});
        page->setCommand("true");
        page->startRun();
        QTRY_COMPARE(finished.count(), before + 1);
    };
    const auto summary = [page] { return page->currentView()->run().state().summary(); };
    run();
    QCOMPARE(summary().ok, 1);
    QVERIFY(!byName<QPushButton>(*f.window, "Host keys…"));
    const QString worker = "/sim/workers/lab/us-central2-b/untold/0";
    QCOMPARE(m_cloud.post(worker + ":newHostKey").status, 200);
    for (const char *what : {":drop", ":restore"}) { // kept connections break, new ones do not
        QCOMPARE(m_cloud.post(worker + what).status, 200);
    }
    // Until the window has heard of that, it runs things over the connection that it keeps.
    QVERIFY(QTest::qWaitFor(
        [&] {
            run();
            return summary().hostKey == 1;
        },
        Patience));
    auto *offer = byName<QPushButton>(*page, "Host keys…");
    QVERIFY(offer);
    offer->click();
    auto *dialog = f.window->findChild<HostKeyDialog *>();
    QVERIFY(dialog);
    auto *forget = byName<QPushButton>(*dialog, "Forget the key");
    QTRY_VERIFY(forget->isEnabled());
    // Not before it was said.
    run();
    QCOMPARE(summary().hostKey, 1);
    forget->click();
    QTRY_VERIFY(byName<QPushButton>(*dialog, "Ask Google again")->isEnabled());
    QVERIFY(!forget->isEnabled());
    run();
    QCOMPARE(summary().ok, 1);
}

QTEST_MAIN(TestHostKeyWindow)
#include "tst_hostkeywindow.moc"
