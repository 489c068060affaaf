// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/cloud/fakeserver.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::cloud;
using namespace podium::tests;
using namespace std::chrono_literals;
using Manner = FakeReply::Manner;

Q_DECLARE_METATYPE(podium::tests::FakeReply)

class TestHttpClient final : public QObject
{
    Q_OBJECT

private slots:
    void sendsTokenAndNames();
    void failureBecomesAnError_data();
    void failureBecomesAnError();
    void getIsTriedAgain_data();
    void getIsTriedAgain();
    void postLeavesOnce_data();
    void postLeavesOnce();
    void postOverAStaleConnectionLeavesOnce();
    void repeatablePostIsTriedAgain();
    void refusedTokenIsReplacedOnce();
    void longRetryAfterIsNotWaitedFor();
    void redirectIsNotFollowed();
    void tokenStaysOffPlainHttp();
    void longAnswerIsRefused();
    void silenceEndsTheCall();
    void abortGivesCancelledOnce();
    void destructionLeavesNoAnswer();
};

namespace {

ApiRequest request(const FakeServer &server, const QByteArray &method = "GET")
{
    ApiRequest made;
    made.method = method;
    made.url = server.url(QStringLiteral("/v2/x"));
    made.body = method == "GET" ? QByteArray() : QByteArray(R"({"a":1})");
    made.action = QStringLiteral("look at x");
    made.subject = QStringLiteral("my-lab");
    return made;
}

QProcessEnvironment environmentFor(const FakeServer &server)
{
    return bareEnvironment(server.url(), QStringLiteral("tok-1"));
}

} // namespace

void TestHttpClient::sendsTokenAndNames()
{
    FakeServer server([](const FakeRequest &) { return FakeReply{200, R"({"ok":true})", {}, {}}; });
    auto environment = environmentFor(server);
    environment.insert("GOOGLE_CLOUD_QUOTA_PROJECT", "billed-1");
    CloudFixture cloud(environment);
    Answer<Result<QByteArray>> answer;
    cloud.http.send(request(server, "POST"), answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result && *result);
    QCOMPARE(**result, QByteArray(R"({"ok":true})"));
    QCOMPARE(server.requests().size(), 1);
    const FakeRequest &seen = server.requests().first();
    QCOMPARE(seen.method, QByteArray("POST"));
    QCOMPARE(seen.body, QByteArray(R"({"a":1})"));
    QCOMPARE(seen.headers.value("authorization"), QByteArray("Bearer tok-1"));
    QCOMPARE(seen.headers.value("user-agent"), QByteArray("podium/" PODIUM_VERSION));
    QVERIFY(seen.headers.value("x-goog-api-client").startsWith("podium/"));
    QCOMPARE(seen.headers.value("x-goog-user-project"), QByteArray("billed-1"));
    QCOMPARE(seen.headers.value("content-type"), QByteArray("application/json"));
}

void TestHttpClient::failureBecomesAnError_data()
{
    QTest::addColumn<FakeReply>("reply");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char *name, const FakeReply &reply, ErrorKind kind,
                        const char *detail) {
        QTest::newRow(name) << reply << int(kind) << QString(detail);
    };
    const QByteArray body = R"({"error":{"code":0,"message":"the words of the service"}})";
    row("400", {400, body, {}, {}}, ErrorKind::InvalidArgument, "the words of the service");
    row("401", {401, body, {}, {}}, ErrorKind::Credentials, "the words of the service");
    row("403", {403, body, {}, {}}, ErrorKind::PermissionDenied, "the words of the service");
    row("404", {404, body, {}, {}}, ErrorKind::NotFound, "the words of the service");
    row("409", {409, body, {}, {}}, ErrorKind::Conflict, "the words of the service");
    row("429", {429, body, {}, {}}, ErrorKind::QuotaExceeded, "the words of the service");
    row("500", {500, body, {}, {}}, ErrorKind::Unavailable, "the words of the service");
    row("502 as a page", {502, "<html>Bad Gateway</html>", {}, {}}, ErrorKind::Unavailable,
        "HTTP status 502");
    row("503 empty", {503, "", {}, {}}, ErrorKind::Unavailable, "HTTP status 503");
    row("a page", {200, "<html>Log in</html>", {}, {}}, ErrorKind::Protocol, "not JSON");
    row("cut", {200, QByteArray(4000, '['), {}, Manner::Cut}, ErrorKind::Protocol, "cut off");
    row("cut chunks", {200, QByteArray(4000, '['), {}, Manner::CutChunked}, ErrorKind::Protocol,
        "cut off");
    row("cut error", {403, QByteArray(4000, '['), {}, Manner::Cut}, ErrorKind::Protocol, "cut off");
    row("closed", {200, "", {}, Manner::Close}, ErrorKind::Network, "closed");
}

void TestHttpClient::failureBecomesAnError()
{
    QFETCH(FakeReply, reply);
    QFETCH(int, kind);
    QFETCH(QString, detail);
    FakeServer server([&reply](const FakeRequest &) { return reply; });
    CloudFixture cloud(environmentFor(server));
    Answer<Result<QByteArray>> answer;
    cloud.http.send(request(server), answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result && !*result);
    const Error &error = result->error();
    QCOMPARE(int(error.kind), kind);
    QCOMPARE(error.summary, QStringLiteral("Cannot look at x."));
    QCOMPARE(error.subject, QStringLiteral("my-lab"));
    QVERIFY2(error.detail.contains(detail), qPrintable(error.text()));
    QVERIFY(!error.text().contains("tok-1"));
    QCOMPARE(answer.count(), 1);
}

void TestHttpClient::getIsTriedAgain_data()
{
    QTest::addColumn<FakeReply>("reply");
    QTest::newRow("500") << FakeReply{500, "{}", {}, {}};
    QTest::newRow("503") << FakeReply{503, "{}", {}, {}};
    QTest::newRow("429") << FakeReply{429, "{}", {}, {}};
    QTest::newRow("429 with a wait") << FakeReply{429, "{}", "Retry-After: 1\r\n", {}};
    QTest::newRow("cut") << FakeReply{200, QByteArray(4000, '['), {}, Manner::Cut};
    QTest::newRow("closed") << FakeReply{200, {}, {}, Manner::Close};
    QTest::newRow("a page") << FakeReply{200, "<html>", {}, {}};
}

void TestHttpClient::getIsTriedAgain()
{
    QFETCH(FakeReply, reply);
    int calls = 0;
    FakeServer server([&](const FakeRequest &) {
        return ++calls == 1 ? reply : FakeReply{200, R"({"good":1})", {}, {}};
    });
    CloudFixture cloud(environmentFor(server));
    Answer<Result<QByteArray>> answer;
    cloud.http.send(request(server), answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result);
    QVERIFY2(*result, qPrintable(*result ? QString() : result->error().text()));
    QCOMPARE(**result, QByteArray(R"({"good":1})"));
    QVERIFY(calls >= 2);
}

void TestHttpClient::postLeavesOnce_data()
{
    QTest::addColumn<FakeReply>("reply");
    QTest::newRow("500") << FakeReply{500, "{}", {}, {}};
    QTest::newRow("429") << FakeReply{429, "{}", {}, {}};
    QTest::newRow("cut") << FakeReply{200, QByteArray(4000, '['), {}, Manner::Cut};
    QTest::newRow("closed") << FakeReply{200, {}, {}, Manner::Close};
}

void TestHttpClient::postLeavesOnce()
{
    QFETCH(FakeReply, reply);
    FakeServer server([&](const FakeRequest &) { return reply; });
    CloudFixture cloud(environmentFor(server));
    Answer<Result<QByteArray>> answer;
    cloud.http.send(request(server, "POST"), answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result && !*result);
    QCOMPARE(server.requests().size(), 1);
}

void TestHttpClient::postOverAStaleConnectionLeavesOnce()
{
    // A kept-alive connection that ends as the next request arrives: Qt itself would try again.
    FakeServer server([](const FakeRequest &seen) {
        return seen.method == "GET" ? FakeReply{} : FakeReply{200, {}, {}, Manner::Close};
    });
    CloudFixture cloud(environmentFor(server));
    Answer<Result<QByteArray>> first;
    cloud.http.send(request(server), first.callback());
    QVERIFY(first.wait(Patience));
    Answer<Result<QByteArray>> second;
    cloud.http.send(request(server, "POST"), second.callback());
    const auto result = second.wait(Patience);
    QVERIFY(result && !*result);
    QCOMPARE(int(result->error().kind), int(ErrorKind::Network));
    QCOMPARE(server.requests().size(), 2);
}

void TestHttpClient::repeatablePostIsTriedAgain()
{
    int calls = 0;
    FakeServer server([&](const FakeRequest &) {
        return ++calls == 1 ? FakeReply{503, "{}", {}, {}} : FakeReply{};
    });
    CloudFixture cloud(environmentFor(server));
    ApiRequest asked = request(server, "POST");
    asked.repeatable = true;
    Answer<Result<QByteArray>> answer;
    cloud.http.send(asked, answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result && *result);
    QCOMPARE(calls, 2);
}

void TestHttpClient::refusedTokenIsReplacedOnce()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("token");
    const auto write = [&path](const QByteArray &token) {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(token) == token.size();
    };
    QVERIFY(write("old\n"));
    FakeServer server([&](const FakeRequest &seen) {
        if (seen.headers.value("authorization") == "Bearer new") {
            return FakeReply{};
        }
        write("new\n");
        return FakeReply{401, "{}", "WWW-Authenticate: Bearer realm=\"x\"\r\n", {}};
    });
    auto environment = environmentFor(server);
    environment.remove("CLOUDSDK_AUTH_ACCESS_TOKEN");
    environment.insert("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE", path);
    CloudFixture cloud(environment);
    Answer<Result<QByteArray>> answer;
    cloud.http.send(request(server, "POST"), answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result);
    QVERIFY2(*result, qPrintable(*result ? QString() : result->error().text()));
    QCOMPARE(server.requests().size(), 2);

    // And where the new one is no better: an error, no third try.
    server.setHandler([](const FakeRequest &) { return FakeReply{401, "{}", {}, {}}; });
    Answer<Result<QByteArray>> again;
    cloud.http.send(request(server), again.callback());
    const auto refused = again.wait(Patience);
    QVERIFY(refused && !*refused);
    QCOMPARE(int(refused->error().kind), int(ErrorKind::Credentials));
    QVERIFY2(refused->error().hint.contains(path), qPrintable(refused->error().hint));
    QCOMPARE(server.requests().size(), 4);
}

void TestHttpClient::longRetryAfterIsNotWaitedFor()
{
    FakeServer server([](const FakeRequest &) {
        return FakeReply{429, "{}", "Retry-After: 3600\r\n", {}};
    });
    CloudFixture cloud(environmentFor(server));
    Answer<Result<QByteArray>> answer;
    cloud.http.send(request(server), answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result && !*result);
    QCOMPARE(int(result->error().kind), int(ErrorKind::QuotaExceeded));
    QCOMPARE(server.requests().size(), 1);
}

void TestHttpClient::redirectIsNotFollowed()
{
    FakeServer other([](const FakeRequest &) { return FakeReply{}; });
    FakeServer server([&](const FakeRequest &) {
        return FakeReply{302, "", "Location: " + other.url().toEncoded() + "\r\n", {}};
    });
    CloudFixture cloud(environmentFor(server), {}, {1, 1ms, 1ms, 1ms});
    Answer<Result<QByteArray>> answer;
    cloud.http.send(request(server), answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result && !*result);
    QCOMPARE(int(result->error().kind), int(ErrorKind::Protocol));
    QCOMPARE(other.requests().size(), 0);
}

void TestHttpClient::tokenStaysOffPlainHttp()
{
    FakeServer server([](const FakeRequest &) { return FakeReply{}; });
    CloudFixture cloud(environmentFor(server));
    ApiRequest asked = request(server);
    asked.url.setHost("192.0.2.1");
    Answer<Result<QByteArray>> answer;
    cloud.http.send(asked, answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result && !*result);
    QCOMPARE(int(result->error().kind), int(ErrorKind::Refused));
    QVERIFY(result->error().hint.contains("CLOUDSDK_API_ENDPOINT_OVERRIDES"));
}

void TestHttpClient::longAnswerIsRefused()
{
    FakeServer server([](const FakeRequest &) {
        return FakeReply{200, '[' + QByteArray(200000, ' ') + ']', {}, {}};
    });
    CloudFixture cloud(environmentFor(server), {60s, 60s, 100000}, {1, 1ms, 1ms, 1ms});
    Answer<Result<QByteArray>> answer;
    cloud.http.send(request(server), answer.callback());
    const auto result = answer.wait(Patience);
    QVERIFY(result && !*result);
    QCOMPARE(int(result->error().kind), int(ErrorKind::Protocol));
    QVERIFY(result->error().detail.contains("too long"));
}

void TestHttpClient::silenceEndsTheCall()
{
    FakeServer server([](const FakeRequest &seen) {
        const bool stalls = seen.path == "/v2/stall";
        return FakeReply{200, QByteArray(4000, '['), {}, stalls ? Manner::Stall : Manner::Hang};
    });
    // Both at once, with a limit that no request meets before it has left.
    CloudFixture cloud(environmentFor(server), ShortLimits);
    Answer<Result<QByteArray>> hanging;
    cloud.http.send(request(server), hanging.callback());
    ApiRequest asked = request(server);
    asked.url = server.url(QStringLiteral("/v2/stall"));
    Answer<Result<QByteArray>> stalled;
    cloud.http.send(asked, stalled.callback());
    for (Answer<Result<QByteArray>> *answer : {&hanging, &stalled}) {
        const auto result = answer->wait(Patience);
        QVERIFY(result && !*result);
        QCOMPARE(int(result->error().kind), int(ErrorKind::Timeout));
    }
    QCOMPARE(server.requests().size(), 2);
}

void TestHttpClient::abortGivesCancelledOnce()
{
    FakeServer server([](const FakeRequest &) { return FakeReply{200, {}, {}, Manner::Hang}; });
    CloudFixture cloud(environmentFor(server));
    Answer<Result<QByteArray>> answer;
    const auto call = cloud.http.send(request(server), answer.callback());
    QTRY_COMPARE(server.requests().size(), 1);
    cloud.http.abort(call);
    cloud.http.abort(call);
    const auto result = answer.wait(Patience);
    QVERIFY(result && !*result);
    QVERIFY(result->error().isCancelled());

    Answer<Result<QByteArray>> early;
    cloud.http.abort(cloud.http.send(request(server), early.callback())); // without a token yet
    const auto nothing = early.wait(Patience);
    QVERIFY(nothing && !*nothing);
    QVERIFY(nothing->error().isCancelled());
    QCOMPARE(answer.count(), 1);
    QCOMPARE(server.requests().size(), 1);
}

void TestHttpClient::destructionLeavesNoAnswer()
{
    FakeServer server([](const FakeRequest &) { return FakeReply{200, {}, {}, Manner::Hang}; });
    Answer<Result<QByteArray>> answer;
    {
        CloudFixture cloud(environmentFor(server));
        cloud.http.send(request(server, "POST"), answer.callback());
        QTRY_COMPARE(server.requests().size(), 1);
        cloud.http.send(request(server, "POST"), answer.callback());
    }
    // Whatever had been queued by now would arrive before this.
    Answer<int> later;
    later.callback()(1);
    QVERIFY(later.wait(Patience));
    QCOMPARE(answer.count(), 0);
}

QTEST_GUILESS_MAIN(TestHttpClient)
#include "tst_httpclient.moc"
