// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/health.h"
#include "core/tpu/probe.h"
#include "core/tpu/tpuscripts.h"
#include "tests/core/remote/shells.h"
#include "tests/core/tpu/pythonlibraries.h"
#include "tests/core/tpu/withouttool.h"

#include <algorithm>

using namespace podium;
using namespace podium::remote;
using namespace podium::tests;

/// The scripts about the TPU, on this machine, which has none, under each shell.
class TestTpuScripts final : public QObject
{
    Q_OBJECT

private slots:
    void eachComesToItsEnd_data() { addShells(); }
    void eachComesToItsEnd();
    void withoutAToolEachComesToItsEnd_data() { addShells(); }
    void withoutAToolEachComesToItsEnd();
    void aProbeSaysWhereItComputed_data() { addShells(); }
    void aProbeSaysWhereItComputed();
    void whoKilledItIsTold_data() { addShells(); }
    void whoKilledItIsTold();
    void tensorFlowIsTriedWhereThereIsNothingElse_data() { addShells(); }
    void tensorFlowIsTriedWhereThereIsNothingElse();
    void withoutAToolNoProbeIsBegun_data() { addShells(); }
    void withoutAToolNoProbeIsBegun();
    void theEnvironmentIsFound_data() { addShells(); }
    void theEnvironmentIsFound();
    void thePythonThatWasChosenIsNamed_data() { addShells(); }
    void thePythonThatWasChosenIsNamed();
    void itsGroupTellsTheContainer_data() { addShells(); }
    void itsGroupTellsTheContainer();
    void nothingIsSignalledButWhoItWas_data() { addShells(); }
    void nothingIsSignalledButWhoItWas();
    void whoIsAboveIsNeverSignalled_data() { addShells(); }
    void whoIsAboveIsNeverSignalled();
    void whereNothingCanWaitNobodyIsKilled_data() { addShells(); }
    void whereNothingCanWaitNobodyIsKilled();

private:
    /// For script/free.sh: who it is.
    [[nodiscard]] static Record endOf(qint64 pid)
    {
        QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
        [&] { QVERIFY(stat.open(QIODevice::ReadOnly)); }();
        const QByteArray line = stat.readAll();
        const QByteArrayList words = line.mid(line.lastIndexOf(')') + 2).split(' ');
        return {"end", {QByteArray::number(pid), words.value(19)}};
    }
};

void TestTpuScripts::eachComesToItsEnd()
{
    QFETCH(QStringList, shell);
    for (const Script &script : {tpu::holdersScript(), tpu::checkScript(), tpu::freeScript()}) {
        const auto answer = decodeAnswer(runScript(shell, script));
        QVERIFY(answer && answer->isComplete);
        const tpu::WorkerHolders found = tpu::readHolders(*answer);
        for (const tpu::Holder &holder : found.holders) { // other tests' workers may have some
            QVERIFY(holder.pid != QCoreApplication::applicationPid());
        }
        QVERIFY(!found.login.isEmpty());
        QVERIFY(!found.isFree()); // there is no TPU here
    }
    const auto probe = decodeAnswer(runScript(
        shell, tpu::probeScript(false), tpu::probeData(std::chrono::seconds(9), 1, "/no/such")));
    QVERIFY(probe && probe->isComplete);
    QVERIFY(tpu::readProbe(*probe, {0, 1, {}}).verdict == tpu::Probe::Verdict::Unknown);
}

/// What each says then is seen where there is something to be seen: tst_tpuworkers.
void TestTpuScripts::withoutAToolEachComesToItsEnd()
{
    QFETCH(QStringList, shell);
    for (const char *tool :
         {"find", "ls", "awk", "readlink", "stat", "getent", "head", "tr", "curl", "rm", "sleep",
          "kill", "tail", "timeout", "base64", "id", "nproc", "grep", "df"}) {
        for (const Script &script :
             {tpu::holdersScript(), tpu::checkScript(), tpu::freeScript(), tpu::loadScript()}) {
            const auto answer = decodeAnswer(runScript(shell, without(script, tool)));
            QVERIFY2(answer && answer->isComplete, tool);
        }
    }
    Script neither = without(without(tpu::holdersScript(), "find"), "awk");
    neither.text.replace("have() { [ \"$1\" != find ]", "have() { [ \"$1\" != awk ]");
    const auto answer = decodeAnswer(runScript(shell, neither));
    QVERIFY(answer && answer->isComplete);
    QVERIFY(tpu::readHolders(*answer).unknown.contains("awk"));
    const auto unasked = decodeAnswer(runScript(shell, without(tpu::checkScript(), "curl")));
    QVERIFY(unasked && unasked->isComplete);
    QVERIFY(tpu::readHealth(*unasked, {}).findings.join(' ').contains("curl is missing"));
}

/// A setting that sends programs elsewhere is not what is tried; and where one has computed
/// elsewhere all the same, it says so.
void TestTpuScripts::aProbeSaysWhereItComputed()
{
    QFETCH(QStringList, shell);
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    const PythonLibraries libraries;
    const auto probed = [&](const char *module, const char *hardware) {
        auto environment = libraries.environment(module);
        environment.insert("PJRT_DEVICE", "CPU");
        environment.insert("JAX_PLATFORMS", "cpu");
        environment.insert("HARDWARE", hardware);
        const auto answer = decodeAnswer(runScript(
            shell, tpu::probeScript(false), tpu::probeData(std::chrono::minutes(2), 2, python),
            environment));
        return tpu::readProbe(*answer, {0, 2, 4, 4});
    };
    for (const char *module : {"jax", "torch_xla"}) {
        const tpu::Probe good = probed(module, "");
        QVERIFY2(good.verdict == tpu::Probe::Verdict::Answers, qPrintable(good.text));
        QVERIFY2(good.text.contains(module), qPrintable(good.text));
        const tpu::Probe elsewhere = probed(module, "CPU");
        QVERIFY2(elsewhere.text.contains("fell back to the cpu"), qPrintable(elsewhere.text));
        QVERIFY(elsewhere.verdict == tpu::Probe::Verdict::Fails);
    }
}

/// The kernel, where memory runs out, and not our limit, which kills what does not hear TERM.
void TestTpuScripts::whoKilledItIsTold()
{
    QFETCH(QStringList, shell);
    if (QStandardPaths::findExecutable("timeout").isEmpty()) {
        QSKIP("timeout is not installed here");
    }
    const QTemporaryDir folder;
    const QString python = folder.filePath("python3");
    const auto said = [&](const QByteArray &program, std::chrono::seconds limit) {
        QFile file(python);
        [&] { QVERIFY(file.open(QIODevice::WriteOnly)); }();
        file.write("#!/bin/sh\ncase $2 in *find_spec*) exit 0 ;; esac\n" + program + '\n');
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        file.close();
        const auto answer = decodeAnswer(
            runScript(shell, tpu::probeScript(false), tpu::probeData(limit, 2, python)));
        return answer ? tpu::readProbe(*answer, {0, 2, 4, 4}).text : QString();
    };
    const QString early = said("kill -KILL $$", std::chrono::seconds(60));
    QVERIFY2(early.startsWith("It was killed before its time was up"), qPrintable(early));
    // Its own process, that nobody but the limit ends.
    const QString late = said("trap '' TERM\nexec sleep 60", std::chrono::seconds(1));
    QVERIFY2(late.startsWith("It said nothing in time."), qPrintable(late));
}

/// On a node of one worker: of a slice it says nothing.
void TestTpuScripts::tensorFlowIsTriedWhereThereIsNothingElse()
{
    QFETCH(QStringList, shell);
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    const PythonLibraries libraries;
    const auto probed = [&](const QStringList &modules, int workers, const char *hardware) {
        auto environment = QProcessEnvironment::systemEnvironment();
        QStringList folders;
        for (const QString &module : modules) {
            folders << libraries.path() + '/' + module;
        }
        environment.insert("PYTHONPATH", folders.join(':'));
        environment.insert("HARDWARE", hardware);
        const auto answer = decodeAnswer(runScript(
            shell, tpu::probeScript(false),
            tpu::probeData(std::chrono::minutes(2), workers, python), environment));
        return tpu::readProbe(*answer, {0, workers, 4, 4});
    };
    const tpu::Probe good = probed({"tensorflow"}, 1, "");
    QVERIFY2(good.verdict == tpu::Probe::Verdict::Answers, qPrintable(good.text));
    QCOMPARE(good.text, QString("It answers tensorflow 2.18.0, with 4 devices here."));
    const tpu::Probe elsewhere = probed({"tensorflow"}, 1, "CPU");
    QVERIFY2(elsewhere.text.contains("fell back to the cpu"), qPrintable(elsewhere.text));
    const tpu::Probe slice = probed({"tensorflow"}, 2, "");
    QVERIFY(slice.verdict == tpu::Probe::Verdict::Unknown);
    QVERIFY2(slice.text.contains("nothing of a whole slice"), qPrintable(slice.text));
    for (const char *other : {"jax", "torch_xla"}) {
        const tpu::Probe first = probed({"tensorflow", other}, 2, "");
        QVERIFY2(first.library.startsWith(other), qPrintable(first.text));
    }
}

/// One that cannot be ended in time is not begun; and what it said must be told.
void TestTpuScripts::withoutAToolNoProbeIsBegun()
{
    QFETCH(QStringList, shell);
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    const PythonLibraries libraries;
    for (const char *tool : {"timeout", "tail"}) {
        const auto answer = decodeAnswer(runScript(
            shell, without(tpu::probeScript(false), tool),
            tpu::probeData(std::chrono::minutes(2), 2, python), libraries.environment("jax")));
        QVERIFY(answer && answer->isComplete);
        const tpu::Probe probe = tpu::readProbe(*answer, {0, 2, 4, 4});
        QVERIFY2(probe.verdict == tpu::Probe::Verdict::Unknown, tool);
        QCOMPARE(probe.text, QStringLiteral("Not tried: %1 is missing there.").arg(tool));
    }
}

/// Without one being chosen, and where it is, below the home of who logs in.
void TestTpuScripts::theEnvironmentIsFound()
{
    QFETCH(QStringList, shell);
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    for (const char *place :
         {"venv", ".venv-tpu", "lab/.venv", "miniconda3", "miniconda3/envs/x"}) {
        const PythonLibraries libraries;
        auto environment = libraries.environment("jax");
        environment.insert("HOME", libraries.path());
        environment.remove("VIRTUAL_ENV");
        const QString bin = QStringLiteral("%1/%2/bin").arg(libraries.path(), QLatin1String(place));
        QVERIFY(QDir().mkpath(bin));
        QVERIFY(QFile::link(python, bin + "/python3"));
        const QString wished = QStringLiteral("~/%1/bin/python3").arg(QLatin1String(place));
        for (const QString &asked : {QString(), wished}) {
            const auto answer = decodeAnswer(runScript(
                shell, tpu::probeScript(false), tpu::probeData(std::chrono::minutes(2), 2, asked),
                environment));
            QVERIFY(answer && answer->isComplete && !answer->records.empty());
            const QString chosen = answer->records[0].text(1);
            QVERIFY2(chosen == QString(bin + "/python3"), qPrintable(chosen));
        }
    }
}

/// Nothing is said of those that were not asked.
void TestTpuScripts::thePythonThatWasChosenIsNamed()
{
    QFETCH(QStringList, shell);
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    const PythonLibraries libraries;
    auto environment = libraries.environment("jax");
    const auto said = [&](const QString &chosen) {
        const auto answer = decodeAnswer(runScript(
            shell, tpu::probeScript(false), tpu::probeData(std::chrono::minutes(2), 2, chosen),
            environment));
        return answer ? tpu::readProbe(*answer, {0, 2, 4, 4}).text : QString();
    };
    const QString missing = libraries.path() + "/venv/bin/python3";
    QCOMPARE(said(missing), QStringLiteral("Not tried: %1 cannot be run there.").arg(missing));
    environment.remove("PYTHONPATH");
    environment.insert("PYTHONNOUSERSITE", "1");
    const QString bare = libraries.path() + "/python3";
    QFile file(bare);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\nexec '" + python.toUtf8() + "' -S \"$@\"\n");
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    QCOMPARE(
        said(bare), QStringLiteral("Not tried: %1 has no jax, torch_xla or tensorflow.").arg(bare));
}

void TestTpuScripts::itsGroupTellsTheContainer()
{
    QFETCH(QStringList, shell);
    const QByteArray id(64, 'a');
    struct Row
    {
        const char *group;
        const char *engine;
    };
    for (const Row &row :
         {Row{"0::/system.slice/docker-ID.scope", "docker"}, Row{"12:devices:/docker/ID", "docker"},
          Row{"0::/system.slice/docker-ID.scope/init.scope", "docker"},
          Row{"0::/machine.slice/libpod-ID.scope/container", "podman"},
          Row{"0::/machine.slice/libpod-conmon-ID.scope", ""},
          Row{"0::/kubepods.slice/besteffort/cri-containerd-ID.scope", "containerd"},
          Row{"0::/user.slice/docker-abc.scope", ""}, Row{"0::/home/docker/ID0", ""},
          Row{"0::/user.slice", ""}}) {
        QTemporaryDir process;
        QFile file(process.filePath("cgroup"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("1:name=x:/\n" + QByteArray(row.group).replace("ID", id) + '\n');
        file.close();
        Script script = tpu::holdersScript();
        script.text +=
            "container_of .." + process.path().toUtf8() + "\nsay in \"$engine\" \"$container\"\n";
        const auto answer = decodeAnswer(runScript(shell, script));
        QVERIFY(answer && answer->isComplete);
        QVERIFY2(answer->records.back().at(0) == row.engine, row.group);
        QVERIFY2(
            answer->records.back().at(1) == (*row.engine == '\0' ? QByteArray() : id), row.group);
    }
}

/// A pid that is another's by now is left alone.
void TestTpuScripts::nothingIsSignalledButWhoItWas()
{
    QFETCH(QStringList, shell);
    QProcess sleeper;
    sleeper.start("sleep", {"1000"});
    QVERIFY(sleeper.waitForStarted(Patience));
    const QByteArray pid = QByteArray::number(sleeper.processId());
    const std::vector<Record> data{
        {"end", {pid, "1"}},  {"end", {"$(kill)", "1"}},         {"end", {pid}},
        {"what", {pid, "1"}}, {"container", {"docker", "../x"}}, {"lock", {"x"}}};
    const auto answer = decodeAnswer(runScript(shell, tpu::freeScript(), data));
    QVERIFY(answer && answer->isComplete);
    const std::vector<Step> steps = stepsOf(*answer);
    const Step gone{QString("process " + pid), StepState::Skipped, "it was gone before"};
    QVERIFY(steps.front() == gone);
    QCOMPARE(
        std::count_if(
            steps.begin(), steps.end(), [&](const Step &step) { return step.name == gone.name; }),
        std::ptrdiff_t(1));
    const auto ended =
        decodeAnswer(runScript(shell, tpu::freeScript(), {endOf(sleeper.processId())}));
    QVERIFY(ended && ended->isComplete);
    QVERIFY(sleeper.waitForFinished(Patience));
    QCOMPARE(sleeper.exitStatus(), QProcess::CrashExit);
}

/// Not even where the plan says so: this program.
void TestTpuScripts::whoIsAboveIsNeverSignalled()
{
    QFETCH(QStringList, shell);
    const Record own = endOf(QCoreApplication::applicationPid());
    const auto answer = decodeAnswer(runScript(shell, tpu::freeScript(), {own}));
    QVERIFY(answer && answer->isComplete);
    const Step skipped{
        QString("process " + own.text(0)), StepState::Skipped, "this login runs below it"};
    QVERIFY(stepsOf(*answer).front() == skipped);
}

/// TERM was not yet heard where the next thing that is done is KILL.
void TestTpuScripts::whereNothingCanWaitNobodyIsKilled()
{
    QFETCH(QStringList, shell);
    QProcess deaf;
    deaf.start(
        "sh", {"-c", "trap '' TERM; echo ready; read -r line; echo \"$line\"; read -r line"});
    const auto says = [&deaf](const QByteArray &line) {
        return deaf.waitForReadyRead(Patience) && deaf.readAllStandardOutput() == line + '\n';
    };
    QVERIFY(says("ready"));
    const auto answer = decodeAnswer(
        runScript(shell, without(tpu::freeScript(), "sleep"), {endOf(deaf.processId())}));
    QVERIFY(answer && answer->isComplete);
    const std::vector<Step> steps = stepsOf(*answer);
    QCOMPARE(steps.front().state, StepState::Unknown);
    QVERIFY2(steps.front().detail.contains("sleep is missing"), qPrintable(steps.front().detail));
    deaf.write("still here\n");
    QVERIFY(says("still here"));
    deaf.kill();
    QVERIFY(deaf.waitForFinished(Patience));
}

QTEST_GUILESS_MAIN(TestTpuScripts)
#include "tst_tpuscripts.moc"
