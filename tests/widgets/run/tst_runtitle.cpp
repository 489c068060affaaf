// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/runtitle.h"

#include <QtTest>

using namespace podium;
using namespace podium::ui;

class TestRunTitle final : public QObject
{
    Q_OBJECT

private slots:
    void theOutcomeIsNeverCut();
    void theGatewayIsNamed();
};

/// Of a long command its words are cut, not how it stands.
void TestRunTitle::theOutcomeIsNeverCut()
{
    run::RunSpec spec;
    spec.command = "# training\npython3 train.py --config " + QByteArray(300, 'x') + " && true";
    spec.workers.resize(8);
    run::RunSummary summary;
    summary.ok = 7;
    summary.failed = 1;
    const QString text = runTabText(spec, summary);
    QVERIFY2(text.startsWith("python3 train.py"), qPrintable(text));
    QVERIFY2(text.endsWith("1 of 8 failed"), qPrintable(text));
    QVERIFY2(text.size() < 80, qPrintable(text));
}

/// Two runs of one command differ by it alone.
void TestRunTitle::theGatewayIsNamed()
{
    run::RunSpec spec;
    spec.command = "hostname";
    for (int index = 0; index < 3; ++index) {
        spec.workers.push_back(
            *WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:%1").arg(index)));
    }
    run::RunSummary summary;
    summary.ok = 3;
    QCOMPARE(runHeading(spec), QString("hostname — on pod:0-2"));
    QCOMPARE(runTabText(spec, summary), QString("hostname · 3 ok"));
    spec.viaGateway = true; // the first, unless another is named
    QCOMPARE(runHeading(spec), QString("hostname — on pod:0-2, via pod:0"));
    spec.gateway = spec.workers[2];
    QCOMPARE(runHeading(spec), QString("hostname — on pod:0-2, via pod:2"));
    QCOMPARE(runTabText(spec, summary), QString("hostname · via pod:2 · 3 ok"));
}

QTEST_APPLESS_MAIN(TestRunTitle)
#include "tst_runtitle.moc"
