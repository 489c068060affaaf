// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/orphanedrun.h"
#include "core/run/sentcommand.h"
#include "tests/core/run/simruns.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"

#include <QProcess>
#include <QStandardPaths>

#include <algorithm>

using namespace podium;
using namespace podium::run;
using podium::tests::ChildProcess;
using podium::tests::SimRuns;

/// What a killed program has left on real workers is found and ended, and nothing else is.
class TestOrphanedRun final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void endsItsOwnAndNothingElse_data();
    void endsItsOwnAndNothingElse();
    void endsOneOfTwoEqualRuns();
    void saysWhatItCannotKnow();
    void aListThatIsNotWholeIsNoAnswer_data();
    void aListThatIsNotWholeIsNoAnswer();
    void processesThatEndMeanwhileAreNoFault();
    void aNumberThatIsAnothersByThen();
    void theCommandRunsInAnyShell_data();
    void theCommandRunsInAnyShell();

private:
    [[nodiscard]] QByteArray said(const QByteArray &command);
    [[nodiscard]] OrphanedRun killedRun(const QByteArray &command, bool isMarked = true);
    /// What is told; whether the worker says that nothing of it runs is checked.
    [[nodiscard]] QByteArray answer(const RunSpec &spec, bool isOver);
    [[nodiscard]] OrphanedRun orphanHere(const QByteArray &awk);
    void askHere(ChildProcess &shell, const RunSpec &spec);

    SimRuns m_runs;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestOrphanedRun::initTestCase()
{
    if (!m_runs.start(1)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

QByteArray TestOrphanedRun::said(const QByteArray &command)
{
    return m_runs.runToEnd(m_runs.specOf(command))->output().bytes(0, ssh::OutputStream::Out);
}

/// Begins to print and is then left, as by a program that was killed.
OrphanedRun TestOrphanedRun::killedRun(const QByteArray &command, bool isMarked)
{
    auto transport = m_runs.connected();
    RunSpec spec = m_runs.specOf(command);
    spec.runId = isMarked ? newDetachedId() : QString();
    const QString id = spec.runId;
    const auto run = m_runs.over(*transport, std::move(spec));
    auto journal = std::make_unique<RunJournal>(m_folder->path(), *run);
    run->start();
    [&] { QTRY_VERIFY(run->output().lineCount(0) > 0); }();
    journal.reset();
    run->detach();
    transport.reset();
    for (const OrphanedRun &left : orphanedRuns(m_folder->path())) {
        if (left.id == id || id.isEmpty()) {
            return left;
        }
    }
    return {};
}

QByteArray TestOrphanedRun::answer(const RunSpec &spec, bool isOver)
{
    const auto run = m_runs.runToEnd(spec);
    [&] { QCOMPARE(run->state().summary().ok, isOver ? 1 : 0); }();
    return run->output().bytes(0, ssh::OutputStream::Out);
}

void TestOrphanedRun::endsItsOwnAndNothingElse_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<bool>("listens");
    const auto row = [](const char *name, const QByteArray &command, bool listens = true) {
        QTest::newRow(name) << command << listens;
    };
    // The shell makes way for the last command of all, or stays, or goes before what it began.
    row("a program", "echo up; exec sleep 7001");
    row("the last of several", "echo up && cd / && sleep '7001'");
    row("a loop", "echo up; while :; do sleep 7001; done");
    row("left behind by its shell", "sleep 7001 & echo up; exit");
    row("deaf", "trap '' TERM; echo up; while :; do sleep 7001; done", false);
    row("a script of the person's",
        "cd /tmp && printf '#!/bin/sh\necho up\nsleep 7001\n' >train.sh "
        "&& chmod +x train.sh && ./train.sh");
    row("by sudo", "echo up; sudo sleep 7001");
    row("by sudo alone", "echo up; exec sudo sleep 7001");
    row("by a shell of sudo", "sudo sh -c 'echo up; sleep 7001; true'");
    row("in a session of its own", "setsid sleep 7001 & echo up; exit");
    row("without its environment", "echo up; env -i sleep 7001; true");
    row("stopped", "sh -c 'kill -STOP $$; exec sleep 7001' sleep 7001 & sleep 7001 & echo up; "
                   "kill -STOP $!; exit");
    row("with a name that looks like numbers",
        "cp /bin/sleep '/tmp/a) S 1 (' && echo up && exec '/tmp/a) S 1 (' 7001");
}

void TestOrphanedRun::endsItsOwnAndNothingElse()
{
    QFETCH(QByteArray, command);
    QFETCH(bool, listens);
    // The command lines of what is the run's and of what is not are the same.
    const QByteArray count = "pgrep -c -f '[ (] 7001$|sleep 7001$' || true";
    const QByteArray pids = "pgrep -f '[ (] 7001$|sleep 7001$' || true";
    (void)said("pkill -KILL -x -f 'sleep 7001'; sleep 7001 >/dev/null 2>&1 </dev/null &");
    const QString detached = newDetachedId();
    RunSpec launch = m_runs.specOf("exec sleep 7001");
    launch.runId = newDetachedId();
    QCOMPARE(m_runs.runToEnd(detachedLaunch(launch, detached))->state().summary().ok, 1);
    const auto living = m_runs.started(m_runs.specOf("echo up; exec sleep 7001"));
    QTRY_COMPARE(living->output().lineCount(0), 1);
    // Each under its own name, and nothing left of the row before.
    QTRY_COMPARE(said("pgrep -cx -f 'sleep 7001' || true"), QByteArray("3\n"));
    const QByteArray others = said(count);

    const OrphanedRun orphan = killedRun(command);
    QCOMPARE(orphan.mayRun.size(), std::size_t(1));
    QCOMPARE(orphan.command, command);
    QVERIFY(orphan.isMarked);
    // The shell says "up" a moment before what it begins is there under its own name.
    QByteArray all;
    QTRY_VERIFY(
        (all = said(count)).trimmed().toInt() > others.trimmed().toInt() && said(count) == all);
    const QList<QByteArray> before = said(pids).split('\n');
    const QByteArray seen = answer(orphanCheck(orphan), false);
    QVERIFY2(seen.contains("It still runs: ") && seen.contains("7001"), seen.constData());
    // Looking ends nothing; sudo may have begun one more only now.
    const QList<QByteArray> after = said(pids).split('\n');
    QVERIFY(std::all_of(before.begin(), before.end(), [&after](const QByteArray &pid) {
        return after.contains(pid);
    }));

    const QByteArray told = answer(orphanEnd(orphan, false), listens);
    QVERIFY2(told.contains(listens ? "It is gone." : "It still runs: "), told.constData());
    if (!listens) {
        QCOMPARE(answer(orphanEnd(orphan, true), true), QByteArray("It is gone.\n"));
    }
    QCOMPARE(answer(orphanCheck(orphan), true), QByteArray("Not running.\n"));
    QCOMPARE(said(count), others);

    living->stop();
    QTRY_VERIFY(living->isFinished());
    (void)said("pkill -KILL -x -f 'sleep 7001'");
}

void TestOrphanedRun::endsOneOfTwoEqualRuns()
{
    const QByteArray count = "pgrep -cx -f 'sleep 7005' || true";
    const OrphanedRun one = killedRun("echo up; exec sleep 7005");
    const OrphanedRun two = killedRun("echo up; exec sleep 7005");
    QVERIFY(one.id != two.id);
    QTRY_COMPARE(said(count), QByteArray("2\n"));
    QCOMPARE(answer(orphanEnd(one, false), true), QByteArray("It is gone.\n"));
    QCOMPARE(said(count), QByteArray("1\n"));
    QCOMPARE(answer(orphanEnd(two, false), true), QByteArray("It is gone.\n"));
    QCOMPARE(said(count), QByteArray("0\n"));
}

/// A run of an earlier Podium, which marked nothing: it is never told to be gone, and what looks
/// like it is not ended.
void TestOrphanedRun::saysWhatItCannotKnow()
{
    const OrphanedRun orphan = killedRun("echo up; exec sleep 7006", false);
    QVERIFY(!orphan.isMarked);
    for (const RunSpec &spec : {orphanCheck(orphan), orphanEnd(orphan, true)}) {
        const QByteArray told = answer(spec, false);
        QVERIFY2(told.startsWith("Unknown: "), told.constData());
    }
    QTRY_COMPARE(said("pgrep -cx -f 'sleep 7006' || true"), QByteArray("1\n"));
    (void)said("pkill -KILL -x -f 'sleep 7006'");
}

/// One of this machine, which is looked through by the tools of the folder alone, and this awk.
OrphanedRun TestOrphanedRun::orphanHere(const QByteArray &awk)
{
    for (const char *tool :
         {"cat", "date", "getconf", "grep", "head", "id", "sed", "sh", "sleep", "tr"}) {
        [&] {
            QVERIFY(QFile::link(QStandardPaths::findExecutable(tool), m_folder->filePath(tool)));
        }();
    }
    if (!awk.isEmpty()) {
        QFile file(m_folder->filePath("awk"));
        [&] { QVERIFY(file.open(QIODevice::WriteOnly)); }();
        file.write(awk);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    OrphanedRun orphan;
    orphan.id = newDetachedId();
    orphan.isMarked = true;
    orphan.startedAt = orphan.lastNoteAt = QDateTime::fromSecsSinceEpoch(1);
    return orphan;
}

void TestOrphanedRun::askHere(ChildProcess &shell, const RunSpec &spec)
{
    QProcessEnvironment environment;
    environment.insert("PATH", m_folder->path());
    shell.setProcessEnvironment(environment);
    shell.start("/bin/sh", {"-c", QString::fromLatin1(spec.command)});
    shell.write(spec.input);
    shell.closeWriteChannel();
    QVERIFY(shell.waitForFinished(Patience));
}

void TestOrphanedRun::aListThatIsNotWholeIsNoAnswer_data()
{
    QTest::addColumn<QByteArray>("awk");
    QTest::addColumn<QByteArray>("told");
    const QByteArray unknown =
        "Unknown: the processes of this worker could not be looked through.\n";
    QTest::newRow("no awk") << QByteArray() << unknown;
    QTest::newRow("a killed awk") << QByteArray("#!/bin/sh\nkill -KILL $$\n") << unknown;
    const QByteArray real = QStandardPaths::findExecutable("awk").toLocal8Bit();
    QTest::newRow("as it is") << QByteArray("#!/bin/sh\nexec " + real + " \"$@\"\n")
                              << QByteArray("Not running.\n");
}

/// Nothing found is no news where nobody could look.
void TestOrphanedRun::aListThatIsNotWholeIsNoAnswer()
{
    QFETCH(const QByteArray, awk);
    const OrphanedRun orphan = orphanHere(awk);
    for (const RunSpec &spec : {orphanCheck(orphan), orphanEnd(orphan, false)}) {
        ChildProcess shell;
        askHere(shell, spec);
        QTEST(shell.readAllStandardOutput(), "told");
        QCOMPARE(shell.exitCode(), awk.contains("exec") ? 0 : 1);
    }
}

/// mawk ends where a file that it has opened cannot be read, as that of a process that ends then.
void TestOrphanedRun::processesThatEndMeanwhileAreNoFault()
{
    const QString awk = QStandardPaths::findExecutable("mawk");
    if (!awk.isEmpty()) {
        ChildProcess program;
        program.start(awk, {"BEGIN { while ((getline line < \"/\") > 0); print \"after\" }"});
        QVERIFY(program.waitForFinished(Patience));
        QCOMPARE(program.readAllStandardOutput(), QByteArray());
    }
    QVERIFY(!orphanCheck(orphanHere("#!/bin/sh\n")).command.contains("getline"));
}

/// Between the search and the signal one of the run has ended, and another has its number.
void TestOrphanedRun::aNumberThatIsAnothersByThen()
{
    ChildProcess another;
    another.start("sleep", {"300"});
    QVERIFY(another.waitForStarted(Patience));
    const QByteArray found = m_folder->filePath("found").toLocal8Bit();
    const OrphanedRun orphan = orphanHere(
        "#!/bin/sh\n[ ! -e " + found + " ] || exec " +
        QStandardPaths::findExecutable("awk").toLocal8Bit() + " \"$@\"\ncat >" + found +
        "\necho own " + QByteArray::number(another.processId()) + " 1 1\necho whole\n");
    ChildProcess shell;
    askHere(shell, orphanEnd(orphan, true));
    QCOMPARE(shell.readAllStandardOutput(), QByteArray("It is gone.\n"));
    QVERIFY(!another.waitForFinished(100));
}

void TestOrphanedRun::theCommandRunsInAnyShell_data()
{
    QTest::addColumn<QByteArray>("shell");
    for (const char *shell :
         {"sh", "bash", "dash", "zsh", "fish", "tcsh", "csh", "ksh", "mksh", "busybox sh"}) {
        QTest::newRow(shell) << QByteArray(shell);
    }
}

/// With its mark, its words, and its status.
void TestOrphanedRun::theCommandRunsInAnyShell()
{
    QFETCH(const QByteArray, shell);
    const QByteArray program = shell.split(' ').first();
    if (QStandardPaths::findExecutable(program).isEmpty()) {
        QSKIP(qPrintable(QStringLiteral("%1 is not installed.").arg(QString(program))));
    }
    RunSpec spec;
    spec.runId = QStringLiteral("0123456789abcdef");
    spec.command = "printenv PODIUM_RUN; echo 'a  \"b'; exit 7";
    QCOMPARE(withoutMark(sentCommand(spec)), spec.command);
    QCOMPARE(withoutMark(spec.command), spec.command);
    QProcess process;
    process.setProgram(program);
    QStringList arguments{"-c", sentCommand(spec)};
    if (shell.contains(' ')) {
        arguments.prepend(shell.split(' ').last());
    }
    process.setArguments(arguments);
    process.start();
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(process.readAllStandardError(), QByteArray());
    QCOMPARE(process.readAllStandardOutput(), QByteArray("0123456789abcdef\na  \"b\n"));
    QCOMPARE(process.exitCode(), 7);
}

QTEST_GUILESS_MAIN(TestOrphanedRun)
#include "tst_orphanedrun.moc"
