// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detachedrecords.h"
#include "core/run/sentcommand.h"
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/page/runview.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDirIterator>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace podium;
using namespace podium::tests;

/// The environment variables of a run: typed, or from a file.
class RunVariablesTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void goOverStdinOnly();
    void areReadWhenTheRunBegins();
    void whatIsTypedGoesBeforeTheFile();
    void arriveAsTheyAreTyped();
    void keysLeaveTheField();
    void theFieldGrowsWithinBounds();
    void areToldByTheirNumber_data();
    void areToldByTheirNumber();
    void areKeptByARunAgain();
    void areKeptNowhereElse();
    void saysWhatIsWrongBeforeAnythingStarts_data();
    void saysWhatIsWrongBeforeAnythingStarts();
    void saysWhyTheFileCannotBeRead_data();
    void saysWhyTheFileCannotBeRead();
    void aFileThatOthersReadIsTold();
    void isNotBegunTwiceWhileReading();
    void terminalsTakeNone();
    void goWithARunThatIsLeft();

private:
    QString fileOf(const QByteArray &bytes, QFile::Permissions mode = {})
    {
        QFile file(m_folder->filePath("variables"));
        const bool isWritten = file.open(QIODevice::WriteOnly) &&
                               file.write(bytes) == bytes.size() &&
                               file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | mode);
        return isWritten ? file.fileName() : QString();
    }
    QPlainTextEdit *typed() { return find<QPlainTextEdit>("Environment variables"); }
    QLineEdit *file() { return find<QLineEdit>("Environment from a file"); }
    /// All of what the button says in short.
    QString told() { return find<QAbstractButton>("Run options")->toolTip(); }
    QString notice() { return page().findChild<ui::NoticeBar *>()->text(); }
    const std::vector<FakeTransport::Command> &commands()
    {
        return m_fixture->transport.commands();
    }
    void fillIn(const QString &lines, const QString &file)
    {
        m_folder = std::make_unique<QTemporaryDir>();
        click("Run options");
        typed()->setPlainText(lines);
        this->file()->setText(file);
        typeTarget("tpu1");
        typeCommand("job");
    }
    /// What is sent of the job with these and with nothing else on stdin.
    QByteArray sentWith(const std::vector<run::EnvironmentVariable> &variables)
    {
        run::RunSpec spec;
        spec.runId = m_fixture->page.currentView()->run().spec().runId;
        spec.command = "job";
        spec.environment = variables;
        return run::sentInput(spec, {});
    }
    void runsWith(const std::vector<run::EnvironmentVariable> &variables)
    {
        const std::size_t before = commands().size();
        click("Run command");
        QTRY_COMPARE(commands().size(), before + 1);
        QCOMPARE(commands().back().request.input, sentWith(variables));
        QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void RunVariablesTest::goOverStdinOnly()
{
    fillIn("TOKEN=it's hidden\n", {});
    find<QLineEdit>("Stdin from a file")->setText(fileOf("rest"));
    file()->setText({});
    click("Run command");
    QTRY_COMPARE(commands().size(), std::size_t(1));
    const ssh::CommandRequest &request = commands().back().request;
    run::RunSpec spec;
    spec.runId = m_fixture->page.currentView()->run().spec().runId;
    spec.command = "job";
    spec.environment = {{"TOKEN", "it's hidden"}};
    QCOMPARE(request.input, run::sentInput(spec, "rest"));
    QCOMPARE(request.command, run::sentCommand(spec));
    QVERIFY(!request.command.contains("TOKEN") && !request.command.contains("hidden"));
    typed()->clear();
    find<QLineEdit>("Stdin from a file")->clear();
    click("Run command");
    QTRY_COMPARE(commands().size(), std::size_t(2));
    QCOMPARE(withoutMark(commands().back().request.command), QByteArray("job"));
    QVERIFY(commands().back().request.input.isEmpty());
}

void RunVariablesTest::areReadWhenTheRunBegins()
{
    fillIn({}, {});
    file()->setText(fileOf("A=before"));
    QVERIFY(!fileOf("# a comment\n\nA=after\r\nB=2").isEmpty());
    runsWith({{"A", "after"}, {"B", "2"}});
}

void RunVariablesTest::whatIsTypedGoesBeforeTheFile()
{
    fillIn("B=typed\nC=first\nC=second", {});
    file()->setText(fileOf("A=file\nA=later\nB=file\n"));
    runsWith({{"A", "later"}, {"B", "typed"}, {"C", "second"}});
}

void RunVariablesTest::arriveAsTheyAreTyped()
{
    fillIn({}, {});
    typed()->setFocus();
    QTest::keyClicks(typed(), "A= x ");
    QTest::keyClick(typed(), Qt::Key_Return);
    QTest::keyClicks(typed(), "B=2");
    QTest::keyClick(typed(), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(typed(), "C=");
    typed()->insertPlainText(QString::fromUtf8("a\u00a0b"));
    runsWith({{"A", " x "}, {"B", "2"}, {"C", "a\u00a0b"}});
}

void RunVariablesTest::keysLeaveTheField()
{
    fillIn("A=1", {});
    typed()->setFocus();
    QTest::keyClick(typed(), Qt::Key_Tab);
    QTRY_VERIFY(file()->hasFocus());
    typed()->setFocus();
    QTest::keyClick(typed(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(commands().size(), std::size_t(1));
    QCOMPARE(typed()->toPlainText(), QString("A=1"));
}

void RunVariablesTest::theFieldGrowsWithinBounds()
{
    fillIn({}, {});
    const int low = typed()->sizeHint().height();
    typed()->setPlainText("A=1\nB=2");
    QCOMPARE(typed()->sizeHint().height(), low);
    QTRY_COMPARE(typed()->verticalScrollBar()->maximum(), 0);
    typed()->setPlainText("A=1\nB=2\nC=3\nD=4");
    QTRY_VERIFY(typed()->height() > low);
    QTRY_COMPARE(typed()->verticalScrollBar()->maximum(), 0);
    typed()->setPlainText(QString("A=1\n").repeated(100));
    QTRY_VERIFY(typed()->verticalScrollBar()->maximum() > 0);
    QVERIFY(typed()->height() < 4 * low);
}

void RunVariablesTest::areToldByTheirNumber_data()
{
    QTest::addColumn<QString>("lines");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("told");
    const auto row = [](const char *what, const char *lines, const char *file, const char *told) {
        QTest::newRow(what) << QString(lines) << QString(file) << QString(told);
    };
    row("none", "", "", "");
    row("only comments", "# HIDDEN=1\n\n", "", "");
    row("one", "HIDDEN=1\nHIDDEN=2", "", "1 variable");
    row("three", "HIDDEN=1\nB=\nC=3", "", "3 variables");
    row("half of one", "A=1\nHIDDEN", "", "variables");
    row("a file", "", "/HIDDEN", "environment from a file");
    row("both", "A=1\nB=2", "/HIDDEN", "2 variables · environment from a file");
}

void RunVariablesTest::areToldByTheirNumber()
{
    QFETCH(QString, lines);
    QFETCH(QString, file);
    QFETCH(QString, told);
    fillIn(lines, file);
    QCOMPARE(this->told(), told);
    const QString first = told.section(QString::fromUtf8(" · "), 0, 0);
    QCOMPARE(
        find<QAbstractButton>("Run options")->text().section(QString::fromUtf8(" · "), 0, 0),
        first.isEmpty() ? QString("Options") : "Options: " + first);
}

void RunVariablesTest::areKeptByARunAgain()
{
    fillIn("A=hidden", {});
    file()->setText(fileOf("B=other"));
    runsWith({{"B", "other"}, {"A", "hidden"}});
    typed()->setPlainText("A=changed");
    QVERIFY(QFile::remove(m_folder->filePath("variables")));
    auto *again = find<QPushButton>("Run again");
    QVERIFY(again);
    (void)textsOf(*again->menu());
    again->menu()->actions().constFirst()->trigger();
    QTRY_COMPARE(commands().size(), std::size_t(2));
    QCOMPARE(commands().back().request.input, sentWith({{"B", "other"}, {"A", "hidden"}}));
    QCOMPARE(commands().back().request.command, commands().front().request.command);
}

void RunVariablesTest::areKeptNowhereElse()
{
    fillIn("TOKEN=open sesame", {});
    m_fixture->page.setJournalFolder(m_folder->filePath("ledger"));
    m_fixture->play([](int) { return FakeScript().login().hang(); });
    click("Run command");
    QTRY_COMPARE(commands().size(), std::size_t(1));
    QTRY_COMPARE(stateOf("tpu1:0"), QString("running"));
    ui::RunView &view = *m_fixture->page.currentView();
    QSignalSpy saved(&view, &ui::RunView::saved);
    view.saver().saveTo(m_folder->path());
    QTRY_COMPARE(saved.count(), 1);
    int looked = 0;
    for (QDirIterator files(
             m_folder->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         files.hasNext(); ++looked) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray kept = file.readAll();
        for (const QByteArray &word : {QByteArray("sesame"), QByteArray("TOKEN")}) {
            QVERIFY2(!kept.contains(word), qPrintable(file.fileName()));
        }
    }
    QVERIFY2(looked >= 4, qPrintable(QString::number(looked))); // a journal, and a saved run
    QCOMPARE(m_fixture->page.commandHistory(), QStringList{"job"});
    QVERIFY(!m_fixture->page.meaningOfClosing().contains("TOKEN"));
}

void RunVariablesTest::saysWhatIsWrongBeforeAnythingStarts_data()
{
    QTest::addColumn<bool>("isTyped");
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *what, const QByteArray &lines, const char *says) {
        QTest::addRow("%s, typed", what) << true << lines << QString(says);
        QTest::addRow("%s, in a file", what) << false << lines << QString(says);
    };
    row("a name alone", "A=1\nhidden", "line 2: There is no = in it.");
    row("no name", "=hidden", "line 1: The name before the =");
    row("a shell's line", "A=1\n\nexport B=hidden", "line 3: The name before the =");
    row("too long", "A=" + QByteArray(200'000, 'h'), "The value of A is too long");
    QByteArray many;
    for (int i = 0; i <= run::MostVariables; ++i) {
        many += 'A' + QByteArray::number(i) + "=hidden\n";
    }
    row("too many", many, "These are too many environment variables");
    QTest::newRow("zero byte, in a file")
        << false << QByteArray("A=hidden\0", 9) << QString("The value of A has a zero byte");
}

void RunVariablesTest::saysWhatIsWrongBeforeAnythingStarts()
{
    QFETCH(bool, isTyped);
    QFETCH(QByteArray, lines);
    QFETCH(QString, says);
    fillIn(isTyped ? QString::fromUtf8(lines) : QString(), {});
    if (!isTyped) {
        file()->setText(fileOf(lines));
    }
    click("Run command");
    QTRY_VERIFY2(notice().contains(says), qPrintable(notice()));
    for (const QLabel *label : page().findChildren<QLabel *>()) {
        QVERIFY2(!label->text().contains("hidden"), qPrintable(label->text()));
    }
    if (says.startsWith("line")) {
        const QString where = isTyped ? QString("Environment") : m_folder->filePath("variables");
        QVERIFY2(notice().startsWith(where + ", line "), qPrintable(notice()));
    }
    QVERIFY(notice().size() < 300);
    QVERIFY(commands().empty());
    QVERIFY(!m_fixture->page.currentView());
    typed()->setPlainText("A=1");
    file()->clear();
    runsWith({{"A", "1"}});
}

void RunVariablesTest::saysWhyTheFileCannotBeRead_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("says");
    QTest::newRow("none") << "none"
                          << "Cannot read";
    QTest::newRow("a folder") << "folder"
                              << "is not a regular file";
    QTest::newRow("a pipe") << "pipe"
                            << "is not a regular file";
    QTest::newRow("too large") << "large"
                               << "is larger than";
}

void RunVariablesTest::saysWhyTheFileCannotBeRead()
{
    QFETCH(QString, kind);
    QFETCH(QString, says);
    fillIn("B=2", {});
    const QString path = m_folder->filePath(kind);
    if (kind == "folder") {
        QVERIFY(QDir().mkdir(path));
    } else if (kind == "pipe") {
        QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    } else if (kind == "large") {
        QVERIFY(QFile::rename(fileOf("# a comment"), path));
        QVERIFY(QFile::resize(path, 2 * run::MostOfEnvironment + 1));
    }
    file()->setText(path);
    click("Run command");
    QTRY_VERIFY2(notice().contains(says), qPrintable(notice()));
    QVERIFY2(notice().contains(path), qPrintable(notice()));
    QVERIFY(commands().empty());
    file()->setText(fileOf("A=1"));
    runsWith({{"A", "1"}, {"B", "2"}});
}

void RunVariablesTest::aFileThatOthersReadIsTold()
{
    fillIn({}, {});
    file()->setText(fileOf("A=1", QFile::ReadOther));
    runsWith({{"A", "1"}});
    QVERIFY2(notice().contains("can be read by others"), qPrintable(notice()));
    QVERIFY(!fileOf("A=1").isEmpty());
    runsWith({{"A", "1"}});
    QCOMPARE(notice(), QString());
}

void RunVariablesTest::isNotBegunTwiceWhileReading()
{
    fillIn("A=1", {});
    click("Run command");
    QVERIFY(!find<QPushButton>("Run command")->isEnabled());
    m_fixture->page.startRun(); // impatient
    QTest::keyClick(typed(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(commands().empty());
    QTRY_COMPARE(commands().size(), std::size_t(1));
    QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    QVERIFY(find<QPushButton>("Run command")->isEnabled());
    QCOMPARE(commands().size(), std::size_t(1));
}

void RunVariablesTest::terminalsTakeNone()
{
    fillIn("A=1", "/no/such/file");
    click("Terminal");
    QVERIFY(!typed()->isEnabled());
    QVERIFY(!file()->isEnabled());
    QCOMPARE(told(), QString("terminal"));
    click("Run command");
    QTRY_COMPARE(commands().size(), std::size_t(1));
    QCOMPARE(withoutMark(commands().back().request.command), QByteArray("job"));
    QVERIFY(commands().back().request.input.isEmpty());
    click("Terminal");
    QVERIFY(typed()->isEnabled());
    QCOMPARE(told(), QString("1 variable · environment from a file"));
}

void RunVariablesTest::goWithARunThatIsLeft()
{
    fillIn("A=hidden", {});
    const QString records = m_folder->filePath("detached");
    m_fixture->page.setDetachedFolder(records);
    click("Run options");
    click("Run options");
    find<QComboBox>("When Podium closes")->setCurrentText("keep running");
    click("Run command");
    // Others look what is left running.
    const auto isLaunch = [](const auto &each) {
        return each.request.input.contains("export A='hidden'\n");
    };
    QTRY_COMPARE(std::count_if(commands().begin(), commands().end(), isLaunch), 1);
    for (const auto &each : commands()) {
        QVERIFY2(!each.request.command.contains("hidden"), each.request.command.constData());
    }
    const auto kept = run::loadDetachedRecords(records);
    QCOMPARE(kept.size(), std::size_t(1));
    QVERIFY2(!kept[0].command.contains("hidden"), kept[0].command.constData());
}

QTEST_MAIN(RunVariablesTest)
#include "tst_runvariables.moc"
