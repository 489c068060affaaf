// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/bootstrap.h"
#include "core/run/detached/runjournal.h"
#include "core/run/savedrun.h"
#include "core/run/sentcommand.h"
#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::run;
using podium::tests::SimRuns;

/// Environment variables of a run: what is sent of them, and what real workers make of it.
class TestRunEnvironment final : public QObject
{
    Q_OBJECT

private slots:
    void withoutVariablesNothingChanges();
    void onlyTheInputHasTheValues();
    void noVariableOfOursIsLeft();
    void halfAScriptDoesNothing();
    void whatCannotBeSentIsSaid_data();
    void whatCannotBeSentIsSaid();
    void whatCannotBeSentIsNotRun();

    void workers();
    void valuesArriveAsTheyAre();
    void noCommandLineAndNoFileHasAValue();
    void stdinIsTheCommands();
    void whatIsTypedIsTheCommands();
    void endingsAreTheCommands_data();
    void endingsAreTheCommands();
    void stopEndsAllOfIt();
    void theAccountsOwnVariablesStay();

private:
    [[nodiscard]] bool hasWorkers() const { return m_hasWorkers; }
    [[nodiscard]] RunSpec secretSpec(const QByteArray &command) const;

    SimRuns m_runs;
    bool m_hasWorkers = false;
};

void TestRunEnvironment::withoutVariablesNothingChanges()
{
    RunSpec spec;
    spec.command = "hostname";
    QCOMPARE(sentCommand(spec), QByteArray("hostname"));
    QCOMPARE(sentInput(spec, "in"), QByteArray("in"));
    QVERIFY(!environmentProblem(spec));
}

void TestRunEnvironment::onlyTheInputHasTheValues()
{
    RunSpec spec;
    spec.command = "hostname";
    spec.environment = {{"TOKEN", "it's a secret"}};
    QVERIFY(!environmentProblem(spec));
    RunSpec other;
    other.command = "id";
    other.environment = {{"OTHER", "word"}};
    QCOMPARE(sentCommand(spec), sentCommand(other)); // a constant
    const QByteArray input = sentInput(spec, "rest\n");
    const int script = input.left(input.indexOf('\n')).toInt();
    QCOMPARE(input.mid(input.indexOf('\n') + 1 + script), QByteArray("rest\n"));
    QVERIFY2(input.contains("\nexport TOKEN='it'\\''s a secret'\n"), input.constData());
}

/// Also where the account exports variables of the names that a script would choose.
void TestRunEnvironment::noVariableOfOursIsLeft()
{
    RunSpec spec;
    spec.command = "env";
    spec.environment = {{"TOKEN", "of the run"}};
    QProcessEnvironment account;
    QList<QByteArray> expected{"TOKEN=of the run"};
    for (const char *name : {"c", "i", "n", "s", "script", "x"}) {
        account.insert(QLatin1String(name), QStringLiteral("of the account"));
        expected << QByteArray(name) + "=of the account";
    }
    account.insert("PATH", "/usr/bin:/bin");
    expected << "PATH=/usr/bin:/bin";
    QProcess shell;
    shell.setProcessEnvironment(account);
    shell.start("/bin/sh", {"-c", QString::fromUtf8(sentCommand(spec))});
    shell.write(sentInput(spec, {}));
    shell.closeWriteChannel();
    QVERIFY(shell.waitForFinished(-1));
    QList<QByteArray> seen = shell.readAllStandardOutput().trimmed().split('\n');
    seen.removeAll("PWD=" + QFile::encodeName(QDir::currentPath())); // the shells' own
    std::sort(seen.begin(), seen.end());
    std::sort(expected.begin(), expected.end());
    QCOMPARE(seen, expected);
}

/// The connection can break anywhere on the way there; the worker sees the end of stdin.
void TestRunEnvironment::halfAScriptDoesNothing()
{
    const QByteArray whole = bootstrapInput("echo begun\ncat\necho ended\n", "rest\n");
    const int script = whole.indexOf("rest");
    for (int size = 0; size <= whole.size(); ++size) {
        QProcess shell;
        shell.start("/bin/sh", {"-c", QString::fromLatin1(Bootstrap)});
        shell.write(whole.left(size));
        shell.closeWriteChannel();
        QVERIFY(shell.waitForFinished(-1));
        // Without the last line end nothing is missing yet.
        const QByteArray said = shell.readAllStandardOutput();
        if (size < script - 1) {
            QCOMPARE(said, QByteArray());
        } else {
            QCOMPARE(said, QByteArray("begun\n" + whole.left(size).mid(script) + "ended\n"));
        }
    }
}

void TestRunEnvironment::whatCannotBeSentIsSaid_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *what, QByteArray name, QByteArray value, const char *said) {
        QTest::newRow(what) << std::move(name) << std::move(value) << QString(said);
    };
    row("fine", "_Az09", QByteArray("\n'\"\xff$(id)`", 10), "");
    row("empty value", "A", "", "");
    row("no name", "", "secret", "must be letters");
    row("digit first", "1A", "secret", "must be letters");
    row("a command", "A;id", "secret", "must be letters");
    row("a line", "A\nB", "secret", "must be letters");
    row("not ASCII", "\xc3\xa4", "secret", "must be letters");
    row("zero byte", "A", QByteArray("secret\0", 7), "The value of A has a zero byte");
    row("the longest", "A", QByteArray(LongestVariable - 2, 'x'), "");
    row("too long", "A", QByteArray(LongestVariable - 1, 'x'), "The value of A is too long");
}

void TestRunEnvironment::whatCannotBeSentIsSaid()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, value);
    QFETCH(QString, said);
    RunSpec spec;
    spec.command = "hostname";
    spec.environment = {{name, value}};
    const auto problem = environmentProblem(spec);
    QCOMPARE(problem.has_value(), !said.isEmpty());
    if (problem) {
        QVERIFY2(problem->text().contains(said), qPrintable(problem->text()));
        QVERIFY(!problem->text().contains(QLatin1String("secret")));
    }
}

/// Neither in a terminal, nor too much of it.
void TestRunEnvironment::whatCannotBeSentIsNotRun()
{
    RunSpec fine;
    fine.workers = {*WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:0"))};
    fine.command = "hostname";
    fine.environment = {{"A", "secret"}};
    RunSpec inTerminal = fine;
    inTerminal.terminal = ssh::TerminalSize();
    RunSpec tooMany = fine;
    tooMany.environment.resize(MostVariables + 1, {"A", "secret"});
    RunSpec tooMuch = fine;
    tooMuch.environment.resize(MostOfEnvironment / 100'000 + 2, {"A", QByteArray(100'000, 'x')});
    for (const RunSpec &spec : {inTerminal, tooMany, tooMuch}) {
        QVERIFY(environmentProblem(spec));
        const auto transport = m_runs.connected();
        ssh::Endpoint endpoint;
        endpoint.address = QStringLiteral("127.0.0.1");
        const auto run = std::make_unique<Run>(
            spec, *transport, [&endpoint](const WorkerRef &) { return endpoint; }, *m_runs.clock);
        QSignalSpy starting(run.get(), &Run::workerStarting);
        run->start();
        QTRY_VERIFY(run->isFinished());
        QVERIFY(starting.isEmpty());
        const auto *refused = std::get_if<ssh::Refused>(&*run->state().workers().front().ending);
        QVERIFY(refused);
        QCOMPARE(refused->error, *environmentProblem(spec));
        QVERIFY(!refused->error.text().contains(QLatin1String("secret")));
    }
}

void TestRunEnvironment::workers()
{
    m_hasWorkers = m_runs.start(3);
    if (!m_hasWorkers) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

#define NEEDS_WORKERS()                                                                            \
    if (!hasWorkers()) {                                                                           \
        QSKIP("no workers");                                                                       \
    }

RunSpec TestRunEnvironment::secretSpec(const QByteArray &command) const
{
    RunSpec spec = m_runs.specOf(command);
    spec.environment = {{"TOKEN", "hidden-value-of-token"}};
    return spec;
}

void TestRunEnvironment::valuesArriveAsTheyAre()
{
    NEEDS_WORKERS();
    const std::vector<QByteArray> values{
        "plain",
        "it's \"quoted\" 'twice'",
        "two\nlines\n\n",
        "$(touch /tmp/podium-was-here) `id` ${HOME} $HOME \\ \\n ; & | > #",
        "\xc3\xbc\xe2\x82\xac\xf0\x9f\x9a\x80",
        QByteArray("\xff\x80\x01\x1b[31m\r\t", 10),
        "",
        " -e * ~ ! ",
        QByteArray(100'000, 'v')};
    RunSpec spec = m_runs.specOf("for i in 0 1 2 3 4 5 6 7 8; do printenv -0 VALUE_$i; done;"
                                 " printf '%s' \"$SHELL\" >&2; test ! -e /tmp/podium-was-here");
    QByteArray expected;
    for (std::size_t i = 0; i < values.size(); ++i) {
        spec.environment.push_back({"VALUE_" + QByteArray::number(int(i)), values[i]});
        expected += values[i] + '\0';
    }
    spec.environment.push_back({"VALUE_0", "the later one"});
    expected.replace(0, 5, "the later one");
    spec.environment.push_back({"SHELL", "/not/a/shell"});
    const auto run = m_runs.runToEnd(spec);
    QCOMPARE(run->state().summary().ok, 3);
    for (int slot = 0; slot < 3; ++slot) {
        QVERIFY(run->output().bytes(slot, ssh::OutputStream::Out) == expected);
        QCOMPARE(run->output().bytes(slot, ssh::OutputStream::Err), QByteArray("/not/a/shell"));
    }
}

void TestRunEnvironment::noCommandLineAndNoFileHasAValue()
{
    NEEDS_WORKERS();
    const QByteArray secret = "hidden-value-of-token";
    // The length alone is printed; a subshell waits, so that the journal can be looked at.
    RunSpec spec = secretSpec("echo ${#TOKEN}; cat /proc/[0-9]*/cmdline | tr '\\0' ' '; read -r x");
    spec.keepsInputOpen = true;
    QTemporaryDir folder;
    const auto run = m_runs.runOf(spec);
    RunJournal journal(folder.filePath("ledger"), *run);
    run->start();
    for (int slot = 0; slot < 3; ++slot) {
        QTRY_VERIFY(run->output().bytes(slot, ssh::OutputStream::Out).contains("read -r x"));
    }
    const QDir journals(folder.filePath("ledger"));
    for (const QString &name : journals.entryList(QDir::Files)) {
        QFile file(journals.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray kept = file.readAll();
        QVERIFY(kept.contains(spec.command.toBase64()));
        QVERIFY(!kept.contains(secret) && !kept.contains(secret.toBase64()));
    }
    QCOMPARE(journals.entryList(QDir::Files).size(), 1);
    for (int slot = 0; slot < 3; ++slot) {
        QVERIFY(run->type(slot, "go\n"));
    }
    QTRY_VERIFY(run->isFinished());
    QCOMPARE(run->state().summary().ok, 3);
    for (int slot = 0; slot < 3; ++slot) {
        const QByteArray seen = run->output().bytes(slot, ssh::OutputStream::Out);
        QVERIFY2(seen.startsWith(QByteArray::number(secret.size()) + '\n'), seen.constData());
        QVERIFY(!seen.contains(secret) && !seen.contains("export TOKEN"));
    }
    QVERIFY(writeSavedRun(savedRun(*run), folder.filePath("saved")).has_value());
    const QDir saved(folder.filePath("saved"));
    QVERIFY(saved.exists("summary.json"));
    for (const QString &name : saved.entryList(QDir::Files)) {
        QFile file(saved.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains(secret), qPrintable(name));
    }
}

void TestRunEnvironment::stdinIsTheCommands()
{
    NEEDS_WORKERS();
    RunSpec spec = secretSpec("cat");
    QByteArray input("\n\n");
    input.reserve(2 * 1024 * 1024);
    for (quint32 i = 0; input.size() < 1024 * 1024; ++i) {
        input += QByteArray::number(i * 2654435761U, 16) + char(i % 256);
    }
    spec.input = input;
    auto run = m_runs.runToEnd(spec);
    for (int slot = 0; slot < 3; ++slot) {
        QVERIFY(run->output().bytes(slot, ssh::OutputStream::Out) == input);
    }
    spec.input.clear();
    run = m_runs.runToEnd(spec);
    QCOMPARE(run->state().summary().ok, 3);
    QCOMPARE(run->output().receivedBytes(0), qint64(0));
    spec.inputs = {"one", "", "three\n"};
    run = m_runs.runToEnd(spec);
    for (int slot = 0; slot < 3; ++slot) {
        QCOMPARE(run->output().bytes(slot, ssh::OutputStream::Out), spec.inputs[std::size_t(slot)]);
    }
}

void TestRunEnvironment::whatIsTypedIsTheCommands()
{
    NEEDS_WORKERS();
    RunSpec spec = secretSpec("read -r a; read -r b; echo \"$b after $a with ${#TOKEN}\"");
    spec.input = "first\n";
    spec.keepsInputOpen = true;
    const auto run = m_runs.started(spec);
    for (int slot = 0; slot < 3; ++slot) {
        QTRY_VERIFY(run->type(slot, "typed\n"));
    }
    QTRY_VERIFY(run->isFinished());
    for (int slot = 0; slot < 3; ++slot) {
        QCOMPARE(
            run->output().bytes(slot, ssh::OutputStream::Out),
            QByteArray("typed after first with 21\n"));
    }
}

void TestRunEnvironment::endingsAreTheCommands_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QString>("ending");
    QTest::newRow("status") << QByteArray("exit 37") << "exit 37";
    QTest::newRow("signal") << QByteArray("kill -ABRT $$") << "signal ABRT";
    QTest::newRow("no such command") << QByteArray("no-such-command-here") << "exit 127";
    QTest::newRow("several lines")
        << QByteArray("if true\nthen\n  exit 5 # it's\nfi\n") << "exit 5";
}

void TestRunEnvironment::endingsAreTheCommands()
{
    NEEDS_WORKERS();
    QFETCH(QByteArray, command);
    QFETCH(QString, ending);
    const auto without = m_runs.runToEnd(m_runs.specOf(command));
    const auto with = m_runs.runToEnd(secretSpec(command));
    for (std::size_t slot = 0; slot < 3; ++slot) {
        const WorkerEnding reached = *with->state().workers()[slot].ending;
        QVERIFY2(describeEnding(reached).contains(ending), qPrintable(describeEnding(reached)));
        QCOMPARE(reached, *without->state().workers()[slot].ending);
    }
}

/// TERM reaches all of its process group, which is seen to be gone.
void TestRunEnvironment::stopEndsAllOfIt()
{
    NEEDS_WORKERS();
    const auto run = m_runs.started(secretSpec("sleep 1234 & echo up; sleep 1234; echo no"));
    for (int slot = 0; slot < 3; ++slot) {
        QTRY_COMPARE(run->output().bytes(slot, ssh::OutputStream::Out), QByteArray("up\n"));
    }
    run->stop();
    QTRY_VERIFY(run->isFinished());
    for (const WorkerState &worker : run->state().workers()) {
        QCOMPARE(*worker.ending, WorkerEnding(ssh::Stopped{true}));
    }
    const auto look = m_runs.runToEnd(m_runs.specOf("! pgrep -f 'sleep 123[4]'"));
    QCOMPARE(look->state().summary().ok, 3);
}

void TestRunEnvironment::theAccountsOwnVariablesStay()
{
    NEEDS_WORKERS();
    const auto run = m_runs.runToEnd(secretSpec(
        "unset TOKEN _ OLDPWD SHLVL; env | grep -v '^_=' | cut -d= -f1 | sort | tr '\\n' ' '"));
    const auto without = m_runs.runToEnd(m_runs.specOf(
        "unset TOKEN _ OLDPWD SHLVL; env | grep -v '^_=' | cut -d= -f1 | sort | tr '\\n' ' '"));
    for (int slot = 0; slot < 3; ++slot) {
        QVERIFY(run->output().bytes(slot, ssh::OutputStream::Out).contains(" SHELL "));
        QCOMPARE(
            run->output().bytes(slot, ssh::OutputStream::Out),
            without->output().bytes(slot, ssh::OutputStream::Out));
    }
}

QTEST_GUILESS_MAIN(TestRunEnvironment)
#include "tst_runenvironment.moc"
