// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The examples of the help, on the demo cloud.
#include "app/podiumctl/helptexts.h"
#include "tests/app/podiumctl/examples/exampleslab.h"

using podium::tests::didItsJob;
using podium::tests::ExamplesLab;
using podium::tests::Outcome;

class TestCtlExamples final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_lab.start(); }
    void thoseOfTheHelpDoWhatTheySay();
    void planAndApplyAsTheHelpSaysApplies();

private:
    ExamplesLab m_lab;
};

void TestCtlExamples::thoseOfTheHelpDoWhatTheySay()
{
    int count = 0;
    for (const podium::ctl::ExamplesOf &of : podium::ctl::Examples) {
        for (const QString &example : QString(of.examples).split('\n')) {
            QString line = example.trimmed();
            line.replace("--timeout 10", "--timeout 100"); // only what hangs is to meet it here
            const QString beginning = QStringLiteral("podiumctl ") + of.subcommand;
            QVERIFY2(line.contains(beginning), qPrintable(line));
            const Outcome outcome = m_lab.typed(line);
            const QByteArray all = line.toUtf8() + ": " + outcome.all();
            QVERIFY2(didItsJob(line, outcome), all.constData());
            ++count;
        }
    }
    QVERIFY(count > 40);
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
