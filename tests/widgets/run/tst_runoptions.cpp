// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/command/runoptions.h"
#include "widgets/run/workerchoice.h"

#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLayout>
#include <QSet>
#include <QTemporaryDir>

using namespace podium;
using namespace podium::tests;
using namespace std::chrono_literals;

/// The limits of a run, and how all its options fit into the page.
class RunOptionsTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void limitsAreNoneByThemselves();
    void limitsAreKept();
    void aTerminalHasNoFirstOutput();
    void aRunThatIsLeftHasNoLimits_data();
    void aRunThatIsLeftHasNoLimits();
    void aRunThatIsLeftNeedsNobody();
    void whatAGatewayCannotDoIsNotAskedFor();
    void theGatewayIsOneOfTheTargets();
    void gatewayAndFolderAreFilledIn();
    void fitIntoASmallPage_data();
    void fitIntoASmallPage();
    void standInGroups();
    void limitsStandBelowEachOtherWhereThereIsNoRoom();
    void terminalTakesWhatPipesAreGiven();
    void outputIsSavedAtTheEnd();
    void aFolderThatIsNotThereIsToldBefore();

private:
    QSpinBox *limit(const char *name) { return find<QSpinBox>(name); }
    /// Where it stands on the page.
    QRect placeOf(const char *name)
    {
        auto *widget = find<QWidget>(name);
        return widget ? QRect(widget->mapTo(&page(), QPoint()), widget->size()) : QRect();
    }
    /// All of what the button says in short.
    QString told() { return find<QAbstractButton>("Run options")->toolTip(); }
    const ssh::CommandRequest &requestOf(const QString &command)
    {
        const std::size_t before = m_fixture->transport.commands().size();
        typeTarget("tpu1");
        typeCommand(command);
        click("Run command");
        [&] { QTRY_COMPARE(m_fixture->transport.commands().size(), before + 1); }();
        return m_fixture->transport.commands().back().request;
    }
};

void RunOptionsTest::limitsAreNoneByThemselves()
{
    click("Run options");
    for (const char *name :
         {"Time limit", "Step timeout", "First output timeout", "Stop if silent"}) {
        QVERIFY2(limit(name), name);
        QCOMPARE(limit(name)->text(), QString("none"));
    }
    QCOMPARE(told(), QString());
    const ssh::CommandRequest &request = requestOf("job");
    QCOMPARE(request.totalLimit, 0ms);
    QCOMPARE(request.phaseLimits.tcp, 0ms);
    QCOMPARE(request.phaseLimits.login, 0ms);
    QCOMPARE(request.firstOutputLimit, 0ms);
    QCOMPARE(request.idleLimit, 0ms);
}

void RunOptionsTest::limitsAreKept()
{
    click("Run options");
    limit("Step timeout")->setValue(4);
    QCOMPARE(told(), QString("step timeout 4 s"));
    limit("Step timeout")->setValue(0);
    limit("First output timeout")->setValue(20);
    QCOMPARE(told(), QString("first output timeout 20 s"));
    limit("First output timeout")->setValue(0);
    limit("Stop if silent")->setValue(600);
    QCOMPARE(told(), QString("stop if silent for 600 s"));
    limit("Step timeout")->setValue(4);
    limit("First output timeout")->setValue(20);
    QCOMPARE(limit("Retry login for")->text(), QString("no retry"));
    limit("Retry login for")->setValue(120);
    const ssh::CommandRequest &request = requestOf("job");
    QCOMPARE(request.retryLimit, 120s);
    QCOMPARE(request.phaseLimits.tcp, 4000ms);
    QCOMPARE(request.phaseLimits.banner, 4000ms);
    QCOMPARE(request.phaseLimits.keyExchange, 4000ms);
    QCOMPARE(request.phaseLimits.login, 4000ms);
    QCOMPARE(request.firstOutputLimit, 20'000ms);
    QCOMPARE(request.idleLimit, 600'000ms);
    QCOMPARE(request.totalLimit, 0ms);
}

void RunOptionsTest::aTerminalHasNoFirstOutput()
{
    click("Run options");
    limit("First output timeout")->setValue(20);
    limit("Stop if silent")->setValue(600);
    click("Terminal");
    QVERIFY(!limit("First output timeout")->isEnabled());
    QVERIFY(limit("Stop if silent")->isEnabled());
    QCOMPARE(told(), QString("stop if silent for 600 s · terminal"));
    const ssh::CommandRequest &request = requestOf("htop");
    QCOMPARE(request.firstOutputLimit, 0ms);
    QCOMPARE(request.idleLimit, 600'000ms);
}

void RunOptionsTest::aRunThatIsLeftHasNoLimits_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("in all") << QByteArray("Time limit") << true;
    QTest::newRow("first output") << QByteArray("First output timeout") << true;
    QTest::newRow("silence") << QByteArray("Stop if silent") << true;
    QTest::newRow("login") << QByteArray("Step timeout") << false;
}

void RunOptionsTest::aRunThatIsLeftHasNoLimits()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, isRefused);
    QTemporaryDir folder;
    m_fixture->page.setDetachedFolder(folder.filePath("detached"));
    click("Run options");
    find<QComboBox>("When Podium closes")->setCurrentText("keep running");
    limit(name.constData())->setValue(5);
    typeTarget("tpu1");
    typeCommand("job");
    click("Run command");
    auto *notice = page().findChild<ui::NoticeBar *>();
    if (isRefused) {
        QTRY_VERIFY2(
            notice->text().startsWith("A background run has no time limit"),
            qPrintable(notice->text()));
        QVERIFY(m_fixture->transport.commands().empty());
    } else {
        QTRY_VERIFY(!m_fixture->transport.commands().empty());
        QCOMPARE(m_fixture->transport.commands()[0].request.phaseLimits.tcp, 5000ms);
    }
}

/// What somebody has to be there for cannot be chosen, and does not count.
void RunOptionsTest::aRunThatIsLeftNeedsNobody()
{
    QTemporaryDir folder;
    m_fixture->page.setDetachedFolder(folder.filePath("detached"));
    click("Run options");
    auto *failFast = find<QCheckBox>("Skip the rest after a failure");
    auto *allOrNone = find<QCheckBox>("All workers or none");
    failFast->setChecked(true);
    allOrNone->setChecked(true);
    QVERIFY(told().contains("fail fast"));
    find<QComboBox>("When Podium closes")->setCurrentText("keep running");
    QVERIFY(!failFast->isEnabled());
    QVERIFY(allOrNone->isEnabled());
    QVERIFY(!told().contains("fail fast"));
    QVERIFY(told().contains("all workers or none"));
    find<QComboBox>("When Podium closes")->setCurrentIndex(0);
    QVERIFY(failFast->isEnabled());
}

void RunOptionsTest::whatAGatewayCannotDoIsNotAskedFor()
{
    click("Run options");
    auto *gateway = find<QCheckBox>("Via a gateway");
    auto *allOrNone = find<QCheckBox>("All workers or none");
    allOrNone->setChecked(true);
    limit("Stop if silent")->setValue(30);
    limit("Time limit")->setValue(40);
    gateway->setChecked(true);
    QVERIFY(!allOrNone->isEnabled() && !limit("Stop if silent")->isEnabled());
    QVERIFY(limit("Time limit")->isEnabled());
    QVERIFY(told().startsWith("via a gateway") && told().contains("40"));
    QVERIFY(!told().contains("all workers or none") && !told().contains("30"));
    gateway->setChecked(false);
    QVERIFY(allOrNone->isEnabled() && limit("Stop if silent")->isEnabled());
    QVERIFY(told().contains("all workers or none"));
    gateway->setChecked(true);
    find<QCheckBox>("Terminal")->setChecked(true);
    QVERIFY(!gateway->isEnabled() && allOrNone->isEnabled());
    QCOMPARE(gateway->text(), QString("Via a gateway: not with Terminal"));
    QVERIFY(!told().contains("via a gateway"));
    find<QCheckBox>("Terminal")->setChecked(false);
    QCOMPARE(gateway->text(), QString("Via a gateway"));
    QVERIFY(told().startsWith("via a gateway"));
}

void RunOptionsTest::theGatewayIsOneOfTheTargets()
{
    click("Run options");
    auto *check = find<QCheckBox>("Via a gateway");
    auto *choice = page().findChild<ui::WorkerChoice *>();
    check->setChecked(true);
    QVERIFY(!choice->isVisibleTo(check->parentWidget())); // there is none yet
    typeTarget("tpu2:0");
    typeTarget("tpu1");
    QVERIFY(choice->isVisibleTo(check->parentWidget()));
    QCOMPARE(choice->currentText(), QString("tpu2:0"));
    choice->setCurrentIndex(1);
    QCOMPARE(choice->currentText(), QString("tpu1:0"));
    typeTarget("-tpu2"); // which was before it
    QCOMPARE(choice->currentText(), QString("tpu1:0"));
    check->setChecked(false);
    QVERIFY(!choice->isVisibleTo(check->parentWidget()));
}

void RunOptionsTest::gatewayAndFolderAreFilledIn()
{
    ui::RunOptions options;
    const std::vector<WorkerRef> workers{
        *WorkerRef::parse(QString("lab/us-a/pod:0")), *WorkerRef::parse(QString("lab/us-a/pod:1"))};
    options.setWorkers(workers);
    run::RunSpec spec;
    spec.gateway = workers[1];
    options.show(spec);
    options.applyTo(spec);
    QVERIFY(!spec.viaGateway && !spec.gateway); // nobody asked for one
    spec.viaGateway = true;
    spec.gateway = workers[1];
    spec.saveFolder = "/runs";
    options.show(spec);
    run::RunSpec told;
    options.applyTo(told);
    QVERIFY(told.viaGateway && told.gateway == workers[1] && told.saveFolder == "/runs");
    options.setWorkers({workers[0]});
    options.applyTo(told);
    QVERIFY(told.gateway == workers[0]);
}

void RunOptionsTest::fitIntoASmallPage_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<bool>("isFilled");
    for (const int size : {9, 10, 11, 12}) {
        QTest::addRow("%d, empty", size) << size << false;
        QTest::addRow("%d, filled", size) << size << true;
    }
}

/// A window of 1024 pixels leaves 904 for the page; the font is a wide one.
void RunOptionsTest::fitIntoASmallPage()
{
    QFETCH(int, size);
    QFETCH(bool, isFilled);
    constexpr int Small = 904;
    const QFont before = QApplication::font();
    QApplication::setFont(QFont("DejaVu Sans", size));
    m_fixture = std::make_unique<PageFixture>();
    QTemporaryDir folder;
    m_fixture->page.setDetachedFolder(folder.filePath("detached"));
    page().resize(Small, 600);
    page().show();
    click("Run options");
    if (isFilled) {
        for (QSpinBox *spin : page().findChildren<QSpinBox *>()) {
            spin->setValue(spin->maximum() - 1);
        }
        for (QCheckBox *check : page().findChildren<QCheckBox *>()) {
            check->setChecked(check->isVisible() && check->accessibleName() != "Terminal");
        }
        find<QLineEdit>("Stdin from a file")->setText("/a/long/path/to/a/file/of/input");
        find<QLineEdit>("Environment from a file")->setText("/a/long/path/to/variables");
        find<QPlainTextEdit>("Environment variables")->setPlainText("A=1\nB=2\nC=3");
        find<QComboBox>("When Podium closes")->setCurrentText("keep running");
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    const int width = page().minimumSizeHint().width();
    const int commandWidth = find<QPlainTextEdit>("Command")->width();
    QApplication::setFont(before);
    QVERIFY2(width <= Small, qPrintable(QString::number(width)));
    QCOMPARE(page().width(), Small);
    QVERIFY2(commandWidth > Small / 4, qPrintable(QString::number(commandWidth)));
    QCOMPARE(find<QAbstractButton>("Run options")->text().contains(" more"), isFilled);
    QCOMPARE(told().contains("environment from a file · keep running"), isFilled);
}

/// From above: what decides about the others, then the groups, each with its heading beside it.
void RunOptionsTest::standInGroups()
{
    QTemporaryDir folder;
    m_fixture->page.setDetachedFolder(folder.filePath("detached"));
    page().resize(1480, 960);
    click("Run options");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    int before = placeOf("Command").bottom();
    QVERIFY(placeOf("Terminal").top() > before);
    QSet<int> headings;
    for (const char *name : {"When Podium closes", "Route", "What", "Limits", "Output"}) {
        const auto labels = page().findChildren<QLabel *>();
        const auto heading = std::find_if(labels.begin(), labels.end(), [name](QLabel *label) {
            return label->text() == QLatin1String(name) && label->font().bold();
        });
        QVERIFY2(heading != labels.end() && (*heading)->isVisible(), name);
        const QPoint place = (*heading)->mapTo(&page(), QPoint());
        QVERIFY2(place.y() > before, name);
        headings.insert(place.x());
        const auto widgets = page().findChildren<QWidget *>();
        const auto group = std::find_if(widgets.begin(), widgets.end(), [name](QWidget *widget) {
            return widget->accessibleName() == QLatin1String(name) && widget->isVisible() &&
                   QAccessible::queryAccessibleInterface(widget)->role() == QAccessible::Grouping;
        });
        QVERIFY2(group != widgets.end(), name);
        QCOMPARE((*group)->mapTo(&page(), QPoint()).y(), place.y());
        before = place.y() + (*group)->height() - 1;
        if (name == QLatin1String("When Podium closes")) {
            QVERIFY(placeOf("Terminal").top() > before); // what decides most comes first
        }
    }
    QCOMPARE(headings.size(), 1);
    // Their fields begin at one line, and are in columns.
    const int left = placeOf("Environment variables").left();
    QCOMPARE(placeOf("Workers at a time").left(), left);
    QCOMPARE(placeOf("Logins at once").left(), left);
    QCOMPARE(placeOf("Save the output in").left(), left);
    QCOMPARE(placeOf("Login timeout").left(), placeOf("Step timeout").left());
    QCOMPARE(placeOf("Time limit").left(), placeOf("Stop if silent").left());
    QCOMPARE(placeOf("Time limit").top(), placeOf("Workers at a time").top());
    QVERIFY(placeOf("Time limit").left() > placeOf("Login timeout").right());
}

void RunOptionsTest::limitsStandBelowEachOtherWhereThereIsNoRoom()
{
    click("Run options");
    page().resize(780, 900); // what a window of 900 leaves
    QCOMPARE(page().width(), 780);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QCOMPARE(placeOf("Time limit").left(), placeOf("Workers at a time").left());
    QVERIFY(placeOf("Time limit").top() > placeOf("Logins at once").bottom());
    QVERIFY(page().rect().contains(placeOf("Stop if silent")));
    for (const char *name : {"Environment variables", "Stdin from a file", "Save the output in"}) {
        QVERIFY2(page().rect().contains(placeOf(name)), name);
    }
}

void RunOptionsTest::terminalTakesWhatPipesAreGiven()
{
    click("Run options");
    click("Type to its stdin");
    find<QPlainTextEdit>("Environment variables")->setPlainText("A=1");
    QCOMPARE(told(), QString("stdin open · 1 variable"));
    click("Terminal");
    for (const char *name : {"Environment variables", "Stdin from a file", "Type to its stdin"}) {
        QVERIFY2(!find<QWidget>(name)->isEnabled(), name);
    }
    QCOMPARE(told(), QString("terminal"));
    const ssh::CommandRequest &request = requestOf("htop");
    QVERIFY(request.terminal && !request.keepsInputOpen);
}

void RunOptionsTest::outputIsSavedAtTheEnd()
{
    QTemporaryDir folder;
    m_fixture->transport.setScript(
        [](const ssh::CommandRequest &) { return FakeScript().login().out("done\n").exit(0); });
    click("Run options");
    find<QLineEdit>("Save the output in")->setText(folder.path());
    QCOMPARE(told(), QString("output saved"));
    requestOf("job");
    auto *notice = page().findChild<ui::NoticeBar *>();
    QTRY_VERIFY2(
        notice->text().startsWith("Saved in " + folder.path()), qPrintable(notice->text()));
    const QStringList saved = QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(saved.size(), 1);
    QFile output(folder.filePath(saved.constFirst() + "/tpu1-0.out"));
    QVERIFY(output.open(QIODevice::ReadOnly));
    QCOMPARE(output.readAll(), QByteArray("done\n"));
}

/// At the end of a run of hours it would be too late.
void RunOptionsTest::aFolderThatIsNotThereIsToldBefore()
{
    QTemporaryDir folder;
    click("Run options");
    find<QLineEdit>("Save the output in")->setText(folder.filePath("none"));
    typeTarget("tpu1");
    typeCommand("job");
    click("Run command");
    auto *notice = page().findChild<ui::NoticeBar *>();
    QTRY_VERIFY2(notice->text().contains(folder.filePath("none")), qPrintable(notice->text()));
    QVERIFY(m_fixture->transport.commands().empty());
    QVERIFY(find<QAbstractButton>("Run command")->isEnabled());
}

QTEST_MAIN(RunOptionsTest)
#include "tst_runoptions.moc"
