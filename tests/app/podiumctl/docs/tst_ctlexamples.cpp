// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The examples of the help, on the demo cloud.
#include "app/podiumctl/helptexts.h"
#include "tests/app/podiumctl/docs/exampleslab.h"

using podium::tests::didItsJob;
using podium::tests::ExamplesLab;
using podium::tests::Outcome;

namespace {

/// It comes to the workers a moment after Google has attached it.
const QString UntilTheDiskHasCome = QStringLiteral(
    "timeout 120 bash -c 'until podiumctl run dev-v4 -- grep ^sdb /etc/podium-sim/disks; "
    "do sleep 0.1; done'");

/// Those that end with a backslash go on with the next.
QStringList linesOf(const char *examples)
{
    static const QRegularExpression goesOn(QStringLiteral("\\\\\n *"));
    return QString(examples).replace(goesOn, QString()).split('\n');
}

} // namespace

class TestCtlExamples final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_lab.start(); }
    void thoseOfTheHelpDoWhatTheySay();
    void thatOfPodiumSimBeginsACloud();
    void planAndApplyAsTheHelpSaysApplies();

private:
    ExamplesLab m_lab;
};

void TestCtlExamples::thoseOfTheHelpDoWhatTheySay()
{
    int count = 0;
    for (const podium::ctl::ExamplesOf &of : podium::ctl::Examples) {
        for (const QString &example : linesOf(of.examples)) {
            QString line = example.trimmed();
            line.replace("--timeout 10", "--timeout 100"); // only what hangs is to meet it here
            const QString beginning = QStringLiteral("podiumctl ") + of.subcommand;
            QVERIFY2(line.contains(beginning), qPrintable(line));
            if (line.startsWith("podiumctl disks prepare ")) {
                VERIFY_EXIT(m_lab.typed(UntilTheDiskHasCome), 0);
            }
            if (line.startsWith("podiumctl watch ")) { // leaves alone what was removed before
                VERIFY_EXIT(m_lab.typed("podiumctl ssh-config write"), 0);
            }
            const Outcome outcome = m_lab.typed(line);
            const QByteArray all = line.toUtf8() + ": " + outcome.all();
            QVERIFY2(didItsJob(line, outcome), all.constData());
            ++count;
        }
    }
    QVERIFY(count > 40);
}

void TestCtlExamples::thatOfPodiumSimBeginsACloud()
{
    const Outcome help =
        m_lab->run(QStringLiteral(PODIUM_BIN_DIR "/podium-sim"), {"serve", "--help"});
    VERIFY_EXIT(help, 0);
    const QString lines = QString::fromUtf8(help.out).section("Examples:\n", 1);
    QVERIFY2(lines.contains("podium-sim serve"), help.out.constData());
    const QString end = QStringLiteral("\neval \"exec ${SIM[1]}>&-\"; wait \"$SIM_PID\"");
    const Outcome outcome = m_lab.typed(lines.trimmed() + end);
    VERIFY_EXIT(outcome, 0);
    QVERIFY2(outcome.out.contains("pod-v4"), outcome.all().constData());
}

void TestCtlExamples::planAndApplyAsTheHelpSaysApplies()
{
    VERIFY_EXIT(
        m_lab->people({"add", "ada", "--key", "ada.pub", "--on", "dev-v4"}), 2); // elsewhere
    VERIFY_EXIT(
        m_lab->people({"add", "ada", "--key", m_lab->publicKey("ada"), "--on", "dev-v4"}), 0);
    const QString examples = QString::fromUtf8(
        std::find_if(
            std::begin(podium::ctl::Examples), std::end(podium::ctl::Examples),
            [](const auto &of) { return QLatin1String(of.subcommand) == "people apply"; })
            ->examples);
    VERIFY_EXIT(m_lab.typed(examples.trimmed()), 0);
    VERIFY_EXIT(m_lab->people({"plan"}), 0);
}

QTEST_GUILESS_MAIN(TestCtlExamples)
#include "tst_ctlexamples.moc"
