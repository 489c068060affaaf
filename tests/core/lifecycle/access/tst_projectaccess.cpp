// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/access/projectaccess.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::cloud;

/// What is known of a project, and what stands in the way of a new node there.
class TestProjectAccess final : public QObject
{
    Q_OBJECT

private slots:
    void servicesAreReadOrUnknown();
    void permissionsAreReadOrRefused();
    void quotasAndNat();
    void nothingIsInTheWay();
    void eachObstacleIsASentence();
    void whatIsNotKnownIsSaidApart();

private:
    [[nodiscard]] static ProjectAccess good()
    {
        ProjectAccess access;
        access.tpuApi = ServiceState::Enabled;
        access.permissions = neededPermissionNames();
        return access;
    }
};

void TestProjectAccess::servicesAreReadOrUnknown()
{
    const auto state = [](const char *json) { return parseServiceState(json, "lab"); };
    QCOMPARE(*state("{\"name\":\"x\",\"state\":\"ENABLED\"}"), ServiceState::Enabled);
    QCOMPARE(*state("{\"name\":\"x\",\"state\":\"DISABLED\"}"), ServiceState::Disabled);
    QCOMPARE(*state("{\"name\":\"x\"}"), ServiceState::Unknown);
    for (const char *bad : {"", "<html>", "[]", "{}", "{\"state\":\"ENABLED\""}) {
        QCOMPARE(state(bad).error().kind, ErrorKind::Protocol);
    }
}

void TestProjectAccess::permissionsAreReadOrRefused()
{
    const auto granted = parseGrantedPermissions("{\"permissions\":[\"tpu.nodes.list\"]}", "lab");
    ProjectAccess access;
    QVERIFY(!access.lacks("tpu.nodes.create")); // not known
    access.permissions = *granted;
    QVERIFY(access.lacks("tpu.nodes.create"));
    QVERIFY(!access.lacks("tpu.nodes.list"));
    QVERIFY(permissionsText(access).startsWith("You may not: create nodes; delete nodes;"));
    QVERIFY(access.lacks("tpu.operations.get") && permissionsText(access).contains("see how far"));
    QVERIFY(parseGrantedPermissions("{}", "lab")->isEmpty()); // none of them
    QCOMPARE(parseGrantedPermissions("[1]", "lab").error().kind, ErrorKind::Protocol);
    QCOMPARE(parseGrantedPermissions("{\"a\":1}", "lab").error().kind, ErrorKind::Protocol);
}

void TestProjectAccess::quotasAndNat()
{
    const auto quotas = parseRegionQuotas(
        "{\"name\":\"r\",\"quotas\":[{\"metric\":\"IN_USE_ADDRESSES\",\"limit\":8.0,\"usage\":3}]}",
        "lab");
    QCOMPARE((*quotas)[0], (RegionQuota{"IN_USE_ADDRESSES", 8, 3}));
    QVERIFY(!parseRegionQuotas("{}", "lab"));
    const auto nat = [](const char *json) { return parseHasNat(json, "default", "lab"); };
    const char *with = "{\"items\":[{\"network\":\"https://x/networks/default\",\"nats\":[{}]}]}";
    QVERIFY(*nat(with));
    QVERIFY(!*nat("{\"items\":[{\"network\":\"https://x/networks/other\",\"nats\":[{}]}]}"));
    QVERIFY(!*nat("{\"items\":[{\"network\":\"https://x/networks/default\"}]}"));
    QVERIFY(!*nat("{}"));
    QVERIFY(!nat("<html>"));
}

void TestProjectAccess::nothingIsInTheWay()
{
    const RegionState region{{{{"IN_USE_ADDRESSES", 8, 4}}}, {}};
    const CreateObstacles found = createObstacles(good(), region, {"us-east1", 4});
    QVERIFY(found.known.isEmpty());
    QVERIFY(found.unknown.isEmpty());
}

void TestProjectAccess::eachObstacleIsASentence()
{
    ProjectAccess access = good();
    access.tpuApi = ServiceState::Disabled;
    access.permissions->removeAll("tpu.nodes.create");
    access.permissions->removeAll("iam.serviceAccounts.actAs");
    const RegionState region{{{{"IN_USE_ADDRESSES", 8, 5}}}, false};
    CreateNeeds needs{"us-east1", 4, true, true};
    QCOMPARE(
        createObstacles(access, region, needs).known,
        QStringList(
            {"The Cloud TPU API is off in this project.",
             "You lack the permission tpu.nodes.create.",
             "You lack the permission iam.serviceAccounts.actAs.",
             "It needs 4 external addresses (one a worker), and us-east1 has 3 left of 8 "
             "(IN_USE_ADDRESSES)."}));
    needs.usesExternalIps = false;
    QVERIFY(createObstacles(access, region, needs).known.last().contains("no Cloud NAT"));
}

void TestProjectAccess::whatIsNotKnownIsSaidApart()
{
    const CreateObstacles found = createObstacles({}, {}, {"us-east1", 1});
    QVERIFY(found.known.isEmpty());
    QCOMPARE(found.unknown.size(), 2);
    const CreateObstacles inside = createObstacles(good(), {}, {"us-east1", 1, false});
    QVERIFY(inside.unknown[0].contains("Cloud NAT"));
}

QTEST_GUILESS_MAIN(TestProjectAccess)
#include "tst_projectaccess.moc"
