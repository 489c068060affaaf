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
    void metadataMustSayTheSame_data();
    void metadataMustSayTheSame();
    void libtpuIsAFactOnly();
    void probesAreRead_data();
    void probesAreRead();
    void theWholeSliceMustTakePart_data();
    void theWholeSliceMustTakePart();
    void oneIsNotMany();
    void noNumberOfDevicesIsTooLarge();
    void failuresHaveAMeaning_data();
    void failuresHaveAMeaning();

private:
    [[nodiscard]] static QString
    verdictOf(const remote::Answer &answer, std::optional<int> chips = 4)
    {
        return verdictName(readHealth(answer, expectedWorker(chips)).verdict);
    }
    [[nodiscard]] static remote::Answer without(remote::Answer answer, const QByteArray &kind)
    {
        auto &records = answer.records;
        const auto isOne = [&kind](const remote::Record &record) { return record.kind == kind; };
        records.erase(std::remove_if(records.begin(), records.end(), isOne), records.end());
        return answer;
    }
};

void TestHealth::chipsAreCompared()
{
    const remote::Answer good = checkOf(heldBy({}));
    QCOMPARE(verdictOf(good), QString("good"));
    QVERIFY(readHealth(good, expectedWorker()).findings.isEmpty());
    QCOMPARE(verdictOf(good, 8), QString("bad"));
    QCOMPARE(verdictOf(good, std::nullopt), QString("good")); // the bus has as many
    QCOMPARE(verdictOf(without(good, "pci"), std::nullopt), QString("unknown"));
    QCOMPARE(verdictOf(without(good, "pci")), QString("unknown"));
    QCOMPARE(verdictOf(without(good, "chip")), QString("bad"));
    remote::Answer more = good;
    more.records.push_back({"chip", {"0000:09", "0x005e", "tpu"}});
    QCOMPARE(verdictOf(more), QString("bad"));
    remote::Answer unbound = without(good, "chip");
    for (int chip = 0; chip < 4; ++chip) {
        unbound.records.push_back({"chip", {"0000:0" + QByteArray::number(chip), "", "none"}});
    }
    QCOMPARE(verdictOf(unbound), QString("bad"));
    WorkerHolders bare = heldBy({});
    bare.devices.clear();
    QCOMPARE(verdictOf(checkOf(bare), std::nullopt), QString("bad"));
}

void TestHealth::aHeldTpuIsBusyAndNoMore()
{
    const remote::Answer held = checkOf(heldBy({holderOf(5, 1, "lin", "x")}));
    QCOMPARE(verdictOf(held), QString("busy"));
    QCOMPARE(verdictOf(without(held, "metadata")), QString("busy"));
    QCOMPARE(verdictOf(held, 8), QString("bad"));
}

void TestHealth::whatIsUnknownIsNotGood()
{
    remote::Answer answer = checkOf(heldBy({}));
    answer.wasRoot = false;
    QCOMPARE(verdictOf(answer), QString("unknown"));
    QCOMPARE(verdictOf({}), QString("unknown"));
    answer = checkOf(heldBy({}));
    answer.records.push_back({"step", {"lock-file", "unknown", "stat is missing there"}});
    QCOMPARE(verdictOf(answer), QString("unknown"));
    answer = without(checkOf(heldBy({})), "metadata");
    QCOMPARE(verdictOf(answer), QString("unknown"));
    answer.records.push_back({"step", {"metadata", "unknown", "curl is missing there"}});
    QCOMPARE(verdictOf(answer), QString("unknown"));
    const QStringList findings = readHealth(answer, expectedWorker()).findings;
    QCOMPARE(findings, QStringList{"Which worker it is was not checked: curl is missing there."});
}

void TestHealth::metadataMustSayTheSame_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("told");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("finding");
    QTest::newRow("worker") << QByteArray("agent-worker-number") << QByteArray("3") << "bad"
                            << "worker 3, not 2";
    QTest::newRow("node") << QByteArray("instance-id") << QByteArray("old") << "bad"
                          << "part of old, not of pod";
    QTest::newRow("type") << QByteArray("accelerator-type") << QByteArray("v4-8") << "bad"
                          << "a v4-8, not a v4-32";
    QTest::newRow("no worker") << QByteArray("agent-worker-number") << QByteArray() << "unknown"
                               << "did not say which worker";
    QTest::newRow("no node") << QByteArray("instance-id") << QByteArray() << "unknown"
                             << "did not say which node";
    QTest::newRow("no type") << QByteArray("accelerator-type") << QByteArray() << "unknown"
                             << "did not say which type";
}

void TestHealth::metadataMustSayTheSame()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, told);
    QFETCH(QString, verdict);
    QFETCH(QString, finding);
    remote::Answer answer = checkOf(heldBy({}));
    for (remote::Record &record : answer.records) {
        if (record.kind == "metadata" && record.at(0) == key) {
            record.fields[1] = told;
        }
    }
    const Health health = readHealth(answer, expectedWorker());
    QCOMPARE(verdictName(health.verdict), verdict);
    QCOMPARE(int(health.findings.size()), 1);
    QVERIFY2(health.findings[0].contains(finding), qPrintable(health.findings[0]));
    // What Podium does not know itself it cannot compare.
    Expected less = expectedWorker();
    less.nodeName.clear();
    less.acceleratorType.clear();
    QCOMPARE(
        verdictName(readHealth(answer, less).verdict),
        key == "agent-worker-number" ? verdict : QString("good"));
}

void TestHealth::libtpuIsAFactOnly()
{
    const remote::Answer answer = checkOf(heldBy({}));
    QCOMPARE(readHealth(answer, expectedWorker()).libtpu, QString("/usr/lib/libtpu.so"));
    const Health bare = readHealth(without(answer, "libtpu"), expectedWorker());
    QCOMPARE(verdictName(bare.verdict), QString("good"));
    QVERIFY(bare.libtpu.isEmpty());
    QVERIFY(bare.findings.join(' ').contains("No libtpu"));
}

void TestHealth::probesAreRead_data()
{
    QTest::addColumn<QByteArrayList>("fields");
    QTest::addColumn<Probe::Verdict>("verdict");
    QTest::addColumn<QString>("text");
    using V = Probe::Verdict;
    QTest::newRow("answers")
        << QByteArrayList{"jax", "python3", "0", "warn\nTPU-OK jax 0.4.35 tpu 0 4 4 16 2097152.0\n"}
        << V::Answers << "jax 0.4.35, with 4 devices here, 16 on all 4";
    QTest::newRow("strange version")
        << QByteArrayList{"jax", "python3", "0", "TPU-OK jax 0.4%1%2 tpu 0 4 4 16 2097152.0\n"}
        << V::Answers << "jax 0.4%1%2, with 4 devices here, 16 on all 4";
    QTest::newRow("cpu")
        << QByteArrayList{"jax", "python3", "0", "TPU-OK jax 0.4.35 cpu 0 1 1 1 2097152.0\n"}
        << V::Fails << "fell back to the cpu";
    QTest::newRow("cpu, and why")
        << QByteArrayList{"jax", "python3", "0",
                          "A Google TPU may be present on this machine, but either a TPU-enabled "
                          "jaxlib or libtpu is not installed. Falling back to cpu.\n"
                          "TPU-OK jax 0.4.35 cpu 0 1 1 1 2097152.0\n"}
        << V::Fails << "was not used. JAX is there without its TPU part.";
    QTest::newRow("torch_xla on a cpu")
        << QByteArrayList{"torch_xla", "p", "0", "TPU-OK torch_xla 2.6.0 cpu 0 4 4 16 2097152.0\n"}
        << V::Fails << "fell back to the cpu";
    QTest::newRow("tensorflow of one worker")
        << QByteArrayList{"tensorflow", "p", "0", "TPU-OK tensorflow 2.18.0 tpu 0 1 4 4 2097152.0\n"}
        << V::Fails << "alone, without the other 3";
    QTest::newRow("wrong result")
        << QByteArrayList{"jax", "python3", "0", "TPU-OK jax 0.4.35 tpu 0 4 4 16 2097151.0\n"}
        << V::Fails << "wrong";
    QTest::newRow("half a marker") << QByteArrayList{"jax", "p", "0", "TPU-OK jax 0.4.35 tpu 0 4\n"}
                                   << V::Fails << "TPU-OK jax";
    QTest::newRow("status 0 proves nothing")
        << QByteArrayList{"jax", "p", "0", "hello\n"} << V::Fails << "hello";
    QTest::newRow("marker, then a failure")
        << QByteArrayList{"jax", "p", "1", "TPU-OK jax 0.4.35 tpu 0 4 4 16 2097152.0\n"} << V::Fails
        << "exit status 1";
    QTest::newRow("limit") << QByteArrayList{"jax", "p", "124", ""} << V::Fails << "in time";
    QTest::newRow("killed by the limit")
        << QByteArrayList{"jax", "p", "137", "", ""} << V::Fails << "nothing in time";
    QTest::newRow("killed by another")
        << QByteArrayList{"jax", "p", "137", "Couldn't open device\n", "early"} << V::Fails
        << "It was killed before its time was up, probably for want of memory.";
    QTest::newRow("failed early") << QByteArrayList{"jax", "p", "1", "why\n", "early"} << V::Fails
                                  << "exit status 1: why";
    QTest::newRow("crash") << QByteArrayList{"jax", "p", "139", ""} << V::Fails << "crashed";
    QTest::newRow("damaged") << QByteArrayList{"jax"} << V::Fails << "failed";
}

void TestHealth::probesAreRead()
{
    QFETCH(QByteArrayList, fields);
    QFETCH(Probe::Verdict, verdict);
    QFETCH(QString, text);
    const Probe probe = readProbe({{{"probe", fields}}, false, true}, expectedWorker());
    QCOMPARE(probe.verdict, verdict);
    QVERIFY2(probe.text.contains(text), qPrintable(probe.text));
    QVERIFY(readProbe({}, expectedWorker()).verdict == Probe::Verdict::Unknown);
    QVERIFY(
        readProbe({{{"step", {"probe", "unknown", "no python"}}}, false, true}, expectedWorker())
            .verdict == Probe::Verdict::Unknown);
}

/// A type with one chip on its only worker, and a node of two workers.
void TestHealth::oneIsNotMany()
{
    const auto textOf = [](const QByteArray &counts, const Expected &expected) {
        const QByteArray line = "TPU-OK jax 0.4.35 tpu 0 " + counts + " 2097152.0\n";
        return readProbe({{{"probe", {"jax", "python3", "0", line}}}, false, true}, expected).text;
    };
    Expected expected = expectedWorker();
    expected.workersOfNode = 2;
    QCOMPARE(
        textOf("1 4 4", expected),
        QString("It computed alone, without the other worker of the node."));
    expected.workersOfNode = 1;
    expected.devices = 1;
    QCOMPARE(textOf("1 1 1", expected), QString("It answers jax 0.4.35, with 1 device here."));
    const auto findings = [](const remote::Answer &answer) {
        return readHealth(answer, expectedWorker(4)).findings.join('\n');
    };
    WorkerHolders one = heldBy({});
    one.devices.erase(one.devices.begin() + 1, one.devices.end());
    const QString text = findings(checkOf(one));
    QVERIFY2(text.contains("1 TPU device is there; this type has 4 on"), qPrintable(text));
    QVERIFY2(text.contains("4 chips are on the bus, but 1 device."), qPrintable(text));
    remote::Answer bare = without(checkOf(heldBy({})), "chip");
    bare.records.push_back({"chip", {"0000:00", "", "none"}});
    QVERIFY2(findings(bare).contains("1 chip has no driver."), qPrintable(findings(bare)));
    QVERIFY2(findings(bare).contains("1 chip is on the bus, but 4 devices."), "");
}

void TestHealth::theWholeSliceMustTakePart_data()
{
    QTest::addColumn<QByteArray>("counts"); // processes, devices here, devices in all
    QTest::addColumn<Probe::Verdict>("verdict");
    QTest::addColumn<QString>("text");
    using V = Probe::Verdict;
    QTest::newRow("all") << QByteArray("4 4 16") << V::Answers << "answers";
    QTest::newRow("alone") << QByteArray("1 4 4") << V::Fails << "alone, without the other 3";
    QTest::newRow("some") << QByteArray("2 4 8") << V::Fails << "on 2 workers; the node has 4";
    QTest::newRow("too many") << QByteArray("8 4 32") << V::Fails << "on 8 workers";
    QTest::newRow("a chip less") << QByteArray("4 3 12") << V::Fails << "sees 3 devices here";
    QTest::newRow("one") << QByteArray("4 1 4") << V::Fails
                         << "sees 1 device here; this type has 4";
    QTest::newRow("less elsewhere") << QByteArray("4 4 15") << V::Fails << "15 devices in all";
    QTest::newRow("not told") << QByteArray("- - -") << V::Unknown << "not known";
    QTest::newRow("none") << QByteArray("4 0 0") << V::Unknown << "not known";
    QTest::newRow("less than none") << QByteArray("4 4 -1") << V::Unknown << "not known";
}

void TestHealth::theWholeSliceMustTakePart()
{
    QFETCH(QByteArray, counts);
    QFETCH(Probe::Verdict, verdict);
    QFETCH(QString, text);
    const QByteArray line = "TPU-OK jax 0.4.35 tpu 0 " + counts + " 2097152.0\n";
    const remote::Answer answer{{{"probe", {"jax", "python3", "0", line}}}, false, true};
    const Probe probe = readProbe(answer, expectedWorker());
    QCOMPARE(probe.verdict, verdict);
    QVERIFY2(probe.text.contains(text), qPrintable(probe.text));
    QVERIFY(readProbe(answer, {}).verdict == Probe::Verdict::Unknown); // of how many, nobody knows
}

/// Of a type whose devices are not known, a worker may say any number.
void TestHealth::noNumberOfDevicesIsTooLarge()
{
    Expected expected = expectedWorker();
    expected.devices.reset();
    const QByteArray line = "TPU-OK jax 0.4.35 tpu 0 4 1073741825 4 2097152.0\n";
    const Probe probe =
        readProbe({{{"probe", {"jax", "python3", "0", line}}}, false, true}, expected);
    QCOMPARE(probe.verdict, Probe::Verdict::Fails);
    QVERIFY2(probe.text.endsWith("each have 4294967300."), qPrintable(probe.text));
}

void TestHealth::failuresHaveAMeaning_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QString>("meaning");
    const auto add = [](const char *name, const QByteArray &output, const char *meaning) {
        QTest::newRow(name) << output << QString::fromLatin1(meaning);
    };
    add("in use",
        "jax.errors.JaxRuntimeError: ABORTED: The TPU is already in use by process with pid 12. "
        "Not "
        "attempting to load libtpu.so in this process.",
        "Another process holds the TPU");
    add("alive",
        "Internal error when accessing libtpu multi-process lockfile. Run \"$ sudo rm "
        "/tmp/libtpu_lockfile\".",
        "would not help");
    add("stale",
        "The TPU is already in use by another process probably owned by another user. Run \"$ sudo "
        "lsof -w /dev/accel0\" to figure out which process is using the TPU.",
        "Another user's lock file");
    add("in use, until 2022",
        "libtpu.so already in use by another process. Run \"$ sudo lsof -w /dev/accel0\"",
        "Another process holds the TPU");
    add("vfio is busy",
        "open(/dev/vfio/0): Device or resource busy: Couldn't open iommu group /dev/vfio/0",
        "not released yet");
    add("accel is refused", "PERMISSION_DENIED: open(/dev/accel0): Operation not permitted",
        "may not open it");
    add("accel cannot be opened", "Couldn't open device: /dev/accel0 (Operation not permitted)",
        "may not open it");
    add("no platform", "RuntimeError: UNAVAILABLE: No TPU Platform available", "Recreate");
    add("no hardware", "No hardware is found. Using default TPU version: TPU v4",
        "devices are gone");
    add("topology", "INTERNAL: Failed to get global TPU topology.", "v2-alpha-tpuv6e");
    add("no TPU VM",
        "Failed to get agent-worker-number with error: Failed to fetch URL (http status: 404)",
        "not a TPU VM");
    add("no libtpu",
        "A Google TPU may be present on this machine, but either a TPU-enabled jaxlib or libtpu is "
        "not installed. Falling back to cpu.",
        "pip install -U \"jax[tpu]\"");
    add("TensorFlow without its TPU part",
        "tensorflow.python.framework.errors_impl.NotFoundError: TPUs not found in the cluster. "
        "Failed in initialization: No OpKernel was registered to support Op "
        "'ConfigureDistributedTPU' used by {{node ConfigureDistributedTPU}}",
        "tensorflow-tpu");
    add("preloaded",
        "python3: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.29' not found (required by "
        "/usr/local/lib/libtcmalloc.so.4)",
        "/etc/environment");
    add("slice",
        "TPU backend initialization is taking more than 60.0 seconds. Did you run your code on all "
        "TPU hosts?",
        "Not all workers");
    add("another is dirty",
        "UNAVAILABLE: RPC: /tensorflow.CoordinationService/PollForError: Connection reset by peer",
        "other workers' errors");
    add("firewall",
        "DEADLINE_EXCEEDED: Deadline Exceeded, RPC: /tensorflow.CoordinationService/RegisterTask",
        "the firewall");
    add("other", "ModuleNotFoundError", "");
    const QByteArray ignored =
        "ERROR: ld.so: object '/usr/local/lib/libtcmalloc.so.4' from LD_PRELOAD cannot be "
        "preloaded (cannot open shared object file): ignored.\n";
    add("other, where a preload is ignored", ignored + "ModuleNotFoundError", "");
    add("in use, where a preload is ignored", ignored + "libtpu.so already in use by another",
        "Another process holds the TPU");
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
