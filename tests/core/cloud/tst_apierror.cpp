// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/http/retry.h"
#include "core/cloud/values/apistatus.h"
#include "core/cloud/values/operationjson.h"

#include <QTest>

using namespace podium;
using namespace podium::cloud;
using namespace std::chrono_literals;

class TestApiError final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatToDo_data();
    void saysWhatToDo();
    void linksOnlyIntoTheConsole();
    void messageIsPlainAndShort();
    void operationFails_data();
    void operationFails();
    void operationOfEitherApi();
    void endpointsFollowTheEnvironment();
    void secretsTravelSafely_data();
    void secretsTravelSafely();
    void apiUrlKeepsSegmentsWhole();
    void waitsBeforeAnotherTry_data();
    void waitsBeforeAnotherTry();
};

void TestApiError::saysWhatToDo_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("hint");
    const auto row = [](const char *name, int status, const QByteArray &body, ErrorKind kind,
                        const char *hint) {
        QTest::newRow(name) << status << body << int(kind) << QString::fromUtf8(hint);
    };
    const auto error = [](const QByteArray &fields) -> QByteArray {
        return "{\"error\": {" + fields + "}}";
    };

    row("not logged in", 401,
        error(R"("code":401,"status":"UNAUTHENTICATED","message":"Request had invalid
            authentication credentials. Expected OAuth 2 access token...")")
            .replace('\n', ' '),
        ErrorKind::Credentials, "gcloud auth login");
    row("API off", 403,
        error(
            R"("code":403,"status":"PERMISSION_DENIED","message":"Cloud TPU API has not been used in project 42 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/tpu.googleapis.com/overview?project=42 then retry.","details":[{"@type":"type.googleapis.com/google.rpc.Help","links":[{"description":"x","url":"https://console.developers.google.com/apis/api/tpu.googleapis.com/overview?project=42"}]},{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED","domain":"googleapis.com","metadata":{"service":"tpu.googleapis.com","consumer":"projects/42"}}])"),
        ErrorKind::ApiDisabled,
        "https://console.developers.google.com/apis/api/tpu.googleapis.com/overview?project=42");
    row("API off, words only", 403,
        error(
            R"("message":"Compute Engine API has not been used in project 42 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/compute.googleapis.com/overview?project=42 then retry.","errors":[{"reason":"accessNotConfigured"}])"),
        ErrorKind::ApiDisabled, "gcloud services enable compute.googleapis.com --project=42");
    row("API off in the login's own project", 403,
        error(
            R"("message":"Cloud TPU API has not been used in project 764086051850 before or it is disabled.","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED","metadata":{"consumer":"projects/764086051850"}}])"),
        ErrorKind::ApiDisabled, "set-quota-project");
    row("permission", 403,
        error(
            R"("status":"PERMISSION_DENIED","message":"Permission denied","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"IAM_PERMISSION_DENIED","metadata":{"permission":"tpu.nodes.list","resource":"projects/x"}}])"),
        ErrorKind::PermissionDenied, "The permission tpu.nodes.list is missing");
    row("permission, older words", 403,
        error(
            R"("message":"Permission 'tpu.nodes.get' denied on 'projects/p/locations/z/nodes/x'")"),
        ErrorKind::PermissionDenied, "The permission tpu.nodes.get is missing");
    row("permission, compute's words", 403,
        error(
            R"("message":"Required 'compute.projects.get' permission for 'projects/p'","errors":[{"reason":"forbidden"}])"),
        ErrorKind::PermissionDenied, "The permission compute.projects.get is missing");
    row("permission to read quotas", 403,
        error(
            R"("status":"PERMISSION_DENIED","message":"Permission 'cloudquotas.quotas.get' denied on resource '//cloudresourcemanager.googleapis.com/projects/p' (or it may not exist).")"),
        ErrorKind::PermissionDenied, "The permission cloudquotas.quotas.get is missing");
    row("forbidden without more", 403, error(R"("message":"The caller does not have permission")"),
        ErrorKind::PermissionDenied, "roles/tpu.viewer");
    row("scope", 403, error(R"("message":"Request had insufficient authentication scopes.")"),
        ErrorKind::PermissionDenied, "https://www.googleapis.com/auth/cloud-platform");
    row("zone", 403,
        error(R"("message":"Location us-east1-d is not found or access is unauthorized.")"),
        ErrorKind::PermissionDenied, "may not use that zone");
    row("billing", 403, error(R"("message":"This API method requires billing to be enabled.")"),
        ErrorKind::PermissionDenied, "billing account");
    row("not found", 404, error(R"("message":"Resource 'projects/p/x' was not found")"),
        ErrorKind::NotFound, "");
    row("compute not found", 404,
        R"({"error":{"code":404,"message":"gone","errors":[{"message":"gone","domain":"global","reason":"notFound"}]}})",
        ErrorKind::NotFound, "");
    row("exists", 409,
        error(
            R"("status":"ALREADY_EXISTS","message":"Resource 'projects/P/locations/Z/nodes/N' already exists")"),
        ErrorKind::AlreadyExists, "another name");
    row("compute exists", 409,
        R"({"error":{"code":409,"message":"It already exists","errors":[{"message":"It already exists","domain":"global","reason":"alreadyExists"}]}})",
        ErrorKind::AlreadyExists, "another name");
    row("conflict", 409, error(R"("status":"ABORTED","message":"busy")"), ErrorKind::Conflict,
        "try again");
    row("fingerprint", 412,
        error(
            R"("message":"Supplied fingerprint does not match current metadata fingerprint.","errors":[{"reason":"conditionNotMet"}])"),
        ErrorKind::Conflict, "try again");
    row("argument", 400,
        error(
            R"("status":"INVALID_ARGUMENT","message":"CloudTpu received an invalid AcceleratorType, \"v3-8\" for zone \"us-central1-c\".")"),
        ErrorKind::InvalidArgument, "");
    row("quota", 429,
        error(
            R"("status":"RESOURCE_EXHAUSTED","message":"Quota limit 'TPUV6EPreemptiblePerProjectPerRegionForTPUAPI' has been exceeded. Limit: 0 in region us-east5.")"),
        ErrorKind::QuotaExceeded, "iam-admin/quotas");
    row("rate", 429,
        error(
            R"("message":"Quota exceeded for quota metric 'Requests' and limit 'Maximum number of CreateNode requests per minute'")"),
        ErrorKind::QuotaExceeded, "wait a minute");
    row("rate, bare", 429, "", ErrorKind::QuotaExceeded, "wait a minute");
    row("compute quota", 403,
        error(R"("message":"Quota 'CPUS' exceeded.","errors":[{"reason":"quotaExceeded"}])"),
        ErrorKind::QuotaExceeded, "iam-admin/quotas");
    row("a quota of no project", 404,
        error(
            R"("status":"NOT_FOUND","message":"The resource 'projects/no/locations/global/services/tpu.googleapis.com/quotaInfos' was not found.")"),
        ErrorKind::NotFound, "");
    row("no quota project", 403,
        error(
            R"("status":"PERMISSION_DENIED","message":"Your application is authenticating by using local Application Default Credentials. The tpu.googleapis.com API requires a quota project, which is not set by default.")"),
        ErrorKind::PermissionDenied, "set-quota-project");
    row("unavailable", 503, error(R"("status":"UNAVAILABLE","message":"502:Bad Gateway")"),
        ErrorKind::Unavailable, "status.cloud.google.com");
    row("internal", 500, "oops", ErrorKind::Unavailable, "status.cloud.google.com");
    row("gateway time-out", 504, "", ErrorKind::Timeout, "try again in a minute");
    row("rate limit", 429, "", ErrorKind::QuotaExceeded, "429");
    row("odd shapes", 400,
        R"({"error":{"details":[7,{"@type":[]},null],"errors":[3],"message":{}}})",
        ErrorKind::InvalidArgument, "");
    row("error as text", 400, R"({"error":"invalid_grant"})", ErrorKind::InvalidArgument, "");
    row("in an array", 404, R"([{"error":{"message":"nothing here"}}])", ErrorKind::NotFound, "");
}

void TestApiError::saysWhatToDo()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(int, kind);
    QFETCH(QString, hint);
    const Error error = apiError(parseApiStatus(status, body), "list the TPU nodes of p", "p");
    QCOMPARE(errorKindName(error.kind), errorKindName(ErrorKind(kind)));
    QCOMPARE(error.summary, QStringLiteral("Cannot list the TPU nodes of p."));
    QCOMPARE(error.subject, QStringLiteral("p"));
    QVERIFY(!error.detail.isEmpty());
    QVERIFY2(error.hint.contains(hint), qPrintable(error.hint));
}

void TestApiError::linksOnlyIntoTheConsole()
{
    for (const char *link :
         {"https://evil.example/console.cloud.google.com/", "javascript:alert(1)",
          "https://console.cloud.google.com.evil.example/", "http://console.cloud.google.com/x",
          "https://console.cloud.google.com/ \x1b[31m"}) {
        ApiStatus status;
        status.httpStatus = 403;
        status.reason = "SERVICE_DISABLED";
        status.links << link;
        status.metadata = {{"service", "tpu.googleapis.com"}, {"consumer", "projects/my-lab"}};
        const Error error = apiError(status, "look", "p");
        QVERIFY(!error.hint.contains(link));
        QVERIFY(error.hint.contains("https://console.developers.google.com/apis/api/"
                                    "tpu.googleapis.com/overview?project=my-lab"));
    }
}

void TestApiError::messageIsPlainAndShort()
{
    ApiStatus status;
    status.httpStatus = 404;
    status.message = QString::fromUtf8("a\nb\x1b[31m\u202e Bearer abcdef ") + QString(5000, 'x');
    const QString detail = apiError(status, "look", "p").detail;
    QVERIFY(detail.size() <= 1000);
    QVERIFY(!detail.contains('\n') && !detail.contains('\x1b') && !detail.contains(QChar(0x202e)));
    QVERIFY(!detail.contains("abcdef"));
}

void TestApiError::operationFails_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    QTest::addColumn<int>("kind");
    const auto row = [](int code, const char *message, ErrorKind kind) {
        QTest::newRow(qPrintable(QString("%1 %2").arg(code).arg(message).left(60)))
            << code << QString(message) << int(kind);
    };
    row(8, "There is no more capacity in the zone europe-west4-a; you can try in another zone",
        ErrorKind::NoCapacity);
    row(9, "Insufficient reserved capacity. Contact customer support.", ErrorKind::NoCapacity);
    row(8, "Insufficient reserved capacity.", ErrorKind::NoCapacity);
    row(8, "Quota 'TPUV2sPreemptiblePodPerProjectPerZoneForTPUAPI' exhausted. Limit 32 in zone z",
        ErrorKind::QuotaExceeded);
    row(3, "Cloud TPU received a bad request. update is not supported while in state PREEMPTED",
        ErrorKind::InvalidArgument);
    row(13, "an internal error has occurred", ErrorKind::Unavailable);
    row(14, "try later", ErrorKind::Unavailable);
    row(5, "not there", ErrorKind::NotFound);
    row(6, "there", ErrorKind::AlreadyExists);
    row(7, "Permission 'tpu.nodes.create' denied", ErrorKind::PermissionDenied);
    row(16, "who are you", ErrorKind::Credentials);
    row(4, "late", ErrorKind::Timeout);
    row(99, "new", ErrorKind::InvalidArgument);
}

void TestApiError::operationFails()
{
    QFETCH(int, code);
    QFETCH(QString, message);
    const QByteArray json = "{\"name\":\"projects/p/locations/z/operations/o\",\"done\":true,"
                            "\"error\":{\"code\":" +
                            QByteArray::number(code) + ",\"message\":\"" + message.toUtf8() +
                            "\"}}";
    const auto operation = parseOperation(json, "create n", "p/z/n");
    QVERIFY(operation);
    QVERIFY(operation->done && operation->error);
    QTEST(int(operation->error->kind), "kind");
    QCOMPARE(operation->error->detail, message);
}

void TestApiError::operationOfEitherApi()
{
    auto tpu = parseOperation(
        R"({"name":"o1","metadata":{"verb":"create","target":"projects/p/locations/z/nodes/n"}})",
        "create n", "n");
    QVERIFY(tpu && !tpu->done && !tpu->error);
    QCOMPARE(tpu->verb, QStringLiteral("create"));
    tpu = parseOperation(R"({"name":"o1","done":true,"response":{}})", "create n", "n");
    QVERIFY(tpu && tpu->done && !tpu->error);
    const auto compute = parseOperation(
        R"({"name":"o2","status":"DONE","httpErrorStatusCode":403,
            "error":{"errors":[{"code":"QUOTA_EXCEEDED","message":"Quota 'SSD' exceeded"}]}})",
        "make a disk", "d");
    QVERIFY(compute && compute->done && compute->error);
    QVERIFY(compute->error->kind == ErrorKind::QuotaExceeded);
    QCOMPARE(compute->error->detail, QStringLiteral("Quota 'SSD' exceeded"));
    QVERIFY(!parseOperation("[]", "x", "y"));
}

void TestApiError::endpointsFollowTheEnvironment()
{
    QProcessEnvironment environment;
    QCOMPARE(ApiEndpoints::fromEnvironment(environment).tpu, QUrl("https://tpu.googleapis.com/"));
    environment.insert("CLOUDSDK_API_ENDPOINT_OVERRIDES_TPU", "http://127.0.0.1:80");
    environment.insert("CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE", "http://127.0.0.1:80/");
    environment.insert("CLOUDSDK_AUTH_TOKEN_HOST", "http://127.0.0.1:80/token");
    auto endpoints = ApiEndpoints::fromEnvironment(environment);
    QCOMPARE(endpoints.tpu, QUrl("http://127.0.0.1:80/"));
    QCOMPARE(endpoints.compute, QUrl("http://127.0.0.1:80/compute/v1/"));
    QCOMPARE(endpoints.token, QUrl("http://127.0.0.1:80/token"));
    environment.insert("CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE", "http://h/compute/v1/");
    endpoints = ApiEndpoints::fromEnvironment(environment);
    QCOMPARE(endpoints.compute, QUrl("http://h/compute/v1/"));
}

void TestApiError::secretsTravelSafely_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("safe");
    QTest::newRow("https") << "https://tpu.googleapis.com/" << true;
    QTest::newRow("http") << "http://tpu.googleapis.com/" << false;
    QTest::newRow("loopback") << "http://127.0.0.1:8080/" << true;
    QTest::newRow("loopback net") << "http://127.8.9.1/" << true;
    QTest::newRow("loopback 6") << "http://[::1]:80/" << true;
    QTest::newRow("localhost") << "http://localhost/" << true;
    QTest::newRow("looks like it") << "http://127.0.0.1.evil.example/" << false;
    QTest::newRow("localhost of others") << "http://localhost.evil.example/" << false;
    QTest::newRow("file") << "file:///etc/passwd" << false;
    QTest::newRow("nothing") << "" << false;
    QTest::newRow("no host") << "https:///x" << false;
}

void TestApiError::secretsTravelSafely()
{
    QFETCH(QString, url);
    QTEST(mayCarrySecrets(QUrl(url)), "safe");
}

void TestApiError::apiUrlKeepsSegmentsWhole()
{
    const QUrl url = apiUrl(
        QUrl("https://h/base/"), {"v2", "projects", "example.com:lab", "nodes", "../a/b?c#d %2F"},
        ":start", {{"pageToken", "a+b/c=&d"}});
    QCOMPARE(
        url.toEncoded(), QByteArray("https://h/base/v2/projects/example.com:lab/nodes/"
                                    "..%2Fa%2Fb%3Fc%23d%20%252F:start?pageToken=a%2Bb%2Fc%3D%26d"));
}

void TestApiError::waitsBeforeAnotherTry_data()
{
    QTest::addColumn<int>("status"); // 0: no answer
    QTest::addColumn<QByteArray>("retryAfter");
    QTest::addColumn<int>("done");
    QTest::addColumn<int>("wait"); // -1: none
    QTest::newRow("503, first") << 503 << QByteArray() << 1 << 1000;
    QTest::newRow("503, second") << 503 << QByteArray() << 2 << 2000;
    QTest::newRow("503, last") << 503 << QByteArray() << 4 << -1;
    QTest::newRow("429") << 429 << QByteArray() << 1 << 5000;
    QTest::newRow("429 in 3 s") << 429 << QByteArray("3") << 1 << 3000;
    QTest::newRow("429 in 600 s") << 429 << QByteArray("600") << 1 << -1;
    QTest::newRow("429 at a time")
        << 429 << QByteArray("Fri, 02 Jan 2026 00:00:04 +0000") << 1 << 4000;
    QTest::newRow("503 by a word") << 503 << QByteArray("soon") << 1 << 1000;
    QTest::newRow("404") << 404 << QByteArray() << 1 << -1;
    QTest::newRow("501") << 501 << QByteArray() << 1 << -1;
    QTest::newRow("no connection") << 0 << QByteArray() << 1 << 1000;
    QTest::newRow("too far") << 503 << QByteArray() << 3 << -1;
}

void TestApiError::waitsBeforeAnotherTry()
{
    QFETCH(int, status);
    QFETCH(QByteArray, retryAfter);
    QFETCH(int, done);
    QFETCH(int, wait);
    Result<HttpAnswer> outcome = HttpAnswer{status, {}, {}, retryAfter};
    if (status == 0) {
        outcome = failure({ErrorKind::Network, {}, {}, {}, {}});
    }
    const QDateTime now({2026, 1, 2}, {0, 0}, Qt::UTC);
    const auto waited = retryWait({4, 1000ms, 5000ms, 6000ms}, done, outcome, 0.5, now);
    if (QByteArray(QTest::currentDataTag()) == "too far") {
        QVERIFY(retryWait({4, 1000ms, 5000ms, 3000ms}, done, outcome, 0.5, now) == std::nullopt);
        return;
    }
    QCOMPARE(waited ? int(waited->count()) : -1, wait);
}

QTEST_GUILESS_MAIN(TestApiError)
#include "tst_apierror.moc"
