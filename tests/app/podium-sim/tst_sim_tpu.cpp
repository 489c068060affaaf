// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"
#include "tests/fakes/patience.h"

#include <QJsonArray>
#include <QtTest>

using namespace podium::tests;

/// What a worker shows of its TPU.
class TestSimTpu final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void workerLooksLikeATpuVm();
    void workerIsToldWhoItIs();
    void aHolderIsOneProcess();
    void jaxClaimsTheTpu();
    void jaxWaitsForAllOfItsSlice();

private:
    ProgramResult run(const QString &command, const char *node = "one", int worker = 0) const
    {
        return runOnWorker(
            m_cloud, workerAddress(m_cloud, nodePath("lab", "us-central2-b", node), worker),
            command);
    }
    SimCloud m_cloud;
};

void TestSimTpu::initTestCase()
{
    QJsonObject scenario = labScenario({QStringLiteral("one"), QStringLiteral("pair")});
    QJsonArray projects = scenario[QLatin1String("projects")].toArray();
    QJsonObject project = projects[0].toObject();
    QJsonArray nodes = project[QLatin1String("nodes")].toArray();
    QJsonObject pair = nodes[1].toObject();
    pair[QLatin1String("acceleratorType")] = QStringLiteral("v4-16");
    nodes[1] = pair;
    project[QLatin1String("nodes")] = nodes;
    projects[0] = project;
    scenario[QLatin1String("projects")] = projects;
    QVERIFY2(m_cloud.startWith(scenario), qPrintable(m_cloud.error()));
    if (m_cloud.workers() == QLatin1String("none"))
        QSKIP(qPrintable(m_cloud.error()));
}

void TestSimTpu::workerLooksLikeATpuVm()
{
    const ProgramResult files = run(QStringLiteral(
        "test -f /dev/accel3 && test -x /etc/podium-sim/tpu-holder && echo $TPU_WORKER_ID"));
    QCOMPARE(files.out, QStringLiteral("0\n"));
    QCOMPARE(
        run(QStringLiteral("exec 9</dev/accel0; readlink /proc/$$/fd/9")).out,
        QStringLiteral("/dev/accel0\n"));
}

void TestSimTpu::workerIsToldWhoItIs()
{
    if (run(QStringLiteral("command -v curl")).exitCode != 0)
        QSKIP("curl is not installed here");
    const QString ask = QStringLiteral(
        "ask() { curl -s -w ' %{http_code}\\n' \"$2\" "
        "\"http://$GCE_METADATA_HOST/computeMetadata/v1/instance/attributes/$1\"; }; ");
    const QString told =
        run(ask + QStringLiteral("for key in agent-worker-number instance-id "
                                 "accelerator-type; do ask $key -HMetadata-Flavor:Google; "
                                 "done"))
            .out;
    QVERIFY2(told.startsWith(QStringLiteral("0 200\none 200\nv4-")), qPrintable(told));
    QVERIFY(run(ask + QStringLiteral("ask worker-network-endpoints -HMetadata-Flavor:Google"))
                .out.startsWith(QStringLiteral("unknown:unknown:")));
    QVERIFY(run(ask + QStringLiteral("ask no-such -HMetadata-Flavor:Google"))
                .out.endsWith(QStringLiteral(" 404\n")));
    // As the real one, it wants to know that no page of the web asks.
    QVERIFY(run(ask + QStringLiteral("ask instance-id -s")).out.endsWith(QStringLiteral(" 403\n")));
    QVERIFY(run(ask + QStringLiteral("ask instance-id -HOrigin:http://example.org"))
                .out.endsWith(QStringLiteral(" 403\n")));
    QCOMPARE(
        run(QStringLiteral(
                "cd /sys/bus/pci/devices && cat */vendor | sort | uniq -c | tr -d ' ' && "
                "readlink -f */driver | sort -u"))
            .out,
        QStringLiteral("50x1ae0\n/sys/bus/pci/drivers/gvnic\n/sys/bus/pci/drivers/tpu\n"));
}

/// A child would have the chips, too, from when it is made until it begins: who looks just then
/// sees two.
void TestSimTpu::aHolderIsOneProcess()
{
    const QString holder =
        run(QStringLiteral(
                "setsid sh /etc/podium-sim/tpu-holder >/dev/null 2>&1 </dev/null & echo $!"))
            .out.trimmed();
    QTRY_COMPARE(
        run(QStringLiteral("find /proc/%1/fd -lname /dev/accel0 -printf x").arg(holder)).out,
        QStringLiteral("x"));
    // Its python3 may still be the shell that starts it: from before the chips were opened.
    const ProgramResult children =
        run(QStringLiteral("for c in $(cat /proc/%1/task/%1/children); do "
                           "while [ \"$(cat /proc/$c/comm)\" = sh ]; do sleep 0.05; done; "
                           "cat /proc/$c/comm; done; kill %1")
                .arg(holder));
    QCOMPARE(children.exitCode, 0);
    QCOMPARE(QString(children.out).remove(QStringLiteral("python3\n")), QString());
}

void TestSimTpu::jaxClaimsTheTpu()
{
    if (run(QStringLiteral("command -v python3")).exitCode != 0)
        QSKIP("python3 is not installed here");
    const ProgramResult devices = run(
        QStringLiteral("python3 -c 'import jax; print(jax.devices(), jax.local_device_count())'"));
    QVERIFY2(
        devices.out.contains(QStringLiteral("TpuDevice(id=3, process_index=0)] 4")),
        qPrintable(devices.out + devices.err));
    const ProgramResult busy = run(
        QStringLiteral("python3 -c 'import jax, subprocess; jax.devices(); "
                       "subprocess.run([\"python3\", \"-c\", \"import jax; jax.devices()\"])'"));
    QVERIFY2(
        busy.err.contains(QStringLiteral("The TPU is already in use by process with pid")),
        qPrintable(busy.err));
}

/// Who comes first has the chips, and gets no further until the other one is there; but where a
/// worker is told to be by itself.
void TestSimTpu::jaxWaitsForAllOfItsSlice()
{
    if (run(QStringLiteral("command -v python3")).exitCode != 0)
        QSKIP("python3 is not installed here");
    const auto chips = [this](int worker) {
        return run(QStringLiteral(
                       "find /proc/[0-9]*/fd -lname /dev/accel0 -printf x 2>/dev/null | head -c 1"),
                   "pair", worker)
            .out;
    };
    const QString begin =
        QStringLiteral("echo 'import jax; print(jax.device_count())' >count.py; ");
    QCOMPARE(
        run(begin + QStringLiteral("TPU_PROCESS_BOUNDS=1,1,1 python3 count.py"), "pair", 1).out,
        QStringLiteral("4\n"));
    const QString behind =
        QStringLiteral("rm -f counted; setsid python3 count.py >counted 2>&1 </dev/null &");
    for (const int first : {0, 1}) {
        QCOMPARE(run(begin + behind, "pair", first).exitCode, 0);
        QTRY_COMPARE(chips(first), QStringLiteral("x"));
        QCOMPARE(run(QStringLiteral("cat counted"), "pair", first).out, QString());
        const ProgramResult second =
            run(begin + QStringLiteral("python3 count.py"), "pair", 1 - first);
        QVERIFY2(second.out == QStringLiteral("8\n"), qPrintable(second.out + second.err));
        QTRY_COMPARE(chips(first), QString());
        QCOMPARE(run(QStringLiteral("cat counted"), "pair", first).out, QStringLiteral("8\n"));
    }
}

QTEST_GUILESS_MAIN(TestSimTpu)
#include "tst_sim_tpu.moc"
