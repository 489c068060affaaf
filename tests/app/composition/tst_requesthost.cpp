// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/requesthost.h"
#include "app/composition/services.h"
#include "core/cloud/values/hostkeyalias.h"
#include "core/people/roster/rosteredit.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/people/sshkeygen.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace podium;
using namespace podium::tests;

/// What is done on the workers of a node that a request has made.
class TestRequestHost final : public QObject
{
    Q_OBJECT

private slots:
    void eachPeopleStepReadsTheRoster();
    void knownKeysCountWhereGoogleCannotBeAsked();

private:
    [[nodiscard]] bool peopleStep() const
    {
        const NodeRef node{
            *ProjectId::parse("lab"), *Zone::parse("us-central2-b"), *NodeName::parse("one")};
        Answer<Result<>> answer;
        m_host->carryOut(node, {}, answer.callback());
        const auto result = answer.wait();
        return result && *result;
    }
    [[nodiscard]] bool add(const people::Person &person) const
    {
        Answer<Result<people::Roster>> answer;
        m_services->roster.change(
            [person](people::Roster roster) {
                return people::withNewPerson(std::move(roster), person);
            },
            answer.callback());
        const auto result = answer.wait();
        return result && *result;
    }

    QTemporaryDir m_home;
    SimCloud m_cloud;
    std::unique_ptr<app::Services> m_services;
    std::unique_ptr<app::RequestHost> m_host;
};

void TestRequestHost::eachPeopleStepReadsTheRoster()
{
    const QJsonObject node{
        {"zone", "us-central2-b"}, {"name", "one"}, {"acceleratorType", "v4-8"}, {"workers", 1}};
    QVERIFY2(
        m_cloud.startWith(
            {{"operationMs", 0},
             {"projects", QJsonArray{QJsonObject{{"id", "lab"}, {"nodes", QJsonArray{node}}}}}}),
        qPrintable(m_cloud.error()));
    app::ServiceOptions options;
    options.paths = {
        m_home.path(), m_home.filePath("c"), m_home.filePath("d"), m_home.filePath("s")};
    options.environment = m_cloud.environment();
    // Without a key no worker can be looked at: who is on the roster is seen by that.
    options.environment.remove("SSH_AUTH_SOCK");
    options.environment.remove("PODIUM_SSH_IDENTITY");
    auto services = app::Services::make(options);
    QVERIFY(services);
    m_services = std::move(*services);
    m_host = std::make_unique<app::RequestHost>(*m_services);
    QVERIFY(peopleStep()); // nobody is on it

    people::Person ada;
    ada.login = *UserName::parse("ada");
    const auto keys = people::rosterKeysFrom(
        makeKey(m_home.path(), "ada", {"-t", "ed25519"}), m_services->clock.now());
    QVERIFY(keys);
    ada.keys = *keys;
    people::Grant all;
    all.selector = "@all";
    ada.grants = {all};
    QVERIFY(add(ada));
    QVERIFY(!peopleStep());
}

void TestRequestHost::knownKeysCountWhereGoogleCannotBeAsked()
{
    SimCloud cloud;
    const QJsonObject node{{"zone", "us-central2-b"}, {"name", "one"}, {"workers", 1}};
    QVERIFY2(
        cloud.startWith(
            {{"projects", QJsonArray{QJsonObject{{"id", "lab"}, {"nodes", QJsonArray{node}}}}}}),
        qPrintable(cloud.error()));
    if (cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
    const QTemporaryDir home;
    app::ServiceOptions options;
    options.paths = {home.path(), home.filePath("c"), home.filePath("d"), home.filePath("s")};
    options.environment = cloud.environment();
    auto services = app::Services::make(options);
    QVERIFY(services);
    const NodeRef one = WorkerRef::parse("lab/us-central2-b/one:0")->node;
    const inventory::Inventory &inventory = (*services)->inventory;
    const auto known = [&] { return inventory.snapshot().find(one); };
    (*services)->inventory.refresh();
    QTRY_VERIFY(known() && !known()->node.workers.at(0).hostKeys.isEmpty());
    // Without those, what counts is the key that it was first met by, which is another one.
    const auto other =
        ssh::HostKey::parse(makeKey(home.path(), "other", {"-t", "ed25519"})).value();
    (void)(*services)->hostKeys->check(cloud::hostKeyAlias(known()->node, 0), other);
    QCOMPARE(
        cloud.post("/sim/faults", {{"path", ":getGuestAttributes"}, {"status", 403}}).status, 200);
    app::RequestHost host(**services);
    Answer<Result<>> answer;
    host.greet(one, answer.callback());
    const auto greeted = answer.wait();
    QVERIFY(greeted);
    QVERIFY2(greeted->has_value(), qPrintable(*greeted ? QString() : greeted->error().text()));
}

QTEST_GUILESS_MAIN(TestRequestHost)
#include "tst_requesthost.moc"
