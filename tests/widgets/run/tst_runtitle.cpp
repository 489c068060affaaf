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

QTEST_APPLESS_MAIN(TestRunTitle)
#include "tst_runtitle.moc"
