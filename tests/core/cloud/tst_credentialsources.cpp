// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/credentialsurroundings.h"
#include "tests/core/cloud/rsakey.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace podium;
using namespace podium::cloud;
using namespace podium::tests;
using namespace std::chrono_literals;

namespace {

/// A gcloud that answers as told, and writes down how it was called.
QByteArray gcloudScript(const QByteArray &body)
{
    return "#!/bin/sh\nprintf '%s\\n' \"$*\" >>\"$HOME/calls\"\n" + body + "\n";
}

} // namespace

/// The sources that take more than a file and a form: keys that sign, and gcloud.
class TestCredentialSources final : public QObject
{
    Q_OBJECT

private slots:
    void serviceAccountSigns();
    void serviceAccountWithABadKey_data();
    void serviceAccountWithABadKey();
    void gcloudIsAsked();
    void gcloudFails_data();
    void gcloudFails();
    void gcloudWithoutAnAnswerIsNoLogout_data();
    void gcloudWithoutAnAnswerIsNoLogout();
    void gcloudThatHangsIsGivenUp();
    void dyingWhileAskingIsFine();
};

void TestCredentialSources::serviceAccountSigns()
{
    const RsaKey key = makeRsaKey();
    PowerAndNetwork around;
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

void TestCredentialSources::serviceAccountWithABadKey_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("no pem") << QByteArray("hello");
    QTest::newRow("cut") << makeRsaKey().privateKey.left(300);
    QTest::newRow("public") << makeRsaKey().publicKey;
    QTest::newRow("encrypted") << QByteArray(
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg"
        "=\n-----END ENCRYPTED PRIVATE KEY-----\n");
}

void TestCredentialSources::serviceAccountWithABadKey()
{
    QFETCH(QByteArray, key);
    PowerAndNetwork around;
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

void TestCredentialSources::gcloudIsAsked()
{
    PowerAndNetwork around;
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

void TestCredentialSources::gcloudFails_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("detail");
    QTest::newRow("not logged in")
        << QByteArray("echo 'ERROR: (gcloud.config.config-helper) You do not currently have an "
                      "active account selected.' >&2; exit 1")
        << "active account";
    QTest::newRow("revoked")
        << QByteArray("echo \"ERROR: (gcloud.config.config-helper) There was a problem refreshing "
                      "your current auth tokens: ('invalid_grant: Bad Request', {'error': "
                      "'invalid_grant'})\" >&2; echo 'Please run:' >&2; exit 1")
        << "invalid_grant";
    QTest::newRow("silent") << QByteArray("exit 3") << "status 3";
    QTest::newRow("not json") << QByteArray("echo hello") << "has none";
    QTest::newRow("no token") << QByteArray("echo '{\"credential\": {}}'") << "has none";
    QTest::newRow("killed") << QByteArray("kill -9 $$") << "status";
    QTest::newRow("talks of tokens")
        << QByteArray("echo 'bad token ya29.secret-part' >&2; exit 1") << "bad token";
}

void TestCredentialSources::gcloudFails()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, detail);
    PowerAndNetwork around;
    (void)around.write("bin/gcloud", gcloudScript(script), 0700);
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().kind == ErrorKind::Credentials);
    QVERIFY2(token.error().detail.contains(detail), qPrintable(token.error().text()));
    QVERIFY(token.error().hint.contains("gcloud auth login"));
    QVERIFY(!token.error().text().contains("secret-part"));
}

void TestCredentialSources::gcloudWithoutAnAnswerIsNoLogout_data()
{
    QTest::addColumn<QByteArray>("reason");
    QTest::addColumn<bool>("isReached");
    QTest::newRow("no name") << QByteArray("HTTPSConnectionPool(host='oauth2.googleapis.com', "
                                           "port=443): Max retries exceeded with "
                                           "url: /token (Caused by NameResolutionError(\"Failed to "
                                           "resolve 'oauth2.googleapis.com' "
                                           "([Errno -2] Name or service not known)\"))")
                             << false;
    QTest::newRow("cut")
        << QByteArray(
               "('Connection aborted.', RemoteDisconnected('Remote end closed connection without "
               "response'))")
        << false;
    QTest::newRow("slow") << QByteArray("Read timed out. (read timeout=120)") << false;
    QTest::newRow("500") << QByteArray("('internal_failure: Backend Error', {'error': "
                                       "'internal_failure', 'error_description': "
                                       "'Backend Error'})")
                         << true;
    QTest::newRow("502")
        << QByteArray(
               "<!DOCTYPE html>\n<html lang=en>\n  <title>Error 502 (Server Error)!!1</title>")
        << true;
    QTest::newRow("503") << QByteArray() << true;
    QTest::newRow("429") << QByteArray(
                                "('rate_limit_exceeded: None', {'error': 'rate_limit_exceeded'})")
                         << true;
}

/// Whoever waits for capacity goes on after it, and nobody is sent to log in.
void TestCredentialSources::gcloudWithoutAnAnswerIsNoLogout()
{
    QFETCH(QByteArray, reason);
    QFETCH(bool, isReached);
    PowerAndNetwork around;
    const QString messages = around.write(
        "messages", "ERROR: (gcloud.config.config-helper) There was a problem refreshing your "
                    "current auth tokens: " +
                        reason +
                        "\nPlease run:\n\n  $ gcloud auth login\n\nto obtain new "
                        "credentials.\n");
    (void)around.write(
        "bin/gcloud", gcloudScript("/bin/cat '" + messages.toUtf8() + "' >&2; exit 1"), 0700);
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY2(
        token.error().kind == (isReached ? ErrorKind::Unavailable : ErrorKind::Network),
        qPrintable(token.error().text()));
    QVERIFY(token.error().detail.contains("problem refreshing"));
    QVERIFY2(!token.error().text().contains("auth login"), qPrintable(token.error().text()));
}

void TestCredentialSources::gcloudThatHangsIsGivenUp()
{
    PowerAndNetwork around;
    around.limits.gcloud = 200ms;
    (void)around.write("bin/gcloud", gcloudScript("exec /bin/sleep 60"), 0700);
    const auto token = around.token();
    QVERIFY(!token);
    QVERIFY(token.error().kind == ErrorKind::Timeout);
}

void TestCredentialSources::dyingWhileAskingIsFine()
{
    PowerAndNetwork around;
    (void)around.write("bin/gcloud", gcloudScript("exec /bin/sleep 60"), 0700);
    Answer<Result<AccessToken>> answer;
    around.makeCredentials();
    around.credentials->token(answer.callback());
    QTRY_VERIFY(QFile::exists(around.folder.filePath("calls")));
    around.credentials.reset();
    QCOMPARE(answer.count(), 0);
}

QTEST_GUILESS_MAIN(TestCredentialSources)
#include "tst_credentialsources.moc"
