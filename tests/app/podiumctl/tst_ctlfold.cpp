// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl run --fold and --diff of more than memory is to keep.
#include "tests/app/podiumctl/ctllab.h"

#include <QDir>

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlFold final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void allOfItIsPrinted_data();
    void allOfItIsPrinted();

private:
    CtlLab m_lab;
};

void TestCtlFold::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:1"}), qPrintable(m_lab.cloud().error()));
    QVERIFY(QDir().mkpath(m_lab.file(".config/podium")));
    QFile file(m_lab.file(".config/podium/config.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"output": {"memoryMiB": 16}})"); // the least
}

void TestCtlFold::allOfItIsPrinted_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("fold") << QStringList{"--fold"};
    QTest::newRow("diff") << QStringList{"--diff"};
    QTest::newRow("fold, saved") << QStringList{"--fold", "--log-dir", m_lab.file("saved")};
}

/// 24 MB, which has the middle on disk.
void TestCtlFold::allOfItIsPrinted()
{
    QFETCH(QStringList, options);
    const Outcome outcome = m_lab.ctl(
        QStringList{"run", "pod"} + options + QStringList{"--", "seq -f '%0999.0f' 24000"});
    VERIFY_EXIT(outcome, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.size(), 1 + 24000 + 1);
    QVERIFY2(lines[0].startsWith("==> pod"), lines[0].constData());
    for (int n = 1; n <= 24000; ++n) {
        QVERIFY2(
            lines[n].size() == 999 && lines[n].endsWith(QByteArray::number(n)),
            lines[n].left(100).constData());
    }
}

QTEST_GUILESS_MAIN(TestCtlFold)
#include "tst_ctlfold.moc"
