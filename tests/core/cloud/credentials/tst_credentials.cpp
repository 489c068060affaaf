// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/credentialsurroundings.h"
#include "tests/fakes/patience.h"

#include <QTest>

using namespace podium;
using namespace podium::cloud;
using namespace podium::tests;
using namespace std::chrono_literals;

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
    void otherEnvironmentCountsAtOnce();
    void badCredentialFiles_data();
    void badCredentialFiles();
    void tokenEndpointRefuses_data();
    void tokenEndpointRefuses();
    void tokenEndpointThatIsDownIsNoLogout_data();
    void tokenEndpointThatIsDownIsNoLogout();
    void tokenEndpointIsTriedAgain();
    void tokenEndpointOverPlainHttpIsRefused();
};

void TestCredentials::noneIsAnErrorWithAWayOut()
{
    PowerAndNetwork around;
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().kind == ErrorKind::Credentials);
    QVERIFY(token.error().hint.contains("gcloud auth login"));
    QVERIFY(token.error().hint.contains("GOOGLE_APPLICATION_CREDENTIALS"));
}

void TestCredentials::tokenFromTheEnvironment()
{
    PowerAndNetwork around;
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
    PowerAndNetwork around;
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
    PowerAndNetwork around;
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
    PowerAndNetwork around;
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
    PowerAndNetwork around;
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
    PowerAndNetwork around;
    (void)around.write(".config/gcloud/application_default_credentials.json", userFile());
    around.makeCredentials();
    std::vector<Answer<Result<AccessToken>>> answers(20);
    for (auto &answer : answers) {
        around.credentials->token(answer.callback());
    }
    for (auto &answer : answers) {
        const auto token = answer.wait(Patience);
        QVERIFY(token && *token);
        QCOMPARE((*token)->value.reveal(), QByteArray("token-1"));
    }
    QCOMPARE(around.server.requests().size(), 1);
}

void TestCredentials::namedFileGoesFirst()
{
    PowerAndNetwork around;
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

/// As where a key file was chosen in the settings while the watch goes on.
void TestCredentials::otherEnvironmentCountsAtOnce()
{
    PowerAndNetwork around;
    (void)around.write(".config/gcloud/application_default_credentials.json", userFile());
    QCOMPARE(around.token()->value.reveal(), QByteArray("token-1"));
    const QString chosen = around.write("chosen.json", userFile());
    around.environment.insert("GOOGLE_APPLICATION_CREDENTIALS", chosen);
    around.credentials->setEnvironment(around.environment);
    QCOMPARE(around.token()->value.reveal(), QByteArray("token-2"));
    QVERIFY(around.credentials->info().source.contains(chosen));
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
    PowerAndNetwork around;
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
    PowerAndNetwork around;
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

void TestCredentials::tokenEndpointThatIsDownIsNoLogout_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("500") << 500 << QByteArray(R"({"error": "internal_failure"})");
    QTest::newRow("503") << 503 << QByteArray(R"({"error": "temporarily_unavailable"})");
    QTest::newRow("429") << 429 << QByteArray(R"({"error": "rate_limit_exceeded"})");
    QTest::newRow("page") << 502 << QByteArray("<html>");
}

/// Whoever waits for capacity goes on after it, and nobody is sent to log in.
void TestCredentials::tokenEndpointThatIsDownIsNoLogout()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    PowerAndNetwork around;
    (void)around.write(".config/gcloud/application_default_credentials.json", userFile());
    around.server.setHandler([&](const FakeRequest &) { return FakeReply{status, body, {}, {}}; });
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY2(token.error().kind == ErrorKind::Unavailable, qPrintable(token.error().text()));
    QVERIFY2(!token.error().text().contains("login"), qPrintable(token.error().text()));
    QCOMPARE(around.server.requests().size(), 3);
}

void TestCredentials::tokenEndpointIsTriedAgain()
{
    PowerAndNetwork around;
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
    PowerAndNetwork around;
    around.environment.remove("CLOUDSDK_AUTH_TOKEN_HOST");
    (void)around.write(
        ".config/gcloud/application_default_credentials.json",
        userFile(R"(, "token_uri": "http://192.0.2.1/token")"));
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().detail.contains("neither https"));
}

QTEST_GUILESS_MAIN(TestCredentials)
#include "tst_credentials.moc"
