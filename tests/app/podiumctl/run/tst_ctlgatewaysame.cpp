// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What podiumctl run --via-gateway tells of a command is what a direct run tells of it.
#include "tests/app/podiumctl/run/gatewayruntest.h"

using namespace podium::tests;

namespace {

const QString Podiumctl = QStringLiteral(PODIUM_BIN_DIR "/podiumctl");

} // namespace

class TestCtlGatewaySame final : public GatewayRunTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void itIsAsADirectRun_data();
    void itIsAsADirectRun();
};

void TestCtlGatewaySame::initTestCase()
{
    startLab();
    const QString workers = m_lab.cloud().workers();
    if (!workers.isEmpty() && workers != "none") {
        // What only the first one does, such as meeting the workers, is no part of it.
        VERIFY_EXIT(m_lab.ctl({"run", "pod", "--", "true"}), 0);
    }
}

void TestCtlGatewaySame::cleanup()
{
    QTRY_COMPARE(there("ls -d .podium-* 2>/dev/null; true"), QByteArray());
}

void TestCtlGatewaySame::itIsAsADirectRun_data()
{
    QTest::addColumn<QString>("command");
    const auto row = [](const char *name, const char *command) {
        QTest::newRow(name) << QString::fromLatin1(command);
    };
    row("two streams", "echo out; echo err >&2");
    row("no line's end", "printf 'a\\nb'; printf 'c' >&2");
    row("nothing", "true");
    row("a status", "echo x; exit 3");
    row("the one of ssh", "exit 255");
    row("quotes and lines", "echo \"it's $((1 + 2))\"\nfor i in a b; do echo \"$i\"; done");
    row("names and marks", "echo 'w1: mine'; echo 'clush: w0: exited with exit code 7' >&2");
    row("no such program", "no-such-program-here 2>/dev/null");
    row("a pipe that ends", "yes | head -n 3");
    row("its own shell", "echo \"$SHELL\"; echo ${PODIUM_RUN:+marked}");
    row("carriage returns", R"(printf 'a\rb\r\nc\r'; printf '50%%\r100%%\r' >&2)");
    row("backslashes", R"(printf '%s\n' 'a\nb\\' '\' '\1')");
    row("any bytes",
        R"sh(i=0; while [ $i -lt 256 ]; do printf "\\$(printf %03o $i)"; i=$((i + 1)); done)sh");
    row("where it is", "pwd; umask; echo $PATH");
}

void TestCtlGatewaySame::itIsAsADirectRun()
{
    QFETCH(QString, command);
    QProcess besides;
    begin(besides, Podiumctl, viaGateway({"--json", "--", command}), m_lab.environment());
    const Outcome directly = m_lab.ctl({"run", "pod", "--json", "--", command});
    const Outcome through = outcomeOf(besides);
    for (int worker = 0; worker < Workers; ++worker) {
        QVERIFY2(!endingOf(through, worker).isEmpty(), through.err.constData());
        QVERIFY2(!endingOf(directly, worker).isEmpty(), directly.err.constData());
        QCOMPARE(endingOf(through, worker), endingOf(directly, worker));
    }
    QVERIFY2(
        through.exitCode == directly.exitCode, QByteArray(through.err + directly.err).constData());
    for (int worker = 0; worker < Workers; ++worker) {
        for (const char *stream : {"stdout", "stderr"}) {
            QCOMPARE(printed(through, worker, stream), printed(directly, worker, stream));
        }
    }
}

QTEST_GUILESS_MAIN(TestCtlGatewaySame)
#include "tst_ctlgatewaysame.moc"
