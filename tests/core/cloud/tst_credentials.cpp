// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/cloud/credentials.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/cloud/fakeserver.h"
#include "tests/core/cloud/rsakey.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QUrlQuery>

using namespace podium;
using namespace podium::cloud;
using namespace podium::tests;
using namespace std::chrono_literals;

namespace {

class TestClock final : public Clock
{
public:
    [[nodiscard]] QDateTime now() const override { return time; }
    [[nodiscard]] qint64 monotonicMs() const override { return time.toMSecsSinceEpoch(); }
    QDateTime time{{2026, 5, 6}, {12, 0}, Qt::UTC};
};

QByteArray userFile(const QByteArray &more = {})
{
    return R"({"type": "authorized_user", "client_id": "the-client",
               "client_secret": "the-client-secret", "refresh_token": "1//the-refresh-token")" +
           more + "}";
}

/// What Credentials needs around it: folders of its own, a clock, a token endpoint.
struct Surroundings
{
    Surroundings()
    {
        environment.insert("HOME", folder.path());
        environment.insert("PATH", folder.filePath("bin"));
        environment.insert("CLOUDSDK_AUTH_TOKEN_HOST", server.url("/token").toString());
        QDir(folder.path()).mkpath("bin");
        QDir(folder.path()).mkpath(".config/gcloud");
    }
    [[nodiscard]] QString write(const QString &name, const QByteArray &bytes, int mode = 0600) const
    {
        const QString path = folder.filePath(name);
        return writeFileAtomically(path, bytes, mode) ? path : QString();
    }
    void makeCredentials()
    {
        credentials = std::make_unique<Credentials>(
            network, ApiEndpoints::fromEnvironment(environment), clock, environment, limits);
    }
    [[nodiscard]] Result<AccessToken> token()
    {
        if (!credentials) {
            makeCredentials();
        }
        Answer<Result<AccessToken>> answer;
        credentials->token(answer.callback());
        return answer.wait().value_or(failure({}));
    }
    [[nodiscard]] QString field(int request, const char *name) const
    {
        return QUrlQuery(QString::fromLatin1(server.requests().value(request).body))
            .queryItemValue(QString::fromLatin1(name), QUrl::FullyDecoded);
    }

    QTemporaryDir folder;
    TestClock clock;
    int issued = 0;
    FakeServer server{[this](const FakeRequest &) {
        return FakeReply{
            200,
            "{\"access_token\": \"token-" + QByteArray::number(++issued) +
                "\", \"expires_in\": 3599, \"token_type\": \"Bearer\"}",
            {},
            {}};
    }};
    QProcessEnvironment environment;
    QNetworkAccessManager network;
    CredentialLimits limits{5000ms, 5000ms, 5ms};
    std::unique_ptr<Credentials> credentials;
};

/// A gcloud that answers as told, and writes down how it was called.
QByteArray gcloudScript(const QByteArray &body)
{
    return "#!/bin/sh\nprintf '%s\\n' \"$*\" >>\"$HOME/calls\"\n" + body + "\n";
}

} // namespace

class TestCredentials final : public QObject
{
    Q_OBJECT

private slots:
    void noneIsAnErrorWithAWayOut();
    void tokenFromTheEnvironment();
    void tokenFileIsReadAgain();
    void badTokenFiles_data();
    void badTokenFiles();
    void userFileIsRefreshed();
    void refreshesBeforeExpiry();
    void callsShareOneFetch();
    void namedFileGoesFirst();
    void badCredentialFiles_data();
    void badCredentialFiles();
    void tokenEndpointRefuses_data();
    void tokenEndpointRefuses();
    void tokenEndpointIsTriedAgain();
    void tokenEndpointOverPlainHttpIsRefused();
    void serviceAccountSigns();
    void serviceAccountWithABadKey_data();
    void serviceAccountWithABadKey();
    void gcloudIsAsked();
    void gcloudFails_data();
    void gcloudFails();
    void gcloudThatHangsIsGivenUp();
    void dyingWhileAskingIsFine();
};

void TestCredentials::noneIsAnErrorWithAWayOut()
{
    Surroundings around;
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().kind == ErrorKind::Credentials);
    QVERIFY(token.error().hint.contains("gcloud auth login"));
    QVERIFY(token.error().hint.contains("GOOGLE_APPLICATION_CREDENTIALS"));
}

void TestCredentials::tokenFromTheEnvironment()
{
    Surroundings around;
    around.environment.insert("CLOUDSDK_AUTH_ACCESS_TOKEN", " given \n");
    around.environment.insert("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE", "/nowhere");
    const auto token = around.token();
    QVERIFY(token);
    QCOMPARE(token->value.reveal(), QByteArray("given"));
    QVERIFY(!token->expiry.isValid());
    QCOMPARE(around.credentials->info().source, QStringLiteral("CLOUDSDK_AUTH_ACCESS_TOKEN"));
}

void TestCredentials::tokenFileIsReadAgain()
{
    Surroundings around;
    const QString path = around.write("token", "first\n");
    around.environment.insert("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE", path);
    QCOMPARE(around.token()->value.reveal(), QByteArray("first"));
    QCOMPARE(around.write("token", "second"), path);
    QCOMPARE(around.token()->value.reveal(), QByteArray("second"));
    QVERIFY(around.credentials->info().source.contains(path));
    QVERIFY(around.credentials->info().renewal.contains(path));
}

void TestCredentials::badTokenFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray("\n");
    QTest::newRow("two lines") << QByteArray("tok-secret\ntok-secret2");
    QTest::newRow("header injection") << QByteArray("tok-secret\r\nX-Evil: 1");
    QTest::newRow("missing") << QByteArray();
}

void TestCredentials::badTokenFiles()
{
    QFETCH(QByteArray, bytes);
    Surroundings around;
    const QString path =
        bytes.isEmpty() ? around.folder.filePath("none") : around.write("token", bytes);
    around.environment.insert("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE", path);
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().kind == ErrorKind::Credentials);
    QVERIFY(token.error().text().contains(path));
    QVERIFY(!token.error().text().contains("tok-secret"));
}

void TestCredentials::userFileIsRefreshed()
{
    Surroundings around;
    const QString path = around.write(
        ".config/gcloud/application_default_credentials.json",
        userFile(R"(, "quota_project_id": "billed-1", "account": "ada@example.com")"));
    const auto token = around.token();
    QVERIFY(token);
    QCOMPARE(token->value.reveal(), QByteArray("token-1"));
    QCOMPARE(token->quotaProject, QStringLiteral("billed-1"));
    QCOMPARE(token->expiry, around.clock.time.addSecs(3599));
    QCOMPARE(around.field(0, "grant_type"), QStringLiteral("refresh_token"));
    QCOMPARE(around.field(0, "client_id"), QStringLiteral("the-client"));
    QCOMPARE(around.field(0, "client_secret"), QStringLiteral("the-client-secret"));
    QCOMPARE(around.field(0, "refresh_token"), QStringLiteral("1//the-refresh-token"));
    const CredentialInfo info = around.credentials->info();
    QVERIFY(info.source.contains(path));
    QCOMPARE(info.account, QStringLiteral("ada@example.com"));
    QCOMPARE(info.expiry, token->expiry);
}

void TestCredentials::refreshesBeforeExpiry()
{
    Surroundings around;
    (void)around.write(".config/gcloud/application_default_credentials.json", userFile());
    QCOMPARE(around.token()->value.reveal(), QByteArray("token-1"));
    around.clock.time = around.clock.time.addSecs(3599 - 225);
    QCOMPARE(around.token()->value.reveal(), QByteArray("token-1"));
    around.clock.time = around.clock.time.addSecs(1);
    const auto second = around.token();
    QCOMPARE(second->value.reveal(), QByteArray("token-2"));
    // Refused by an API, and only then: another one.
    around.credentials->reject(AccessToken{Secret("token-1"), {}, {}});
    QCOMPARE(around.token()->value.reveal(), QByteArray("token-2"));
    around.credentials->reject(*second);
    QCOMPARE(around.token()->value.reveal(), QByteArray("token-3"));
    // A login made anew while the program runs.
    (void)around.write(
        ".config/gcloud/application_default_credentials.json", userFile(R"(, "account": "eve")"));
    QCOMPARE(around.token()->value.reveal(), QByteArray("token-4"));
}

void TestCredentials::callsShareOneFetch()
{
    Surroundings around;
    (void)around.write(".config/gcloud/application_default_credentials.json", userFile());
    around.makeCredentials();
    std::vector<Answer<Result<AccessToken>>> answers(20);
    for (auto &answer : answers) {
        around.credentials->token(answer.callback());
    }
    for (auto &answer : answers) {
        const auto token = answer.wait();
        QVERIFY(token && *token);
        QCOMPARE((*token)->value.reveal(), QByteArray("token-1"));
    }
    QCOMPARE(around.server.requests().size(), 1);
}

void TestCredentials::namedFileGoesFirst()
{
    Surroundings around;
    (void)around.write(".config/gcloud/application_default_credentials.json", "{}");
    const QString named = around.write("mine.json", userFile());
    around.environment.insert("GOOGLE_APPLICATION_CREDENTIALS", named);
    QVERIFY(around.token());
    QVERIFY(around.credentials->info().source.contains(named));

    // One that is named and not there is said, not passed over.
    around.environment.insert("GOOGLE_APPLICATION_CREDENTIALS", "/nowhere/x.json");
    around.makeCredentials();
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().text().contains("GOOGLE_APPLICATION_CREDENTIALS"));
    QVERIFY(token.error().text().contains("/nowhere/x.json"));
}

void TestCredentials::badCredentialFiles_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("word");
    QTest::newRow("empty") << QByteArray("") << "JSON";
    QTest::newRow("cut") << QByteArray("{\"type\": \"auth") << "JSON";
    QTest::newRow("list") << QByteArray("[]") << "JSON";
    QTest::newRow("no type") << QByteArray("{}") << "type";
    QTest::newRow("federated") << QByteArray(R"({"type": "external_account"})")
                               << "external_account";
    QTest::newRow("no refresh token")
        << QByteArray(R"({"type": "authorized_user", "client_id": "x", "client_secret": "s3"})")
        << "refresh_token";
    QTest::newRow("no key") << QByteArray(R"({"type": "service_account", "client_email": "x"})")
                            << "private_key";
}

void TestCredentials::badCredentialFiles()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, word);
    Surroundings around;
    const QString path = around.write("mine.json", json);
    around.environment.insert("GOOGLE_APPLICATION_CREDENTIALS", path);
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().kind == ErrorKind::Credentials);
    QVERIFY2(token.error().detail.contains(word), qPrintable(token.error().detail));
    QVERIFY(!token.error().hint.isEmpty());
}

void TestCredentials::tokenEndpointRefuses_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("detail");
    QTest::newRow("revoked")
        << 400
        << QByteArray(
               R"({"error": "invalid_grant", "error_description": "Token has been expired or revoked."})")
        << "expired or revoked";
    QTest::newRow("bare") << 400 << QByteArray(R"({"error": "invalid_grant"})") << "expired";
    QTest::newRow("client") << 401 << QByteArray(R"({"error": "invalid_client"})")
                            << "invalid_client";
    QTest::newRow("object") << 400 << QByteArray(R"({"error": {"x": 1}})") << "HTTP status 400";
    QTest::newRow("page") << 200 << QByteArray("<html>") << "HTTP status 200";
    QTest::newRow("no token") << 200 << QByteArray("{}") << "HTTP status 200";
    QTest::newRow("down") << 503 << QByteArray("") << "HTTP status 503";
}

void TestCredentials::tokenEndpointRefuses()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QString, detail);
    Surroundings around;
    (void)around.write(".config/gcloud/application_default_credentials.json", userFile());
    around.server.setHandler([&](const FakeRequest &) { return FakeReply{status, body, {}, {}}; });
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY2(token.error().detail.contains(detail), qPrintable(token.error().text()));
    QVERIFY(!token.error().hint.isEmpty());
    if (status == 400 && body.contains("invalid_grant")) {
        QVERIFY(token.error().kind == ErrorKind::Credentials);
        QVERIFY(token.error().hint.contains("gcloud auth application-default login"));
        QCOMPARE(around.server.requests().size(), 1);
    }
}

void TestCredentials::tokenEndpointIsTriedAgain()
{
    Surroundings around;
    (void)around.write(".config/gcloud/application_default_credentials.json", userFile());
    int calls = 0;
    around.server.setHandler([&calls](const FakeRequest &) {
        return ++calls < 3
                   ? FakeReply{calls == 1 ? 503 : 429, "{}", {}, {}}
                   : FakeReply{200, R"({"access_token": "late", "expires_in": 10})", {}, {}};
    });
    const auto token = around.token();
    QVERIFY(token);
    QCOMPARE(token->value.reveal(), QByteArray("late"));
}

void TestCredentials::tokenEndpointOverPlainHttpIsRefused()
{
    Surroundings around;
    around.environment.remove("CLOUDSDK_AUTH_TOKEN_HOST");
    (void)around.write(
        ".config/gcloud/application_default_credentials.json",
        userFile(R"(, "token_uri": "http://192.0.2.1/token")"));
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().detail.contains("neither https"));
}

void TestCredentials::serviceAccountSigns()
{
    const RsaKey key = makeRsaKey();
    Surroundings around;
    QJsonObject file{
        {"type", "service_account"},
        {"client_email", "robot@my-lab.iam.gserviceaccount.com"},
        {"private_key", QString::fromLatin1(key.privateKey)},
        {"private_key_id", "key-7"},
        {"project_id", "my-lab"},
        {"token_uri", "https://oauth2.googleapis.com/token"}};
    const QString path = around.write("key.json", QJsonDocument(file).toJson());
    around.environment.insert("GOOGLE_APPLICATION_CREDENTIALS", path);
    const auto token = around.token();
    QVERIFY(token);
    QCOMPARE(token->value.reveal(), QByteArray("token-1"));
    QCOMPARE(
        around.field(0, "grant_type"),
        QStringLiteral("urn:ietf:params:oauth:grant-type:jwt-bearer"));
    const QByteArray jwt = around.field(0, "assertion").toLatin1();
    QVERIFY(isSignedBy(jwt, key.publicKey));
    QVERIFY(!isSignedBy(jwt, makeRsaKey().publicKey));
    const QJsonObject header = QJsonDocument::fromJson(jwtPart(jwt, 0)).object();
    QCOMPARE(header, (QJsonObject{{"alg", "RS256"}, {"typ", "JWT"}, {"kid", "key-7"}}));
    const QJsonObject claims = QJsonDocument::fromJson(jwtPart(jwt, 1)).object();
    const double now = double(around.clock.time.toSecsSinceEpoch());
    QCOMPARE(
        claims, (QJsonObject{
                    {"iss", "robot@my-lab.iam.gserviceaccount.com"},
                    {"scope", "https://www.googleapis.com/auth/cloud-platform"},
                    {"aud", "https://oauth2.googleapis.com/token"},
                    {"iat", now},
                    {"exp", now + 3600}}));
    QCOMPARE(around.credentials->info().account, file["client_email"].toString());
    QCOMPARE(around.credentials->info().project, QStringLiteral("my-lab"));
}

void TestCredentials::serviceAccountWithABadKey_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("no pem") << QByteArray("hello");
    QTest::newRow("cut") << makeRsaKey().privateKey.left(300);
    QTest::newRow("public") << makeRsaKey().publicKey;
    QTest::newRow("encrypted") << QByteArray(
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg"
        "=\n-----END ENCRYPTED PRIVATE KEY-----\n");
}

void TestCredentials::serviceAccountWithABadKey()
{
    QFETCH(QByteArray, key);
    Surroundings around;
    const QJsonObject file{
        {"type", "service_account"}, {"client_email", "robot@x"}, {"private_key", QString(key)}};
    const QString path = around.write("key.json", QJsonDocument(file).toJson());
    around.environment.insert("GOOGLE_APPLICATION_CREDENTIALS", path);
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().kind == ErrorKind::Credentials);
    QVERIFY(token.error().summary.contains("robot@x"));
    QVERIFY(around.server.requests().isEmpty());
}

void TestCredentials::gcloudIsAsked()
{
    Surroundings around;
    (void)around.write(
        "bin/gcloud", gcloudScript(R"(echo '{"credential": {"access_token": "from-gcloud",
            "token_expiry": "2026-05-06T13:00:00Z"}, "configuration": {"properties":
            {"core": {"account": "ada@example.com", "project": "my-lab"}}}}')"),
        0700);
    const auto token = around.token();
    QVERIFY2(token, qPrintable(token ? QString() : token.error().text()));
    QCOMPARE(token->value.reveal(), QByteArray("from-gcloud"));
    QCOMPARE(token->expiry, QDateTime({2026, 5, 6}, {13, 0}, Qt::UTC));
    QCOMPARE(around.credentials->info().source, QStringLiteral("gcloud"));
    QCOMPARE(around.credentials->info().account, QStringLiteral("ada@example.com"));
    QCOMPARE(around.credentials->info().project, QStringLiteral("my-lab"));
    around.credentials->reject(*token);
    QVERIFY(around.token());
    QVERIFY(around.token());
    const auto calls = readFile(around.folder.filePath("calls"));
    QCOMPARE(
        calls.value(), QByteArray("config config-helper --format=json --min-expiry=10m\n"
                                  "config config-helper --format=json --force-auth-refresh\n"));
}

void TestCredentials::gcloudFails_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("detail");
    QTest::newRow("not logged in")
        << QByteArray("echo 'ERROR: (gcloud.config.config-helper) You do not currently have an "
                      "active account selected.' >&2; exit 1")
        << "active account";
    QTest::newRow("silent") << QByteArray("exit 3") << "status 3";
    QTest::newRow("not json") << QByteArray("echo hello") << "has none";
    QTest::newRow("no token") << QByteArray("echo '{\"credential\": {}}'") << "has none";
    QTest::newRow("killed") << QByteArray("kill -9 $$") << "status";
    QTest::newRow("talks of tokens")
        << QByteArray("echo 'bad token ya29.secret-part' >&2; exit 1") << "bad token";
}

void TestCredentials::gcloudFails()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, detail);
    Surroundings around;
    (void)around.write("bin/gcloud", gcloudScript(script), 0700);
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().kind == ErrorKind::Credentials);
    QVERIFY2(token.error().detail.contains(detail), qPrintable(token.error().text()));
    QVERIFY(token.error().hint.contains("gcloud auth login"));
    QVERIFY(!token.error().text().contains("secret-part"));
}

void TestCredentials::gcloudThatHangsIsGivenUp()
{
    Surroundings around;
    around.limits.gcloud = 200ms;
    (void)around.write("bin/gcloud", gcloudScript("exec /bin/sleep 60"), 0700);
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().kind == ErrorKind::Timeout);
}

void TestCredentials::dyingWhileAskingIsFine()
{
    Surroundings around;
    (void)around.write("bin/gcloud", gcloudScript("exec /bin/sleep 60"), 0700);
    Answer<Result<AccessToken>> answer;
    around.makeCredentials();
    around.credentials->token(answer.callback());
    QTRY_VERIFY(QFile::exists(around.folder.filePath("calls")));
    around.credentials.reset();
    QCOMPARE(answer.count(), 0);
}

QTEST_GUILESS_MAIN(TestCredentials)
#include "tst_credentials.moc"
