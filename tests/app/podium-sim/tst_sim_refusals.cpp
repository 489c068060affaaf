// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"
#include "tests/fakes/patience.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTcpSocket>
#include <QTemporaryFile>
#include <QUrl>
#include <QtTest>

using namespace podium::tests;

/// What is not taken: scenarios that cannot be, calls of other people's pages, endless bodies; and
/// what is, though it is unusual.
class TestSimRefusals final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void scenarioThatCannotBeIsOneSentence_data();
    void scenarioThatCannotBeIsOneSentence();
    void addedNodesAreCheckedToo();
    void bodiesMayBeLeftOutAndLong_data();
    void bodiesMayBeLeftOutAndLong();
    void controlIsForThisMachinesPrograms_data();
    void controlIsForThisMachinesPrograms();

private:
    [[nodiscard]] int statusOf(const QByteArray &call) const;

    SimCloud m_cloud;
};

void TestSimRefusals::initTestCase()
{
    QVERIFY2(m_cloud.startWith(labScenario({QStringLiteral("one")})), qPrintable(m_cloud.error()));
}

void TestSimRefusals::scenarioThatCannotBeIsOneSentence_data()
{
    QTest::addColumn<QByteArray>("scenario");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char *name, const QByteArray &scenario, const QByteArray &sentence) {
        QTest::newRow(name) << scenario << sentence;
    };
    const auto node =
        [row](const char *name, const QByteArray &fields, const QByteArray &sentence) {
            const QByteArray good = R"({"zone":"us-central2-b","name":"good"},)";
            row(name,
                R"({"projects":[{"id":"lab","nodes":[)" + good +
                    R"({"zone":"us-central2-b","name":"bad",)" + fields + "}]}]}",
                sentence);
        };
    const char *workers =
        "projects[0].nodes[1].workers must be a whole number from 1 to 4096, not ";
    node("fewer than none", R"("workers":-3)", workers + QByteArray("-3"));
    node("none", R"("workers":0)", workers + QByteArray("0"));
    node("too many", R"("workers":40000000)", workers + QByteArray("40000000"));
    node("half a worker", R"("workers":1.5)", workers + QByteArray("1.5"));
    node("a word for a number", R"("workers":"8")", workers + QByteArray("\"8\""));
    node("flag", R"("spot":"no")", "projects[0].nodes[1].spot must be true or false, not \"no\"");
    node("label", R"("labels":{"a":1})", "projects[0].nodes[1].labels.a must be a text, not 1");
    node("tag", R"("tags":["a",null])", "projects[0].nodes[1].tags[1] must be a text, not null");
    node(
        "device", R"("device":"gpu")",
        "projects[0].nodes[1].device must be \"accel\" or \"vfio\", not \"gpu\"");
    node(
        "misspelt", R"("worker":3)",
        "projects[0].nodes[1].worker is not something that a scenario has");
    node(
        "two of a name", R"("name":"good")",
        "projects[0].nodes[1] must have another name than projects[0].nodes[0]");
    row("no name", R"({"projects":[{"id":"lab","nodes":[{"zone":"z"}]}]})",
        "projects[0].nodes[0].name is missing");
    row("no id", R"({"projects":[{}]})", "projects[0].id is missing");
    row("nodes", R"({"projects":[{"id":"lab","nodes":{}}]})", "projects[0].nodes must be a list");
    row("quota without chips", R"({"projects":[{"id":"lab","quotas":[{"zone":"z"}]}]})",
        "projects[0].quotas[0].chips is missing");
    row("bucket without a place", R"({"buckets":[{"name":"b"}],"projects":[]})",
        "buckets[0].location is missing");
    row("bucket of no kind",
        R"({"buckets":[{"name":"b","location":"US","locationType":"zone"}],"projects":[]})",
        "buckets[0].locationType must be \"region\" or \"dual-region\" or \"multi-region\", "
        "not \"zone\"");
    row("two buckets of a name",
        R"({"buckets":[{"name":"b","location":"US","locationType":"multi-region"},)"
        R"({"name":"b","location":"EU","locationType":"multi-region"}],"projects":[]})",
        "buckets[1] must have another name than buckets[0]");
    row("no projects", "{}", "projects is missing");
    row("a list", "[]", "the whole must be an object");
    row("login", R"({"user":"../x","projects":[]})",
        "user must be a login of small letters, digits, _ and - (and not root), not \"../x\"");
    row("endless operations", R"({"operationMs":1e40,"projects":[]})",
        "operationMs must be a whole number from 0 to 86400000, not 1e+40");
}

void TestSimRefusals::scenarioThatCannotBeIsOneSentence()
{
    QFETCH(QByteArray, scenario);
    QFETCH(QByteArray, sentence);
    QTemporaryFile file;
    QVERIFY(file.open() && file.write(scenario) == scenario.size());
    file.close();
    const ProgramResult refused = runProgram(
        QStringLiteral(PODIUM_BIN_DIR "/podium-sim"),
        {QStringLiteral("serve"), QStringLiteral("--scenario"), file.fileName()},
        QProcessEnvironment::systemEnvironment());
    QCOMPARE(
        refused.err, QStringLiteral("podium-sim: the scenario %1: %2\n")
                         .arg(file.fileName(), QString::fromUtf8(sentence)));
    QCOMPARE(refused.exitCode, 2);
    QCOMPARE(refused.out, QString());
}

void TestSimRefusals::addedNodesAreCheckedToo()
{
    const QString add = QStringLiteral("/sim/projects/%1/nodes");
    QJsonObject node{
        {QStringLiteral("zone"), QStringLiteral("us-central2-b")},
        {QStringLiteral("name"), QStringLiteral("new")},
        {QStringLiteral("workers"), -1}};
    const SimCloud::Reply refused = m_cloud.post(add.arg(QLatin1String("lab")), node);
    QCOMPARE(refused.status, 400);
    QVERIFY2(refused.body.contains("workers must be a whole number"), refused.body.constData());
    node[QLatin1String("workers")] = 1;
    QCOMPARE(m_cloud.post(add.arg(QLatin1String("nobodys")), node).status, 404);
    QCOMPARE(m_cloud.post(add.arg(QLatin1String("lab")), node).status, 200);
    QCOMPARE(m_cloud.post(add.arg(QLatin1String("lab")), node).status, 409);
}

/// The status of the answer to a call that is sent as it is, while the connection stays open.
int TestSimRefusals::statusOf(const QByteArray &call) const
{
    const QUrl url(m_cloud.url());
    QTcpSocket socket;
    socket.connectToHost(url.host(), static_cast<quint16>(url.port()));
    if (!socket.waitForConnected(podium::Patience))
        return 0;
    socket.write(call);
    QByteArray answer;
    while (!answer.contains('\n') && socket.waitForReadyRead(podium::Patience))
        answer += socket.readAll();
    return answer.split(' ').value(1).toInt();
}

void TestSimRefusals::bodiesMayBeLeftOutAndLong_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("status");
    const QByteArray json = "application/json";
    const QByteArray form = "application/x-www-form-urlencoded"; // what curl -d says
    QTest::newRow("none announced") << json << -1 << 200;
    QTest::newRow("none") << json << 0 << 200;
    QTest::newRow("8 KiB") << json << 8193 << 200;
    QTest::newRow("8 KiB, as curl sends it") << form << 8193 << 200;
    QTest::newRow("1 MiB") << json << (1 << 20) << 200;
    QTest::newRow("1 MiB, as curl sends it") << form << (1 << 20) << 200;
    QTest::newRow("more") << json << (1 << 20) + 1 << 413;
}

void TestSimRefusals::bodiesMayBeLeftOutAndLong()
{
    QFETCH(QByteArray, type);
    QFETCH(int, size);
    QFETCH(int, status);
    QByteArray call =
        "POST /sim/nodes/lab/us-central2-b/one:setState HTTP/1.1\r\nHost: localhost\r\n";
    if (size >= 0)
        call +=
            "Content-Type: " + type + "\r\nContent-Length: " + QByteArray::number(size) + "\r\n";
    call += "\r\n";
    const QByteArray frame = R"({"health":"HEALTHY","comment":""})";
    if (size > 0)
        call += frame.chopped(2) + QByteArray(size - frame.size(), 'x') + frame.right(2);
    QCOMPARE(statusOf(call), status);
}

void TestSimRefusals::controlIsForThisMachinesPrograms_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const char *host, const char *origin, int status) {
        QTest::newRow(name) << QByteArray(host) << QByteArray(origin) << status;
    };
    row("a program", "127.0.0.1:PORT", "", 200);
    row("a program, by name", "localhost:PORT", "", 200);
    row("a program, without the port", "localhost", "", 200);
    row("a page from here", "127.0.0.1:PORT", "http://localhost:PORT", 200);
    row("a foreign page", "127.0.0.1:PORT", "https://evil.example", 403);
    row("a page of another server here", "127.0.0.1:PORT", "http://127.0.0.1:1", 403);
    row("a page that hides where it is from", "127.0.0.1:PORT", "null", 403);
    row("a foreign name that leads here", "evil.example:PORT", "", 403);
    row("a name that begins alike", "localhost.evil.example", "", 403);
    row("another port", "127.0.0.1:1", "", 403);
}

void TestSimRefusals::controlIsForThisMachinesPrograms()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, origin);
    QFETCH(int, status);
    const QByteArray port = QByteArray::number(QUrl(m_cloud.url()).port());
    QByteArray call = "POST /sim/zones/us-east5-a:restore HTTP/1.1\r\nHost: " + host + "\r\n";
    if (!origin.isEmpty())
        call += "Origin: " + origin + "\r\n";
    call += "Content-Type: text/plain\r\nContent-Length: 0\r\n\r\n";
    QCOMPARE(statusOf(call.replace("PORT", port)), status);
}

QTEST_GUILESS_MAIN(TestSimRefusals)
#include "tst_sim_refusals.moc"
