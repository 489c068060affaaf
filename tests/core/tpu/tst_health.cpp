// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/health.h"
#include "core/tpu/probe.h"
#include "tests/core/tpu/tpuanswers.h"

#include <QtTest>

using namespace podium;
using namespace podium::tpu;
using namespace podium::tests;

Q_DECLARE_METATYPE(podium::tpu::Probe::Verdict)

/// Whether a TPU is as it should be, and whether it computes.
class TestHealth final : public QObject
{
    Q_OBJECT

private slots:
    void chipsAreCompared();
    void aHeldTpuIsBusyAndNoMore();
    void whatIsUnknownIsNotGood();
    void metadataMustSayTheSame();
    void probesAreRead_data();
    void probesAreRead();
    void failuresHaveAMeaning_data();
    void failuresHaveAMeaning();

private:
    [[nodiscard]] static QString
    verdictOf(const remote::Answer &answer, std::optional<int> chips = 4)
    {
        return verdictName(readHealth(answer, {2, 1, chips}).verdict);
    }
};

void TestHealth::chipsAreCompared()
{
    remote::Answer answer = answerOf(heldBy({}));
    QCOMPARE(verdictOf(answer), QString("good"));
    QCOMPARE(verdictOf(answer, 8), QString("bad"));
    QCOMPARE(verdictOf(answer, std::nullopt), QString("good"));
    for (int chip = 0; chip < 4; ++chip) {
        answer.records.push_back({"chip", {"0000:0" + QByteArray::number(chip), "0x005e", "tpu"}});
    }
    QCOMPARE(verdictOf(answer), QString("good"));
    answer.records.push_back({"chip", {"0000:09", "0x005e", "none"}});
    QCOMPARE(verdictOf(answer), QString("bad"));
    WorkerHolders bare = heldBy({});
    bare.devices.clear();
    QCOMPARE(verdictOf(answerOf(bare), std::nullopt), QString("bad"));
}

void TestHealth::aHeldTpuIsBusyAndNoMore()
{
    QCOMPARE(verdictOf(answerOf(heldBy({holderOf(5, 1, "lin", "x")}))), QString("busy"));
}

void TestHealth::whatIsUnknownIsNotGood()
{
    remote::Answer answer = answerOf(heldBy({}));
    answer.wasRoot = false;
    QCOMPARE(verdictOf(answer), QString("unknown"));
    QVERIFY(verdictOf({}) != QString("good"));
}

void TestHealth::metadataMustSayTheSame()
{
    remote::Answer answer = answerOf(heldBy({}));
    answer.records.push_back({"metadata", {"agent-worker-number", "2"}});
    QCOMPARE(verdictOf(answer), QString("good"));
    answer.records.back().fields[1] = "3";
    QCOMPARE(verdictOf(answer), QString("bad"));
}

void TestHealth::probesAreRead_data()
{
    QTest::addColumn<QByteArrayList>("fields");
    QTest::addColumn<Probe::Verdict>("verdict");
    QTest::addColumn<QString>("text");
    using V = Probe::Verdict;
    QTest::newRow("answers")
        << QByteArrayList{"jax", "python3", "0", "warn\nTPU-OK jax 0.4.35 tpu 0 8 4 2097152.0\n"}
        << V::Answers << "jax 0.4.35, with 4 devices";
    QTest::newRow("cpu")
        << QByteArrayList{"jax", "python3", "0", "TPU-OK jax 0.4.35 cpu 0 1 1 2097152.0\n"}
        << V::Fails << "fell back";
    QTest::newRow("wrong result")
        << QByteArrayList{"jax", "python3", "0", "TPU-OK jax 0.4.35 tpu 0 1 1 2097151.0\n"}
        << V::Fails << "wrong";
    QTest::newRow("status 0 proves nothing")
        << QByteArrayList{"jax", "p", "0", "hello\n"} << V::Fails << "hello";
    QTest::newRow("marker, then a failure")
        << QByteArrayList{"jax", "p", "1", "TPU-OK jax 0.4.35 tpu 0 1 1 2097152.0\n"} << V::Fails
        << "exit status 1";
    QTest::newRow("limit") << QByteArrayList{"jax", "p", "124", ""} << V::Fails << "in time";
    QTest::newRow("crash") << QByteArrayList{"jax", "p", "139", ""} << V::Fails << "crashed";
    QTest::newRow("damaged") << QByteArrayList{"jax"} << V::Fails << "failed";
}

void TestHealth::probesAreRead()
{
    QFETCH(QByteArrayList, fields);
    QFETCH(Probe::Verdict, verdict);
    QFETCH(QString, text);
    const Probe probe = readProbe({{{"probe", fields}}, false, true});
    QCOMPARE(probe.verdict, verdict);
    QVERIFY2(probe.text.contains(text), qPrintable(probe.text));
    QVERIFY(readProbe({}).verdict == Probe::Verdict::Unknown);
    QVERIFY(
        readProbe({{{"step", {"probe", "unknown", "no python"}}}, false, true}).verdict ==
        Probe::Verdict::Unknown);
}

void TestHealth::failuresHaveAMeaning_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QString>("meaning");
    QTest::newRow("in use") << QByteArray("ABORTED: The TPU is already in use by process with pid "
                                          "12. Not attempting to load libtpu.so in this process.")
                            << "free it";
    QTest::newRow("stale") << QByteArray("The TPU is already in use by another process probably "
                                         "owned by another user. Run \"$ sudo lsof\"")
                           << "lock file";
    QTest::newRow("alive") << QByteArray("Internal error when accessing libtpu multi-process "
                                         "lockfile. Run \"$ sudo rm /tmp/libtpu_lockfile\".")
                           << "would not help";
    QTest::newRow("busy") << QByteArray("open(/dev/vfio/0): Device or resource busy") << "wait";
    QTest::newRow("no tpu") << QByteArray("UNAVAILABLE: No TPU Platform available") << "Recreate";
    QTest::newRow("slice") << QByteArray("TPU backend initialization is taking more than 60.0 "
                                         "seconds. Did you run your code on all TPU hosts?")
                           << "Not all workers";
    QTest::newRow("other") << QByteArray("ModuleNotFoundError") << "";
}

void TestHealth::failuresHaveAMeaning()
{
    QFETCH(QByteArray, output);
    QFETCH(QString, meaning);
    const QString found = explainFailure(output);
    QCOMPARE(found.isEmpty(), meaning.isEmpty());
    QVERIFY2(found.contains(meaning), qPrintable(found));
}

QTEST_GUILESS_MAIN(TestHealth)
#include "tst_health.moc"
