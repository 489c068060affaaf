// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl where what it prints, or keeps, cannot be written.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlFullDisk final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY2(m_lab.start({"pod:2"}), qPrintable(m_lab.cloud().error())); }
    void lostOutputIsSaid_data();
    void lostOutputIsSaid();
    void aWorsePlaceInTheExitCodesStays();
    void aClosedPipeIsSaid();
    void whatWasLostIsReadAgain();
    void noFileTakesThePlaceOfAClosedStream();

private:
    /// A shell's redirections behind podiumctl's words.
    [[nodiscard]] Outcome shell(const QString &words, const QString &redirections) const
    {
        return m_lab.run(
            "bash",
            {"-c",
             QStringLiteral("exec " PODIUM_BIN_DIR "/podiumctl %1 %2").arg(words, redirections)});
    }

    CtlLab m_lab;
};

void TestCtlFullDisk::lostOutputIsSaid_data()
{
    QTest::addColumn<QString>("words");
    QTest::newRow("prefix") << "run pod -- 'echo some output'";
    QTest::newRow("one") << "run pod:0 -- 'echo some output'";
    QTest::newRow("much") << "run pod -- 'seq 100000'";
    QTest::newRow("fold") << "run pod --fold -- 'echo some output'";
    QTest::newRow("diff") << "run pod --diff -- 'echo some output'";
    QTest::newRow("json") << "run pod --json -- true";
    QTest::newRow("detach") << "run pod --detach -- true";
    QTest::newRow("nodes") << "nodes";
    QTest::newRow("nodes, json") << "nodes --json";
    QTest::newRow("help") << "--help";
}

/// Once, whatever is lost.
void TestCtlFullDisk::lostOutputIsSaid()
{
    QFETCH(QString, words);
    const Outcome fine = shell(words, ">/dev/null");
    VERIFY_EXIT(fine, 0);
    QVERIFY2(!fine.err.contains("output"), fine.err.constData());
    const Outcome lost = shell(words, ">/dev/full");
    VERIFY_EXIT(lost, 4);
    QCOMPARE(lost.err.count("Cannot write the output. No space left on device."), 1);
}

void TestCtlFullDisk::aWorsePlaceInTheExitCodesStays()
{
    VERIFY_EXIT(shell("run pod -- 'echo some; exit 1'", ">/dev/full"), 4);
    VERIFY_EXIT(shell("run pod -- 'echo some; exit 1'", ">/dev/null"), 1);
    VERIFY_EXIT(shell("run nonsense:0 -- id", ">/dev/full"), 2); // nothing was to be printed
}

/// No signal ends it: the workers' commands go on to their ends, and these are told.
void TestCtlFullDisk::aClosedPipeIsSaid()
{
    const Outcome piped = m_lab.run(
        "bash", {"-c", QStringLiteral(PODIUM_BIN_DIR "/podiumctl run pod -- 'seq 100000; sleep 1; "
                                                     "seq 10' | head -n 1 >/dev/null; "
                                                     "echo ${PIPESTATUS[0]}")});
    QCOMPARE(piped.out, QByteArray("4\n"));
    QCOMPARE(piped.err.count("Cannot write the output. Broken pipe."), 1);
    QVERIFY2(piped.err.contains("2 ok"), piped.err.constData());
}

void TestCtlFullDisk::whatWasLostIsReadAgain()
{
    const QString id = m_lab.ctl({"run", "pod:0", "--detach", "--", "seq 3"}).out.trimmed();
    const Outcome lost = shell("attach " + id, ">/dev/full");
    VERIFY_EXIT(lost, 4);
    QVERIFY2(lost.err.contains("will read it again"), lost.err.constData());
    const Outcome read = m_lab.ctl({"attach", id});
    VERIFY_EXIT(read, 0);
    QCOMPARE(read.out, QByteArray("1\n2\n3\n"));
}

/// The log would get what is meant for stderr, and an event of Qt's what is meant for stdout.
void TestCtlFullDisk::noFileTakesThePlaceOfAClosedStream()
{
    const Outcome closed = shell("nodes", ">&-");
    VERIFY_EXIT(closed, 4);
    QCOMPARE(closed.err.count("Cannot write the output. Bad file descriptor."), 1);
    VERIFY_EXIT(shell("nodes", "2>&-"), 0);
    VERIFY_EXIT(shell("ip nonsense", ">&- 2>&-"), 2);
    QVERIFY(QFile::exists(m_lab.file(".local/state/podium/podium.log")));
    QCOMPARE(m_lab.filesWith("No node matches"), QStringList());
}

QTEST_GUILESS_MAIN(TestCtlFullDisk)
#include "tst_ctlfulldisk.moc"
