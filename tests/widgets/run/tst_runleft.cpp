// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detachedrecords.h"
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runending.h"
#include "widgets/run/page/runview.h"

#include <QComboBox>
#include <QTemporaryDir>
#include <QTreeView>

using namespace podium;
using namespace podium::tests;

/// Runs that go on when the window has gone.
class RunLeftTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void startsOneThatGoesOn();
    void stopEndsItOnTheWorkers();
    void refusesATimeLimit();
    void closingATabCanLeaveIt();
    void listsOpensEndsAndForgets();
    void emptyListSaysWhatComesNext();
    void saysWhatClosingMeans();
    void closingEndsOnlyWhatIsTied();
    void endingAsksOnceAndWaitsForMarks();
    void whatBeginsHereIsNotForgotten();
    void leavingSaysWhoWillNotStart();
    void endingWaitsForWhatIsOnItsWay();

private:
    ui::RunPage &runPage() { return m_fixture->page; }
    const FakeTransport::Command &last() { return m_fixture->transport.commands().back(); }
    [[nodiscard]] QString folder() const { return m_folder->filePath("detached"); }
    void useFolder()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        runPage().setDetachedFolder(folder());
    }
    /// What a script gets on stdin tells which one it is.
    static bool isScript(const ssh::CommandRequest &request, const char *mark)
    {
        return request.input.contains(mark);
    }
    void chooseLeave()
    {
        click("Run options");
        find<QComboBox>("When Podium closes")->setCurrentText("keep running");
    }
    void startLeft(const FakeScript &reading)
    {
        useFolder();
        m_fixture->transport.setScript([reading](const ssh::CommandRequest &request) {
            return isScript(request, "podium started") ? reading : FakeScript().login().exit(0);
        });
        typeTarget("pod-v4:0-1");
        typeCommand("train");
        chooseLeave();
        click("Run command");
        QTRY_COMPARE(stateOf("pod-v4:0"), QString("running"));
        QTRY_COMPARE(stateOf("pod-v4:1"), QString("running"));
    }
    int scripts(const char *mark)
    {
        const auto &commands = m_fixture->transport.commands();
        return int(std::count_if(commands.begin(), commands.end(), [mark](const auto &command) {
            return isScript(command.request, mark);
        }));
    }
    static constexpr const char *Forget = "It still runs.";
    static constexpr const char *End = "kill \"-$signal\"";
    static constexpr const char *Mark = "mv read.new read";
    static constexpr const char *List = "echo \"podium-run";

    std::unique_ptr<QTemporaryDir> m_folder;
};

void RunLeftTest::startsOneThatGoesOn()
{
    startLeft(FakeScript().login().out("one\n").err("two\n").hang());
    QTRY_COMPARE(outputOf("pod-v4:0"), QString("one\ntwo"));
    const auto records = run::loadDetachedRecords(folder());
    QCOMPARE(records.size(), std::size_t(1));
    QCOMPARE(records[0].command, QByteArray("train"));
    QCOMPARE(records[0].workers.size(), std::size_t(2));
    QVERIFY(last().request.input.contains(records[0].id.toLatin1()));
    QVERIFY(!last().request.command.contains("train")); // data, not a command line
    // When it has ended, the workers know how far was read.
    m_fixture->transport.say(1, ssh::Ending(ssh::Exited{3}));
    m_fixture->transport.say(2, ssh::Ending(ssh::Exited{0}));
    QTRY_COMPARE(stateOf("pod-v4:0"), QString("failed, exit 3, 0.0 s"));
    QTRY_COMPARE(scripts(Mark), 2);
    for (const auto &command : m_fixture->transport.commands()) {
        if (isScript(command.request, Mark)) {
            QVERIFY(command.request.input.endsWith(records[0].id.toLatin1() + "\n4\n4\n"));
        }
    }
}

void RunLeftTest::stopEndsItOnTheWorkers()
{
    startLeft(FakeScript().login().hang());
    click("Stop");
    QTRY_COMPARE(scripts(End), 2);
    QVERIFY(last().request.input.endsWith("\nTERM\n"));
    QCOMPARE(m_fixture->transport.commands()[0].termCount, 0); // what reads it goes on
    click("Kill");
    QTRY_COMPARE(scripts(End), 4);
    QVERIFY(last().request.input.endsWith("\nKILL\n"));
    m_fixture->transport.say(1, ssh::Ending(ssh::Exited{143}));
    m_fixture->transport.say(2, ssh::Ending(ssh::Exited{143}));
    QTRY_COMPARE(runPage().runningCount(), 0);
}

void RunLeftTest::refusesATimeLimit()
{
    useFolder();
    typeTarget("tpu1");
    typeCommand("train");
    chooseLeave();
    find<QSpinBox>("Time limit")->setValue(60);
    click("Run command");
    QVERIFY(find<QAbstractButton>("Dismiss notice"));
    QCOMPARE(m_fixture->transport.commands().size(), std::size_t(0));
    QVERIFY(run::loadDetachedRecords(folder()).empty());
}

void RunLeftTest::closingATabCanLeaveIt()
{
    startLeft(FakeScript().login().out("12345").hang());
    QTRY_COMPARE(outputOf("pod-v4:1"), QString("12345"));
    click("Run command"); // a second one: now there are tabs
    QTRY_COMPARE(runPage().runningCount(), 2);
    auto *bar = find<QTabBar>("Runs");
    emit bar->tabCloseRequested(0);
    QVERIFY(asked().contains("opens it again"));
    answer("Keep running");
    QTRY_COMPARE(runPage().runningCount(), 1);
    QTRY_COMPARE(scripts(Mark), 2);
    QCOMPARE(scripts(End), 0);
    QCOMPARE(m_fixture->transport.commands()[0].termCount, 0);
    for (const auto &command : m_fixture->transport.commands()) {
        QVERIFY(!isScript(command.request, Mark) || command.request.input.endsWith("\n5\n0\n"));
    }
}

void RunLeftTest::listsOpensEndsAndForgets()
{
    useFolder();
    const QByteArray id("0123456789abcdef");
    bool isThere = true;
    bool isRunning = true;
    m_fixture->transport.setScript([&](const ssh::CommandRequest &request) {
        FakeScript script = FakeScript().login();
        if (isScript(request, List) && isThere) {
            script.out(
                "podium-run " + id + (isRunning ? " running 0" : " exited 143") +
                " 1772360000 setsid 3 0 " + QByteArray("python3 train.py\n").toBase64() + " -\n");
        } else if (isScript(request, End)) {
            isRunning = false;
        } else if (isScript(request, Forget)) {
            isThere = false;
        } else if (isScript(request, "tail -s")) {
            return script.out("def\n").hang();
        }
        return script.exit(0);
    });
    // Nothing of it is known here: whoever started it, the worker tells.
    const auto &nodes = m_fixture->inventory.snapshot().nodes;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [](const auto &entry) {
        return entry.node.ref.name.text() == "pod-v4";
    });
    QVERIFY(found != nodes.end());
    std::vector<run::DetachedRun> told;
    connect(&runPage(), &ui::RunPage::detachedRunsChanged, this, [&told](const auto &runs) {
        told = runs;
    });
    runPage().findDetachedRuns({{found->node.ref, 0}, {found->node.ref, 1}});
    auto *list = find<QTreeView>("Background runs");
    QTRY_COMPARE(list->model()->rowCount(), 1);
    const auto cell = [list](int column) { return list->model()->index(0, column).data(); };
    QCOMPARE(cell(0).toString(), QString("running"));
    QCOMPARE(cell(2).toString(), QString("pod-v4:0-1"));
    QCOMPARE(cell(3).toString(), QString("python3 train.py"));
    QTRY_COMPARE(find<QAbstractButton>("Background runs")->text(), QString("Background runs: 1"));
    QCOMPARE(told.size(), std::size_t(1));
    QCOMPARE(told.front().workers.size(), std::size_t(2));
    QVERIFY(!find<QAbstractButton>("Delete the output of the run")->isEnabled());
    QTRY_VERIFY(find<QAbstractButton>("Open the run")->isEnabled());
    click("Open the run");
    QTRY_COMPARE(outputOf("pod-v4:1"), QString("def"));
    QVERIFY(last().request.input.endsWith(id + "\n3\n0\n"));
    click("Stop the run");
    QTRY_COMPARE(cell(0).toString(), QString("exit 143"));
    QTRY_VERIFY(find<QAbstractButton>("Delete the output of the run")->isEnabled());
    click("Delete the output of the run");
    answer("Cancel");
    QCOMPARE(scripts(Forget), 0);
    click("Delete the output of the run");
    QVERIFY(asked().contains("python3 train.py") && asked().contains("deleted"));
    answer("Delete output");
    QTRY_COMPARE(list->model()->rowCount(), 0);
    QTRY_COMPARE(find<QAbstractButton>("Background runs")->text(), QString("Background runs"));
    disconnect(&runPage(), &ui::RunPage::detachedRunsChanged, this, nullptr);
    QVERIFY(told.empty());
}

void RunLeftTest::emptyListSaysWhatComesNext()
{
    useFolder();
    m_fixture->transport.setScript(
        [](const ssh::CommandRequest &) { return FakeScript().login().exit(0); });
    click("Background runs");
    const auto isNextSaid = [this] {
        const auto labels = page().findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->isVisible() &&
                   label->text().contains("“When Podium closes: keep running”");
        });
    };
    QTRY_VERIFY(isNextSaid());
}

void RunLeftTest::saysWhatClosingMeans()
{
    startLeft(FakeScript().login().out("abc").hang());
    QTRY_COMPARE(outputOf("pod-v4:1"), QString("abc"));
    QVERIFY(runPage().meaningOfClosing().contains("opens it again"));
    find<QComboBox>("When Podium closes")->setCurrentIndex(0);
    m_fixture->play([](int) { return FakeScript().login().hang(); });
    click("Run command");
    QTRY_COMPARE(runPage().runningCount(), 2);
    QVERIFY(runPage().meaningOfClosing().contains("It will be stopped."));
    QTRY_VERIFY(runPage().questionBeforeClosing().contains("Quitting stops them."));
    const ssh::CommandId attached = last().id;
    m_fixture->transport.setScript({});
    bool isDone = false;
    runPage().leaveDetached([&isDone] { isDone = true; });
    QTRY_VERIFY(isDone);
    QCOMPARE(scripts(Mark), 2);
    for (const auto &command : m_fixture->transport.commands()) {
        const bool isTied = command.id == attached || command.id + 1 == attached;
        QVERIFY(!isTied || !command.isLeft); // nobody would take its output
        QCOMPARE(command.termCount, 0);
    }
}

void RunLeftTest::closingEndsOnlyWhatIsTied()
{
    startLeft(FakeScript().login().out("abc").hang());
    QTRY_COMPARE(outputOf("pod-v4:1"), QString("abc"));
    // What was started to be left is not asked about, and not ended.
    QCOMPARE(runPage().questionBeforeClosing(), QString());
    runPage().stopAll();
    QCOMPARE(scripts(End), 0);

    find<QComboBox>("When Podium closes")->setCurrentIndex(0);
    m_fixture->play([](int) { return FakeScript().login().hang(); });
    click("Run command");
    QTRY_COMPARE(runPage().runningCount(), 2);
    QTRY_VERIFY(runPage().questionBeforeClosing().contains("2 workers"));
    const ssh::CommandId attached = last().id;
    runPage().stopAll();
    const auto &commands = m_fixture->transport.commands();
    for (const auto &command : commands) {
        const bool isTied = command.id == attached || command.id + 1 == attached;
        QCOMPARE(command.termCount, isTied ? 1 : 0);
    }
    QCOMPARE(scripts(End), 0);
}

void RunLeftTest::endingAsksOnceAndWaitsForMarks()
{
    ui::RunEnding ending(runPage());
    QSignalSpy done(&ending, &ui::RunEnding::done);
    ending.begin();
    QCOMPARE(done.count(), 1); // nothing runs

    startLeft(FakeScript().login().out("abc").hang());
    QTRY_COMPARE(outputOf("pod-v4:1"), QString("abc"));
    find<QComboBox>("When Podium closes")->setCurrentIndex(0);
    m_fixture->play([](int) { return FakeScript().login().ignoreTerm().hang(); });
    click("Run command");
    QTRY_COMPARE(stateOf("pod-v4:0"), QString("running"));
    QTRY_COMPARE(m_fixture->transport.loggingIn(), 0);
    const ssh::CommandId attached = last().id;
    m_fixture->transport.setScript({});
    ending.begin();
    ending.begin();
    const auto &command = [&]() -> const FakeTransport::Command & {
        return m_fixture->transport.commands().at(attached - 1);
    };
    QCOMPARE(command().termCount, 1);
    QCOMPARE(command().killCount, 0); // asked twice is not asked harder
    QTRY_COMPARE(scripts(Mark), 2);
    // The attached ones still run; held up for three seconds, it has killed them by now.
    const auto isOver = [this](ssh::CommandId id) {
        return m_fixture->transport.commands().at(id - 1).hasEnded;
    };
    QVERIFY(done.count() == 1 || (isOver(attached) && isOver(attached - 1)));
    for (const ssh::CommandId id : {attached, attached - 1}) {
        if (!isOver(id)) {
            m_fixture->transport.say(id, ssh::Ending(ssh::Stopped{true}));
        }
    }
    QTRY_COMPARE(done.count(), 2);
    QCOMPARE(scripts(End), 0);
    QCOMPARE(m_fixture->transport.commands()[0].termCount, 0);
}

void RunLeftTest::whatBeginsHereIsNotForgotten()
{
    startLeft(FakeScript().login().hang());
    const QString id = run::loadDetachedRecords(folder()).at(0).id;
    QVERIFY(run::isBeingLaunched(folder(), id));
    click("Background runs");
    auto *list = find<QTreeView>("Background runs");
    QTRY_VERIFY(find<QAbstractButton>("Refresh background runs")->isEnabled());
    QCOMPARE(list->model()->rowCount(), 0); // not "not there"
    m_fixture->transport.say(1, ssh::Ending(ssh::Exited{0}));
    m_fixture->transport.say(2, ssh::Ending(ssh::Exited{0}));
    QTRY_VERIFY(!run::isBeingLaunched(folder(), id));
    QTRY_COMPARE(list->model()->rowCount(), 1);
}

void RunLeftTest::leavingSaysWhoWillNotStart()
{
    useFolder();
    m_fixture->play([](int) { return FakeScript().login().hang(); });
    typeTarget("pod-v4");
    typeCommand("train");
    chooseLeave();
    find<QSpinBox>("Workers at a time")->setValue(2);
    click("Run command");
    QTRY_COMPARE(stateOf("pod-v4:1"), QString("running"));
    QVERIFY(runPage().questionBeforeClosing().contains("6 workers"));
    QVERIFY2(
        runPage().meaningOfClosing().contains("6 workers have not started; they will not."),
        qPrintable(runPage().meaningOfClosing()));
    const run::Run &run = runPage().currentView()->run();
    m_fixture->transport.setScript({});
    bool isDone = false;
    runPage().leaveDetached([&isDone] { isDone = true; });
    QTRY_VERIFY(isDone);
    QCOMPARE(run.state().summary().stopped, 6);
    QCOMPARE(scripts("podium started"), 2);
}

void RunLeftTest::endingWaitsForWhatIsOnItsWay()
{
    useFolder();
    m_fixture->transport.setScript([](const ssh::CommandRequest &request) {
        return isScript(request, Mark) ? FakeScript().login().exit(0) : FakeScript().hang();
    });
    typeTarget("pod-v4:0-1");
    typeCommand("train");
    chooseLeave();
    click("Run command");
    QTRY_COMPARE(m_fixture->transport.commands().size(), std::size_t(2));
    ui::RunEnding ending(runPage());
    QSignalSpy done(&ending, &ui::RunEnding::done);
    ending.begin();
    QCOMPARE(scripts(Mark), 0);
    for (const ssh::CommandId id : {1, 2}) {
        m_fixture->transport.say(id, ssh::PhaseChanged{ssh::Phase::Running});
    }
    QTRY_VERIFY(scripts(Mark) == 2 && done.count() == 1);
}

QTEST_MAIN(RunLeftTest)
#include "tst_runleft.moc"
