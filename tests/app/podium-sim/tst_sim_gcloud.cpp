// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium::tests;

/// The unchanged gcloud against the demo cloud, as its users call it.
class TestSimGcloud final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void listAgreesWithTheApi();
    void describeShowsANode();
    void createStandsAndDeleteTakesAway();
    void stopAndStart();
    void updateChangesLabels();
    void loggingReadsWhoDidIt();
    void attachDisk();
    void sshRunsOnAllWorkers();
    void scpThereAndBack();
    void projectsAndPlaces();
    void queuedResources();
    void disksComeAndGo();
    void listsOfOtherApisStayHere_data();
    void listsOfOtherApisStayHere();
    void refusalsComeThrough();

private:
    ProgramResult gcloud(const QString &command, const QStringList &more = {}) const;
    /// The options that make gcloud's ssh ("-p") or scp ("-P") use the workers' port.
    [[nodiscard]] QStringList port(const char *tool, const char *flag) const;

    SimCloud m_cloud;
    QTemporaryDir m_home;
    const QString m_pod = QStringLiteral("--zone=us-central2-b");
};

void TestSimGcloud::initTestCase()
{
    if (QStandardPaths::findExecutable(QStringLiteral("gcloud")).isEmpty())
        QSKIP("gcloud is not installed here: nothing of it was tried");
    QJsonObject scenario = labScenario({QStringLiteral("one")});
    QJsonArray projects = scenario[QLatin1String("projects")].toArray();
    QJsonObject project = projects[0].toObject();
    QJsonArray nodes = project[QLatin1String("nodes")].toArray();
    nodes.append(
        QJsonObject{{"zone", "us-central2-b"}, {"name", "pod"}, {"acceleratorType", "v4-16"}});
    nodes.append(
        QJsonObject{{"zone", "us-east5-a"}, {"name", "far"}, {"acceleratorType", "v6e-8"}});
    project[QLatin1String("nodes")] = nodes;
    scenario[QLatin1String("projects")] = QJsonArray{project};
    QVERIFY2(m_cloud.startWith(scenario), qPrintable(m_cloud.error()));
}

ProgramResult TestSimGcloud::gcloud(const QString &command, const QStringList &more) const
{
    QProcessEnvironment environment = m_cloud.environment();
    environment.insert(QStringLiteral("HOME"), m_home.path());
    return runProgram(
        QStringLiteral("gcloud"), command.split(QLatin1Char(' ')) + more, environment);
}

QStringList TestSimGcloud::port(const char *tool, const char *flag) const
{
    if (m_cloud.sshPort() == 22)
        return {};
    return {QStringLiteral("--%1-flag=%2 %3")
                .arg(QLatin1String(tool), QLatin1String(flag))
                .arg(m_cloud.sshPort())};
}

void TestSimGcloud::listAgreesWithTheApi()
{
    const ProgramResult listed =
        gcloud(QStringLiteral("compute tpus tpu-vm list --zone=- --format=json"));
    QCOMPARE(listed.exitCode, 0);
    const QJsonArray theirs = QJsonDocument::fromJson(listed.out.toUtf8()).array();
    const QJsonArray ours = m_cloud.get(QStringLiteral("/v2/projects/lab/locations/-/nodes"))
                                .json()[QLatin1String("nodes")]
                                .toArray();
    QCOMPARE(theirs.size(), 3);
    QCOMPARE(theirs, ours);
}

void TestSimGcloud::describeShowsANode()
{
    const ProgramResult shown = gcloud(
        QStringLiteral("compute tpus tpu-vm describe pod --format=value(state,acceleratorType)"),
        {m_pod});
    QCOMPARE(shown.out, QStringLiteral("READY\tv4-16\n"));
}

void TestSimGcloud::createStandsAndDeleteTakesAway()
{
    const ProgramResult made = gcloud(
        QStringLiteral("compute tpus tpu-vm create fresh --accelerator-type=v4-8 "
                       "--version=tpu-ubuntu2204-base"),
        {m_pod});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    const QString path = nodePath("lab", "us-central2-b", "fresh");
    QVERIFY(!workerAddress(m_cloud, path, 0).isEmpty());
    const ProgramResult gone =
        gcloud(QStringLiteral("compute tpus tpu-vm delete fresh --quiet"), {m_pod});
    QVERIFY2(gone.exitCode == 0, qPrintable(gone.err));
    QCOMPARE(m_cloud.get(path).status, 404);
}

void TestSimGcloud::stopAndStart()
{
    const QString path = nodePath("lab", "us-central2-b", "one");
    for (const auto &[verb, state] : {std::pair{"stop", "STOPPED"}, std::pair{"start", "READY"}}) {
        const ProgramResult done =
            gcloud(QStringLiteral("compute tpus tpu-vm %1 one").arg(QLatin1String(verb)), {m_pod});
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        QCOMPARE(m_cloud.get(path).json()[QLatin1String("state")].toString(), QLatin1String(state));
    }
}

void TestSimGcloud::updateChangesLabels()
{
    const ProgramResult done = gcloud(
        QStringLiteral("compute tpus tpu-vm update one --update-labels=team=speech"), {m_pod});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const QJsonObject labels = m_cloud.get(nodePath("lab", "us-central2-b", "one"))
                                   .json()[QLatin1String("labels")]
                                   .toObject();
    QCOMPARE(labels[QLatin1String("team")].toString(), QStringLiteral("speech"));
}

void TestSimGcloud::loggingReadsWhoDidIt()
{
    const ProgramResult told =
        gcloud(QStringLiteral("logging read protoPayload.resourceName:\"/nodes/one\" --limit=1 "
                              "--format=value(protoPayload.authenticationInfo.principalEmail)"));
    QVERIFY2(told.exitCode == 0, qPrintable(told.err));
    QCOMPARE(told.out, QStringLiteral("operator@example.com\n"));
}

void TestSimGcloud::attachDisk()
{
    const ProgramResult done = gcloud(
        QStringLiteral("alpha compute tpus tpu-vm attach-disk one --disk=data --mode=read-only"),
        {m_pod});
    if (done.err.contains(QStringLiteral("alpha")) && done.exitCode != 0)
        QSKIP("this gcloud has no alpha component");
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const QJsonArray disks = m_cloud.get(nodePath("lab", "us-central2-b", "one"))
                                 .json()[QLatin1String("dataDisks")]
                                 .toArray();
    QCOMPARE(disks.size(), 1);
    QCOMPARE(
        disks[0][QLatin1String("sourceDisk")].toString(),
        QStringLiteral("projects/lab/zones/us-central2-b/disks/data"));
    const ProgramResult gone =
        gcloud(QStringLiteral("alpha compute tpus tpu-vm detach-disk one --disk=data"), {m_pod});
    QVERIFY2(gone.exitCode == 0, qPrintable(gone.err));
    QVERIFY(!m_cloud.get(nodePath("lab", "us-central2-b", "one"))
                 .json()
                 .contains(QLatin1String("dataDisks")));
}

void TestSimGcloud::sshRunsOnAllWorkers()
{
    if (m_cloud.workers() == QLatin1String("none"))
        QSKIP(qPrintable(m_cloud.error()));
    // The first login pushes a key into the node's metadata, and the guest agent has to take it.
    const ProgramResult all = gcloud(
        QStringLiteral("compute tpus tpu-vm ssh pod --worker=all"),
        QStringList{m_pod, QStringLiteral("--command=hostname")} + port("ssh", "-p"));
    QVERIFY2(all.exitCode == 0, qPrintable(all.err));
    QStringList lines = all.out.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    lines = lines.filter(QRegularExpression(QStringLiteral("^t1v-n-[0-9a-f]{8}-w-[01]$")));
    QCOMPARE(QSet<QString>(lines.begin(), lines.end()).size(), 2);
    const ProgramResult one = gcloud(
        QStringLiteral("compute tpus tpu-vm ssh pod --worker=1"),
        QStringList{m_pod, QStringLiteral("--command=exit 3")} + port("ssh", "-p"));
    QCOMPARE(one.exitCode, 3);
}

void TestSimGcloud::scpThereAndBack()
{
    if (m_cloud.workers() == QLatin1String("none"))
        QSKIP(qPrintable(m_cloud.error()));
    const QString here = m_home.filePath(QStringLiteral("here"));
    const QString back = m_home.filePath(QStringLiteral("back"));
    QFile file(here);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("cargo") == 5);
    file.close();
    const ProgramResult there = gcloud(
        QStringLiteral("compute tpus tpu-vm scp %1 pod:there --worker=all").arg(here),
        QStringList{m_pod} + port("scp", "-P"));
    QVERIFY2(there.exitCode == 0, qPrintable(there.err));
    const ProgramResult home = gcloud(
        QStringLiteral("compute tpus tpu-vm scp pod:there %1 --worker=1").arg(back),
        QStringList{m_pod} + port("scp", "-P"));
    QVERIFY2(home.exitCode == 0, qPrintable(home.err));
    QFile copy(back);
    QVERIFY(copy.open(QIODevice::ReadOnly));
    QCOMPARE(copy.readAll(), QByteArray("cargo"));
}

void TestSimGcloud::projectsAndPlaces()
{
    QCOMPARE(
        gcloud(QStringLiteral("projects list --format=value(projectId)")).out,
        QStringLiteral("lab\n"));
    const ProgramResult types =
        gcloud(QStringLiteral("compute tpus accelerator-types list --format=value(type)"), {m_pod});
    QVERIFY(types.out.contains(QStringLiteral("v4-8")));
    const ProgramResult added =
        gcloud(QStringLiteral("compute project-info add-metadata --metadata=a=b"));
    QVERIFY2(added.exitCode == 0, qPrintable(added.err));
}

void TestSimGcloud::queuedResources()
{
    const QString queue = QStringLiteral("compute tpus queued-resources ");
    const ProgramResult made = gcloud(
        queue + QStringLiteral("create queued --node-id=waited --accelerator-type=v4-8 "
                               "--runtime-version=tpu-ubuntu2204-base --spot"),
        {m_pod});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    const ProgramResult listed =
        gcloud(queue + QStringLiteral("list --format=value(name.basename())"), {m_pod});
    QCOMPARE(listed.out, QStringLiteral("queued\n"));
    const QString node = nodePath("lab", "us-central2-b", "waited");
    QTRY_COMPARE(
        m_cloud.get(node).json()[QLatin1String("state")].toString(), QStringLiteral("READY"));
    const ProgramResult shown =
        gcloud(queue + QStringLiteral("describe queued --format=value(state.state)"), {m_pod});
    QCOMPARE(shown.out, QStringLiteral("ACTIVE\n"));
    m_cloud.post(simNode("lab", "us-central2-b", "waited") + QStringLiteral(":preempt"));
    QTRY_COMPARE(m_cloud.get(node).status, 404);
    const ProgramResult again = gcloud(queue + QStringLiteral("reset queued --quiet"), {m_pod});
    QVERIFY2(again.exitCode == 0, qPrintable(again.err));
    QTRY_COMPARE(
        m_cloud.get(node).json()[QLatin1String("state")].toString(), QStringLiteral("READY"));
    const ProgramResult gone =
        gcloud(queue + QStringLiteral("delete queued --force --quiet"), {m_pod});
    QVERIFY2(gone.exitCode == 0, qPrintable(gone.err));
    QCOMPARE(m_cloud.get(node).status, 404);
}

void TestSimGcloud::disksComeAndGo()
{
    const QString disks = QStringLiteral("compute disks ");
    const ProgramResult made = gcloud(disks + QStringLiteral("create data --size=200GB"), {m_pod});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    const ProgramResult shown =
        gcloud(disks + QStringLiteral("describe data --format=value(sizeGb,status)"), {m_pod});
    QCOMPARE(shown.out, QStringLiteral("200\tREADY\n"));
    const ProgramResult gone = gcloud(disks + QStringLiteral("delete data --quiet"), {m_pod});
    QVERIFY2(gone.exitCode == 0, qPrintable(gone.err));
    QCOMPARE(gcloud(disks + QStringLiteral("list --format=value(name)")).out, QString());
}

void TestSimGcloud::listsOfOtherApisStayHere_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("piece");
    QTest::addColumn<QString>("path");
    QTest::newRow("firewall rules") << "compute firewall-rules list --format=value(name)"
                                    << "default-allow-ssh"
                                    << "/global/firewalls?";
    QTest::newRow("networks") << "compute networks list --format=value(name)"
                              << "default"
                              << "/global/networks?";
    QTest::newRow("services") << "services list --format=value(config.name)"
                              << "tpu.googleapis.com"
                              << "/v1/projects/lab/services?";
    QTest::newRow("storage") << "storage buckets list" << QString() << "/storage/v1/b?";
    QTest::newRow("billing") << "billing projects describe lab"
                             << "billingEnabled: true"
                             << "/v1/projects/lab/billingInfo?";
}

void TestSimGcloud::listsOfOtherApisStayHere()
{
    QFETCH(QString, command);
    QFETCH(QString, piece);
    QFETCH(QString, path);
    m_cloud.call("DELETE", QStringLiteral("/sim/log"), {});
    const ProgramResult listed = gcloud(command);
    QVERIFY2(listed.exitCode == 0, qPrintable(listed.err));
    QVERIFY2(listed.out.contains(piece), qPrintable(listed.out));
    QVERIFY(m_cloud.get(QStringLiteral("/sim/log")).body.contains(path.toUtf8()));
}

void TestSimGcloud::refusalsComeThrough()
{
    m_cloud.post(QStringLiteral("/sim/zones/us-central2-b:stockout"));
    const ProgramResult none = gcloud(
        QStringLiteral("compute tpus tpu-vm create none --accelerator-type=v4-8 "
                       "--version=tpu-ubuntu2204-base"),
        {m_pod});
    QVERIFY(none.exitCode != 0);
    QVERIFY2(
        none.err.contains(QStringLiteral("no more capacity in the zone")), qPrintable(none.err));
    const ProgramResult missing =
        gcloud(QStringLiteral("compute tpus tpu-vm describe nobody"), {m_pod});
    QVERIFY(missing.exitCode != 0);
    QVERIFY2(missing.err.contains(QStringLiteral("NOT_FOUND")), qPrintable(missing.err));
}

QTEST_GUILESS_MAIN(TestSimGcloud)
#include "tst_sim_gcloud.moc"
