// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"

#include <QCheckBox>
#include <QComboBox>
#include <QTemporaryDir>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using End = store::PastRun::End;

/// Runs that were to go on without Podium, and have begun nowhere yet.
class RunUnbegunTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void whatWaitsForAllLoginsStartsNowhere();
    void whatIsRetriedNeedsPodium();
    void aTabThatHasBegunNowhereIsNotLeft();

private:
    ui::RunPage &runPage() { return m_fixture->page; }
    /// Nobody answers a login.
    void startLeft(const std::function<void()> &choose)
    {
        m_folder = std::make_unique<QTemporaryDir>();
        runPage().setDetachedFolder(m_folder->filePath("detached"));
        m_ends.clear();
        connect(&runPage(), &ui::RunPage::runEnded, this, [this](const run::Run *, End end) {
            m_ends.push_back(end);
        });
        m_fixture->transport.setScript(
            [](const ssh::CommandRequest &) { return FakeScript().hang(); });
        typeTarget("pod-v4:0-1");
        typeCommand("train");
        click("Run options");
        find<QComboBox>("When Podium closes")->setCurrentText("keep running");
        choose();
        click("Run command");
        QTRY_VERIFY(!m_fixture->transport.commands().empty());
        QVERIFY(runPage().currentView());
    }
    [[nodiscard]] bool isTrainSent() const
    {
        const auto &commands = m_fixture->transport.commands();
        return std::any_of(commands.begin(), commands.end(), [](const auto &command) {
            return command.request.input.contains("podium started");
        });
    }
    void leaveAll()
    {
        m_fixture->transport.setScript({});
        bool isDone = false;
        runPage().leaveDetached([&isDone] { isDone = true; });
        QTRY_VERIFY(isDone);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::vector<End> m_ends;
};

void RunUnbegunTest::whatWaitsForAllLoginsStartsNowhere()
{
    startLeft([this] { find<QCheckBox>("All workers or none")->setChecked(true); });
    const run::Run &run = runPage().currentView()->run();
    QCOMPARE(run::unsentWorkers(run.state()), 2);
    QVERIFY2(
        runPage().questionBeforeClosing().contains("2 workers"),
        qPrintable(runPage().questionBeforeClosing()));
    QVERIFY2(
        runPage().meaningOfClosing().endsWith(": 2 workers have not started; they will not."),
        qPrintable(runPage().meaningOfClosing()));
    leaveAll();
    QVERIFY(!isTrainSent());
    QTRY_COMPARE(m_ends, std::vector<End>{End::Finished});
    QCOMPARE(run.state().summary().stopped, 2);
}

void RunUnbegunTest::whatIsRetriedNeedsPodium()
{
    startLeft([this] { find<QSpinBox>("Retry login for")->setValue(600); });
    QTRY_VERIFY(isTrainSent());
    QTRY_COMPARE(run::loginsUnderWay(runPage().currentView()->run().state()), 2);
    QVERIFY(runPage().questionBeforeClosing().contains("2 workers"));
    QVERIFY2(
        runPage().meaningOfClosing().endsWith(
            ": 2 workers do not answer yet; they start only while Podium runs."),
        qPrintable(runPage().meaningOfClosing()));
    // One has answered: that goes on, and the run with it.
    m_fixture->transport.say(1, ssh::PhaseChanged{ssh::Phase::Running});
    QTRY_VERIFY(runPage().meaningOfClosing().contains("keeps running"));
    QVERIFY(runPage().questionBeforeClosing().contains("1 worker."));
    runPage().leaveDetached([] {});
    QCOMPARE(m_ends, std::vector<End>{End::Left});
}

void RunUnbegunTest::aTabThatHasBegunNowhereIsNotLeft()
{
    startLeft([this] { find<QCheckBox>("All workers or none")->setChecked(true); });
    page().findChild<ui::RunTabs *>()->requestClose(0);
    QVERIFY2(asked().contains("2 workers have not started"), qPrintable(asked()));
    const auto *box = page().findChild<QMessageBox *>();
    for (const QAbstractButton *button : box->buttons()) {
        QVERIFY(button->text().remove('&') != "Keep running");
    }
    answer("Cancel");
}

QTEST_MAIN(RunUnbegunTest)
#include "tst_rununbegun.moc"
