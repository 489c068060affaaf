// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl run --json, read by a program while it runs.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/childprocess.h"

using podium::tests::ChildProcess;
using podium::tests::CtlLab;

class TestCtlRunJson final : public QObject
{
    Q_OBJECT

private slots:
    void anEndingIsToldWhileOthersRun();
};

void TestCtlRunJson::anEndingIsToldWhileOthersRun()
{
    CtlLab lab;
    QVERIFY2(lab.start({"pod:2"}), qPrintable(lab.cloud().error()));
    if (lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(lab.cloud().error()));
    }
    VERIFY_EXIT(lab.admin("pod", "touch /tmp/first", 0), 0);
    ChildProcess run;
    run.setProcessEnvironment(lab.environment());
    run.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"run", "pod", "--json", "--",
         "[ ! -e /tmp/first ] || exit 7; until [ -e /tmp/go ]; do sleep 0.1; done"});
    QByteArray out;
    const auto read = [&] { out += run.readAllStandardOutput(); };
    QTRY_VERIFY((run.waitForReadyRead(20), read(), out.contains("\"status\":7")));
    QVERIFY(!out.contains("summary"));
    VERIFY_EXIT(lab.admin("pod", "touch /tmp/go", 1), 0);
    QTRY_VERIFY((run.waitForReadyRead(20), read(), run.state() == QProcess::NotRunning));
    QVERIFY(out.contains("summary"));
    QCOMPARE(run.exitCode(), 1);
}

QTEST_GUILESS_MAIN(TestCtlRunJson)
#include "tst_ctlrunjson.moc"
