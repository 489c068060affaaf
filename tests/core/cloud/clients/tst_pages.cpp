// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/pages.h"

#include "core/cloud/clients/accessclient.h"
#include "core/cloud/clients/auditclient.h"
#include "core/cloud/clients/disksclient.h"
#include "core/cloud/clients/monitoringclient.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/cloud/fakeserver.h"

#include <QtTest>

using namespace podium;
using namespace podium::cloud;
using namespace podium::tests;

/// Where a listing asks, and how a test asks for it.
struct PagedList
{
    QByteArray path; ///< a part of it, which no other call has
    std::function<std::optional<Error>(CloudFixture &)> list;
};
Q_DECLARE_METATYPE(PagedList)

/// Listings of several pages: all of them, or an error.
class TestPages final : public QObject
{
    Q_OBJECT

private slots:
    void oneNamesTheNext();
    void thereIsAnEnd();
    void aListThatIsCutIsNoList_data();
    void aListThatIsCutIsNoList();
    void anEmptyPageIsNotTheEndOfTheLog();
};

void TestPages::oneNamesTheNext()
{
    Pages pages("list the disks of lab", "lab");
    QList<QPair<QString, QString>> query;
    pages.addTo(query);
    QVERIFY(query.isEmpty());
    QCOMPARE(pages.next("a").value(), true);
    pages.addTo(query);
    QCOMPARE(query, (QList<QPair<QString, QString>>{{"pageToken", "a"}}));
    QCOMPARE(pages.next("b").value(), true);
    const auto again = pages.next("b");
    QVERIFY(!again);
    QVERIFY(again.error().kind == ErrorKind::Protocol);
    QCOMPARE(again.error().summary, QString("Cannot list the disks of lab."));
    QCOMPARE(again.error().subject, QString("lab"));
    QCOMPARE(Pages().next({}).value(), false);
}

void TestPages::thereIsAnEnd()
{
    Pages pages("list the disks of lab", "lab");
    int count = 0;
    while (count < 5000 && pages.next(QString::number(count))) {
        ++count;
    }
    QVERIFY2(count > 100 && count < 5000, qPrintable(QString::number(count)));
}

void TestPages::aListThatIsCutIsNoList_data()
{
    QTest::addColumn<PagedList>("paged");
    const auto row = [](const char *name, const QByteArray &path, auto ask) {
        QTest::newRow(name) << PagedList{path, [ask](CloudFixture &cloud) -> std::optional<Error> {
                                             const auto outcome = ask(cloud);
                                             return outcome && !*outcome
                                                        ? std::optional(outcome->error())
                                                        : std::nullopt;
                                         }};
    };
    static const ProjectId lab = *ProjectId::parse("lab");
    row("projects", "/v3/projects", [](CloudFixture &cloud) {
        Answer<Result<ProjectList>> answer;
        cloud.projects.list(answer.callback());
        return answer.wait();
    });
    row("nodes", "/nodes", [](CloudFixture &cloud) {
        Answer<Result<NodeList>> answer;
        cloud.tpu.listNodes(lab, answer.callback());
        return answer.wait();
    });
    row("queued resources", "/queuedResources", [](CloudFixture &cloud) {
        Answer<Result<QueuedResourceList>> answer;
        cloud.tpu.listQueuedResources(lab, answer.callback());
        return answer.wait();
    });
    const auto disks = [](CloudFixture &cloud) {
        DisksClient client(cloud.http, cloud.endpoints);
        Answer<Result<DiskList>> answer;
        client.list(lab, answer.callback());
        return answer.wait();
    };
    row("disks", "/aggregated/disks", disks);
    row("disks' nodes", "/nodes", disks);
    row("quotas", "/quotaInfos", [](CloudFixture &cloud) {
        AccessClient client(cloud.http, cloud.endpoints);
        Answer<Result<QuotaLimits>> answer;
        client.tpuQuotas(lab, answer.callback());
        return answer.wait();
    });
    row("idle chips", "/timeSeries", [](CloudFixture &cloud) {
        MonitoringClient client(cloud.http, cloud.endpoints, cloud.clock);
        Answer<Result<std::vector<ChipIdle>>> answer;
        client.idleChips(lab, answer.callback());
        return answer.wait();
    });
    row("audit log", "/entries:list", [](CloudFixture &cloud) {
        AuditClient client(cloud.http, cloud.endpoints);
        Answer<Result<std::vector<AuditEntry>>> answer;
        client.ofNode({lab, *Zone::parse("us-a1-a"), *NodeName::parse("n")}, answer.callback());
        return answer.wait();
    });
}

/// A page that names itself as the next one.
void TestPages::aListThatIsCutIsNoList()
{
    QFETCH(PagedList, paged);
    int asked = 0;
    FakeServer server([&](const FakeRequest &request) {
        const bool isOfIt = request.path.contains(paged.path);
        asked += isOfIt ? 1 : 0;
        return FakeReply{200, isOfIt ? R"({"nextPageToken":"a"})" : "{}", {}, {}};
    });
    QProcessEnvironment environment = bareEnvironment(server.url(), "token");
    environment.insert("CLOUDSDK_API_ENDPOINT_OVERRIDES_MONITORING", server.url().toString());
    environment.insert("CLOUDSDK_API_ENDPOINT_OVERRIDES_LOGGING", server.url().toString());
    CloudFixture cloud(environment);
    const auto error = paged.list(cloud);
    QVERIFY(error);
    QVERIFY2(error->kind == ErrorKind::Protocol, qPrintable(error->text()));
    QVERIFY2(error->summary.startsWith("Cannot "), qPrintable(error->summary));
    QCOMPARE(asked, 2);
}

/// Cloud Logging ends a search after some time, and goes on where it is asked to.
void TestPages::anEmptyPageIsNotTheEndOfTheLog()
{
    FakeServer server([](const FakeRequest &request) {
        const QByteArray entry =
            R"({"protoPayload":{"methodName":"google.cloud.tpu.v2.Tpu.CreateNode",)"
            R"("resourceName":"projects/7/locations/us-a1-a/nodes/)";
        if (request.body.contains(R"("pageToken":"c")")) {
            return FakeReply{200, R"({"entries":[)" + entry + R"(n"}}]})", {}, {}};
        }
        return request.body.contains(R"("pageToken":"b")")
                   ? FakeReply{200, R"({"entries":[)" + entry + R"(n1"}}],"nextPageToken":"c"})", {}, {}}
                   : FakeReply{200, R"({"nextPageToken":"b"})", {}, {}};
    });
    QProcessEnvironment environment = bareEnvironment(server.url(), "token");
    environment.insert("CLOUDSDK_API_ENDPOINT_OVERRIDES_LOGGING", server.url().toString());
    CloudFixture cloud(environment);
    AuditClient client(cloud.http, cloud.endpoints);
    Answer<Result<std::vector<AuditEntry>>> answer;
    client.ofNode(
        {*ProjectId::parse("lab"), *Zone::parse("us-a1-a"), *NodeName::parse("n")},
        answer.callback());
    const auto found = answer.wait();
    QVERIFY(found && *found);
    QCOMPARE(int((*found)->size()), 1);
    QCOMPARE((*found)->front().action(), QString("created"));
    QCOMPARE(server.requests().size(), 3);
}

QTEST_GUILESS_MAIN(TestPages)
#include "tst_pages.moc"
