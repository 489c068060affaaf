// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/health.h"
#include "core/tpu/probe.h"
#include "core/tpu/tpuscripts.h"
#include "tests/core/remote/shells.h"

using namespace podium;
using namespace podium::remote;
using namespace podium::tests;

namespace {

/// A script that does not find a tool.
Script without(Script script, const QByteArray &tool)
{
    // Behind what all begin with, so that it is this one that counts.
    script.text = "have() { [ \"$1\" != " + tool + " ] && command -v \"$1\" >/dev/null 2>&1; }\n" +
                  tool + "() { return 127; }\n" + script.text;
    return script;
}

} // namespace

/// The scripts about the TPU, on this machine, which has none, under each shell.
class TestTpuScripts final : public QObject
{
    Q_OBJECT

private slots:
    void eachComesToItsEnd_data() { addShells(); }
    void eachComesToItsEnd();
    void withoutAToolItIsUnknown_data() { addShells(); }
    void withoutAToolItIsUnknown();
    void nothingIsSignalledButWhoItWas_data() { addShells(); }
    void nothingIsSignalledButWhoItWas();
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
    const auto probe = decodeAnswer(
        runScript(shell, tpu::probeScript(), tpu::probeData(std::chrono::seconds(9), "/no/such")));
    QVERIFY(probe && probe->isComplete);
    QVERIFY(tpu::readProbe(*probe).verdict == tpu::Probe::Verdict::Unknown);
}

void TestTpuScripts::withoutAToolItIsUnknown()
{
    QFETCH(QStringList, shell);
    for (const char *tool :
         {"find", "ls", "awk", "readlink", "stat", "getent", "head", "tr", "curl"}) {
        for (const Script &script : {tpu::holdersScript(), tpu::checkScript(), tpu::freeScript()}) {
            const auto answer = decodeAnswer(runScript(shell, without(script, tool)));
            QVERIFY2(answer && answer->isComplete, tool);
            QVERIFY2(!tpu::readHolders(*answer).isFree(), tool);
        }
    }
    Script neither = without(without(tpu::holdersScript(), "find"), "awk");
    neither.text.replace("have() { [ \"$1\" != find ]", "have() { [ \"$1\" != awk ]");
    const auto answer = decodeAnswer(runScript(shell, neither));
    QVERIFY(answer && answer->isComplete);
    QVERIFY(tpu::readHolders(*answer).unknown.contains("awk"));
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
    QCOMPARE(stepsOf(*answer).front().state, StepState::Skipped);
    QFile stat(QStringLiteral("/proc/%1/stat").arg(sleeper.processId()));
    QVERIFY(stat.open(QIODevice::ReadOnly));
    const QByteArrayList words = stat.readAll().split(' ');
    const auto ended =
        decodeAnswer(runScript(shell, tpu::freeScript(), {{"end", {pid, words.at(21)}}}));
    QVERIFY(ended && ended->isComplete);
    QVERIFY(sleeper.waitForFinished(Patience));
    QCOMPARE(sleeper.exitStatus(), QProcess::CrashExit);
}

QTEST_GUILESS_MAIN(TestTpuScripts)
#include "tst_tpuscripts.moc"
