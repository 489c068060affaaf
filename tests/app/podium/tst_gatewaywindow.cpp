// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// A run through a gateway, ticked in the real window over real workers: its panes and endings are
// those of a direct run.
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "tests/widgets/run/pagefixture.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runview.h"

#include <QCheckBox>
#include <QJsonArray>
#include <QJsonObject>
#include <QStandardPaths>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestGatewayWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void itsPanesAreThoseOfADirectRun();

private:
    static constexpr int Workers = 3;

    /// A new run of this, once it has ended on all workers.
    [[nodiscard]] static RunView *ran(RunPage &page, const QString &command)
    {
        const RunView *before = page.currentView();
        page.setCommand(command);
        page.startRun();
        [&] {
            QTRY_VERIFY(page.currentView() != before);
            QTRY_VERIFY(page.currentView()->run().state().summary().isFinished());
        }();
        return page.currentView();
    }
    /// The pane's first word, how it ended, and what stands in the pane, for each worker.
    [[nodiscard]] static QStringList shown(const RunPage &page, RunView &view)
    {
        QStringList all;
        for (int worker = 0; worker < Workers; ++worker) {
            const QString name = QStringLiteral("pod:%1").arg(worker);
            const auto *pane = named<Pane>(page, name);
            const QString state = pane ? pane->accessibleDescription().section(',', 0, 0) : "none";
            const QString ending =
                run::describeEnding(view.run().state().workers()[std::size_t(worker)]);
            const QString text = readAloud(named<QWidget>(page, "Output of " + name)).trimmed();
            all << state + ", " + ending + ": " + text;
        }
        return all;
    }
    SimCloud m_cloud;
};

void TestGatewayWindow::initTestCase()
{
    if (QStandardPaths::findExecutable("clush").isEmpty()) {
        QSKIP("This machine has no ClusterShell");
    }
    const QJsonObject pod{
        {"zone", "us-central2-b"},
        {"name", "pod"},
        {"acceleratorType", "v4-24"},
        {"internalNetwork", true},
        {"workers", Workers}};
    const QJsonObject lab{{"id", "lab"}, {"nodes", QJsonArray{pod}}};
    QVERIFY2(m_cloud.startWith({{"projects", QJsonArray{lab}}}), qPrintable(m_cloud.error()));
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
}

void TestGatewayWindow::itsPanesAreThoseOfADirectRun()
{
    WindowFixture f(m_cloud);
    f.window->resize(1280, 900);
    QTRY_VERIFY(f.hasLooked("pod"));
    f.goTo("Run");
    auto &page = *f.window->findChild<RunPage *>();
    page.setTargets({"pod"});
    // One stream each: which of two is first is not told by ssh.
    const QString command =
        "case $(hostname) in *-w-1) echo no chips >&2; exit 3 ;; *) echo fine ;; esac";
    const QStringList expected{"ok, exit 0: fine", "failed, exit 3: no chips", "ok, exit 0: fine"};
    RunView *direct = ran(page, command);
    QVERIFY(direct && !direct->run().spec().viaGateway);
    QTRY_COMPARE(shown(page, *direct), expected);

    auto *options = byName<QAbstractButton>(page, "Run options");
    options->click();
    byName<QCheckBox>(page, "Via a gateway")->click();
    options->click(); // the panes have all the room again
    RunView *through = ran(page, command);
    QVERIFY(through && through->run().spec().viaGateway);
    QTRY_COMPARE(shown(page, *through), expected);
    QVERIFY(through->run().state().summary() == direct->run().state().summary());

    // What a signal ended is told apart from an exit status by ssh, and not by clush.
    RunView *way = ran(page, "kill -KILL $$");
    QVERIFY(way);
    QTRY_VERIFY(shown(page, *way).value(1).startsWith("failed, exit 137"));
}

QTEST_MAIN(TestGatewayWindow)
#include "tst_gatewaywindow.moc"
