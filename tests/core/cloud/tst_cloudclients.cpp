// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/base/log.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/cloud/rsakey.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <spdlog/spdlog.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::cloud;
using namespace podium::tests;
using namespace std::chrono_literals;

/// The clients against podium-sim, with its faults on.
class TestCloudClients final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void projectsAreListed();
    void projectsFallBackToTheOlderApi();
    void projectsThatMayNotBeListed();
    void nodesComeOverAllPages();
    void unreachableZoneIsSaid();
    void faults_data();
    void faults();
    void disabledApiSaysWhereToEnableIt();
    void hostKeysOfEachWorker();
    void hostKeysSwitchedOff();
    void loginsAgainstTheTokenEndpoint();
    void nothingSecretIsWrittenAnywhere();

private:
    [[nodiscard]] Result<NodeList> listNodes(CloudFixture &cloud, const QString &project);
    void addFault(const QJsonObject &fault);

    SimCloud m_sim;
    RsaKey m_key = makeRsaKey();
};

namespace {

QJsonObject node(const QString &zone, const QString &name, int workers = 1)
{
    return {{"zone", zone}, {"name", name}, {"workers", workers}, {"acceleratorType", "v2-8"}};
}

template <typename T>
QString problem(const Result<T> &result)
{
    return result ? QStringLiteral("no error") : result.error().text();
}

} // namespace

void TestCloudClients::initTestCase()
{
    QJsonArray nodes;
    for (int i = 0; i < 7; ++i) {
        nodes.append(node("us-central1-b", QStringLiteral("n%1").arg(i)));
    }
    nodes.append(node("us-east1-d", "pod", 4));
    QJsonObject closed = node("us-east1-d", "closed");
    closed["guestAttributes"] = false;
    const QJsonObject scenario{
        {"maxPageSize", 3},
        {"serviceAccounts", QJsonArray{QJsonObject{
                                {"email", "robot@lab-one.iam.gserviceaccount.com"},
                                {"publicKey", QString::fromLatin1(m_key.publicKey)}}}},
        {"projects", QJsonArray{
                         QJsonObject{{"id", "lab-one"}, {"name", "Lab One"}, {"nodes", nodes}},
                         QJsonObject{{"id", "lab-two"}, {"nodes", QJsonArray{closed}}},
                         QJsonObject{{"id", "lab-empty"}},
                         QJsonObject{{"id", "lab-gone"}, {"lifecycle", "DELETE_REQUESTED"}}}}};
    QVERIFY2(m_sim.startWith(scenario), qPrintable(m_sim.error()));
}

void TestCloudClients::cleanup()
{
    m_sim.call("DELETE", "/sim/faults", {});
    m_sim.post("/sim/zones/us-east1-d:restore");
    m_sim.post("/sim/projects/lab-one:setApi", {{"tpuApi", "enabled"}});
}

Result<NodeList> TestCloudClients::listNodes(CloudFixture &cloud, const QString &project)
{
    Answer<Result<NodeList>> answer;
    cloud.tpu.listNodes(*ProjectId::parse(project), answer.callback());
    return answer.wait(Patience).value_or(failure({}));
}

void TestCloudClients::addFault(const QJsonObject &fault)
{
    QCOMPARE(m_sim.post("/sim/faults", fault).status, 200);
}

void TestCloudClients::projectsAreListed()
{
    CloudFixture cloud(m_sim.environment());
    Answer<Result<ProjectList>> answer;
    cloud.projects.list(answer.callback());
    const auto projects = answer.wait(Patience);
    QVERIFY(projects);
    QVERIFY2(*projects, qPrintable(problem(*projects)));
    QCOMPARE(int((*projects)->projects.size()), 3);
    QCOMPARE((*projects)->projects.at(1).id.text(), QStringLiteral("lab-one"));
    QCOMPARE((*projects)->projects.at(1).name, QStringLiteral("Lab One"));
    QVERIFY((*projects)->projects.at(1).number.toLongLong() > 0);
}

void TestCloudClients::projectsFallBackToTheOlderApi()
{
    addFault({{"path", "^/v3/projects:search"}, {"status", 403}});
    CloudFixture cloud(m_sim.environment());
    Answer<Result<ProjectList>> answer;
    cloud.projects.list(answer.callback());
    const auto projects = answer.wait(Patience);
    QVERIFY(projects);
    QVERIFY2(*projects, qPrintable(problem(*projects)));
    QCOMPARE(int((*projects)->projects.size()), 3);
    QCOMPARE((*projects)->projects.at(1).name, QStringLiteral("Lab One"));
}

void TestCloudClients::projectsThatMayNotBeListed()
{
    addFault({{"path", "^/v[13]/projects"}, {"status", 403}});
    CloudFixture cloud(m_sim.environment());
    Answer<Result<ProjectList>> answer;
    cloud.projects.list(answer.callback());
    const auto projects = answer.wait(Patience);
    QVERIFY(projects && !*projects);
    QVERIFY(projects->error().kind == ErrorKind::PermissionDenied);
    QCOMPARE(projects->error().summary, QStringLiteral("Cannot list the projects."));
}

void TestCloudClients::nodesComeOverAllPages()
{
    m_sim.call("DELETE", "/sim/log", {});
    CloudFixture cloud(m_sim.environment());
    const auto list = listNodes(cloud, "lab-one");
    QVERIFY2(list, qPrintable(problem(list)));
    QCOMPARE(int(list->nodes.size()), 8);
    QVERIFY(list->unreachable.isEmpty());
    QVERIFY(list->nextPageToken.isEmpty());
    const auto pod = std::find_if(list->nodes.begin(), list->nodes.end(), [](const Node &n) {
        return n.ref.name.text() == "pod";
    });
    QVERIFY(pod != list->nodes.end());
    QCOMPARE(int(pod->workers.size()), 4);
    QCOMPARE(pod->ref.text(), QStringLiteral("lab-one/us-east1-d/pod"));
    QVERIFY(pod->state == NodeState::Ready);
    QVERIFY(!pod->id.isEmpty() && pod->createTime.isValid());
    QVERIFY(!pod->workers[3].externalIp.isEmpty());

    const auto empty = listNodes(cloud, "lab-empty");
    QVERIFY(empty && empty->nodes.empty());
}

void TestCloudClients::unreachableZoneIsSaid()
{
    m_sim.post("/sim/zones/us-east1-d:unreachable");
    CloudFixture cloud(m_sim.environment());
    const auto list = listNodes(cloud, "lab-one");
    QVERIFY2(list, qPrintable(problem(list)));
    QCOMPARE(int(list->nodes.size()), 7);
    QCOMPARE(list->unreachable, QStringList{"us-east1-d"});
}

void TestCloudClients::faults_data()
{
    QTest::addColumn<QJsonObject>("fault");
    QTest::addColumn<QString>("kind"); // empty: it works in spite of it
    QTest::newRow("401 once") << QJsonObject{{"status", 401}, {"count", 1}} << "";
    QTest::newRow("401") << QJsonObject{{"status", 401}} << "credentials";
    QTest::newRow("403") << QJsonObject{{"status", 403}} << "permission-denied";
    QTest::newRow("404") << QJsonObject{{"status", 404}} << "not-found";
    QTest::newRow("409") << QJsonObject{{"status", 409}} << "already-exists";
    QTest::newRow("429 once") << QJsonObject{{"status", 429}, {"count", 1}} << "";
    QTest::newRow("429") << QJsonObject{{"status", 429}} << "quota-exceeded";
    QTest::newRow("500 twice") << QJsonObject{{"status", 500}, {"count", 2}} << "";
    QTest::newRow("500") << QJsonObject{{"status", 500}} << "unavailable";
    QTest::newRow("503 three times") << QJsonObject{{"status", 503}, {"count", 3}} << "";
    QTest::newRow("503") << QJsonObject{{"status", 503}} << "unavailable";
    QTest::newRow("slow") << QJsonObject{{"delayMs", NeverMs}, {"count", 1}} << "timeout";
    QTest::newRow("cut once") << QJsonObject{{"cutAt", 100}, {"count", 1}} << "";
    QTest::newRow("cut") << QJsonObject{{"cutAt", 100}} << "protocol";
    QTest::newRow("cut at once") << QJsonObject{{"cutAt", 0}} << "protocol";
    QTest::newRow("not JSON") << QJsonObject{{"body", "<html>hello</html>"}} << "protocol";
    QTest::newRow("half JSON") << QJsonObject{{"body", "{\"nodes\": [}"}} << "protocol";
    QTest::newRow("other JSON") << QJsonObject{{"body", "[1, 2]"}} << "protocol";
}

void TestCloudClients::faults()
{
    QFETCH(QJsonObject, fault);
    QFETCH(QString, kind);
    fault["path"] = "/locations/-/nodes";
    addFault(fault);
    CloudFixture cloud(m_sim.environment(), fault.contains("delayMs") ? ShortLimits : LongLimits);
    const auto list = listNodes(cloud, "lab-one");
    if (kind.isEmpty()) {
        QVERIFY2(list, qPrintable(problem(list)));
        QCOMPARE(int(list->nodes.size()), 8);
        return;
    }
    QVERIFY(!list);
    QCOMPARE(errorKindName(list.error().kind), kind);
    QCOMPARE(list.error().subject, QStringLiteral("lab-one"));
    QVERIFY(list.error().summary.contains("lab-one"));
    QVERIFY(list.error().text().endsWith('.') || list.error().text().endsWith(')'));
    // And the next question is answered as ever.
    m_sim.call("DELETE", "/sim/faults", {});
    QVERIFY(listNodes(cloud, "lab-one"));
}

void TestCloudClients::disabledApiSaysWhereToEnableIt()
{
    m_sim.post("/sim/projects/lab-one:setApi", {{"tpuApi", "disabled"}});
    CloudFixture cloud(m_sim.environment());
    const auto list = listNodes(cloud, "lab-one");
    QVERIFY(!list);
    QVERIFY(list.error().kind == ErrorKind::ApiDisabled);
    QVERIFY2(
        list.error().hint.contains("https://console.developers.google.com/apis/api/"
                                   "tpu.googleapis.com/overview?project="),
        qPrintable(list.error().hint));
}

void TestCloudClients::hostKeysOfEachWorker()
{
    CloudFixture cloud(m_sim.environment());
    Answer<Result<std::vector<cloud::WorkerAttributes>>> answer;
    cloud.tpu.guestAttributes(
        WorkerRef::parse("lab-one/us-east1-d/pod:0")->node, answer.callback());
    const auto keys = answer.wait(Patience);
    QVERIFY(keys);
    QVERIFY2(*keys, qPrintable(problem(*keys)));
    QCOMPARE(int((*keys)->size()), 4);
    for (const cloud::WorkerAttributes &worker : **keys) {
        QCOMPARE(worker.hostKeys.size(), 1);
        QVERIFY(worker.hostKeys.first().startsWith("ssh-ed25519 AAAA"));
        QVERIFY2(worker.instanceName.startsWith("t1v-n-"), qPrintable(worker.instanceName));
    }
    QVERIFY((*keys)->at(0).hostKeys != (*keys)->at(1).hostKeys);
    QVERIFY((*keys)->at(0).instanceName != (*keys)->at(1).instanceName);
}

void TestCloudClients::hostKeysSwitchedOff()
{
    CloudFixture cloud(m_sim.environment());
    Answer<Result<std::vector<cloud::WorkerAttributes>>> answer;
    cloud.tpu.guestAttributes(
        WorkerRef::parse("lab-two/us-east1-d/closed:0")->node, answer.callback());
    const auto keys = answer.wait(Patience);
    QVERIFY(keys && !*keys);
    QVERIFY(keys->error().kind == ErrorKind::PermissionDenied);
    QCOMPARE(keys->error().subject, QStringLiteral("lab-two/us-east1-d/closed"));
}

void TestCloudClients::loginsAgainstTheTokenEndpoint()
{
    const QTemporaryDir folder;
    auto environment = m_sim.environment();
    environment.remove("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE");
    environment.remove("CLOUDSDK_AUTH_ACCESS_TOKEN");
    environment.insert("CLOUDSDK_AUTH_TOKEN_HOST", m_sim.url() + "/token");
    const QString path = folder.filePath("credentials.json");
    environment.insert("GOOGLE_APPLICATION_CREDENTIALS", path);
    const auto listWith = [&](const QJsonObject &file) {
        (void)writeFileAtomically(path, QJsonDocument(file).toJson(), 0600);
        CloudFixture cloud(environment);
        return listNodes(cloud, "lab-one");
    };
    const auto robot = [](const QByteArray &key) {
        return QJsonObject{
            {"type", "service_account"},
            {"client_email", "robot@lab-one.iam.gserviceaccount.com"},
            {"private_key", QString::fromLatin1(key)}};
    };
    const auto person = [](const QString &refreshToken) {
        return QJsonObject{
            {"type", "authorized_user"},
            {"client_id", "client"},
            {"client_secret", "secret"},
            {"refresh_token", refreshToken}};
    };
    auto list = listWith(robot(m_key.privateKey));
    QVERIFY2(list, qPrintable(problem(list)));
    QCOMPARE(int(list->nodes.size()), 8);
    list = listWith(robot(makeRsaKey().privateKey));
    QVERIFY(!list && list.error().kind == ErrorKind::Credentials);
    QVERIFY(list.error().detail.contains("Invalid JWT Signature"));
    list = listWith(person("1//good"));
    QVERIFY2(list, qPrintable(problem(list)));
    list = listWith(person("revoked-1"));
    QVERIFY(!list && list.error().kind == ErrorKind::Credentials);
    QVERIFY(list.error().detail.contains("expired or revoked"));
    QCOMPARE(list.error().subject, QStringLiteral("lab-one"));
}

void TestCloudClients::nothingSecretIsWrittenAnywhere()
{
    const QTemporaryDir folder;
    const QString logFile = folder.filePath("podium.log");
    startLogging({logFile, false, true});
    QString said;
    const auto tryAll = [&](const QProcessEnvironment &environment) {
        for (const int status : {0, 401, 403, 503}) {
            m_sim.call("DELETE", "/sim/faults", {});
            if (status > 0) {
                addFault({{"path", "/nodes"}, {"status", status}});
            }
            CloudFixture cloud(environment);
            said += problem(listNodes(cloud, "lab-one"));
            said += cloud.credentials.info().source + cloud.credentials.info().renewal;
        }
    };
    auto environment = m_sim.environment();
    tryAll(environment);
    const QString path = folder.filePath("credentials.json");
    environment.remove("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE");
    environment.insert("CLOUDSDK_AUTH_TOKEN_HOST", m_sim.url() + "/token");
    environment.insert("GOOGLE_APPLICATION_CREDENTIALS", path);
    for (const QJsonObject &file :
         {QJsonObject{
              {"type", "service_account"},
              {"client_email", "robot@lab-one.iam.gserviceaccount.com"},
              {"private_key", QString::fromLatin1(m_key.privateKey)}},
          QJsonObject{
              {"type", "authorized_user"},
              {"client_id", "client"},
              {"client_secret", "hush-hush"},
              {"refresh_token", "1//the-refresh-token"}},
          QJsonObject{
              {"type", "authorized_user"},
              {"client_id", "client"},
              {"client_secret", "hush-hush"},
              {"refresh_token", "revoked-the-refresh-token"}}}) {
        QVERIFY(writeFileAtomically(path, QJsonDocument(file).toJson(), 0600));
        tryAll(environment);
    }
    logger("cloud")->flush();
    const auto log = readFile(logFile);
    QVERIFY(log);
    QVERIFY(log->contains("/v2/projects/lab-one/locations/-/nodes"));
    const QByteArray all = *log + said.toUtf8();
    const QByteArray token = m_sim.token().toUtf8();
    QVERIFY(token.size() > 8);
    for (const QByteArray &secret :
         {token, token.mid(token.size() / 2), QByteArray("hush-hush"),
          QByteArray("the-refresh-token"), QByteArray("Bearer"), QByteArray("ya29."),
          QByteArray("eyJ"), m_key.privateKey.mid(100, 40)}) {
        QVERIFY2(!all.contains(secret), secret.constData());
    }
}

QTEST_GUILESS_MAIN(TestCloudClients)
#include "tst_cloudclients.moc"
