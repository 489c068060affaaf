// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/computeclient.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include <memory>
#include <vector>

using namespace podium;
using namespace podium::cloud;
using namespace podium::tests;

/// A project's metadata against podium-sim, with others who write at the same time.
class TestComputeClient final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readsAll();
    void changesOneEntry();
    void nothingToChangeWritesNothing();
    void manyWritersLoseNothing();
    void aWriterInBetween();
    void refusals();

private:
    using Outcome = std::optional<Result<ProjectMetadata>>;
    [[nodiscard]] static QString problem(const Outcome &outcome)
    {
        return !outcome ? QString("no answer") : *outcome ? QString() : outcome->error().text();
    }
    [[nodiscard]] Outcome read()
    {
        Answer<Result<ProjectMetadata>> answer;
        m_client->metadata(*ProjectId::parse("lab"), answer.callback());
        return answer.wait(Patience);
    }
    [[nodiscard]] Outcome change(ComputeClient::Change change)
    {
        Answer<Result<ProjectMetadata>> answer;
        m_client->changeMetadata(
            *ProjectId::parse("lab"), "ssh-keys", std::move(change), answer.callback());
        return answer.wait(Patience);
    }
    /// As another program would, without any of Podium's code.
    void writeAsAnother(const QString &key, const QString &value)
    {
        const QJsonObject before =
            m_sim->get("/compute/v1/projects/lab").json()["commonInstanceMetadata"].toObject();
        QJsonArray items = before["items"].toArray();
        items.append(QJsonObject{{"key", key}, {"value", value}});
        QCOMPARE(
            m_sim
                ->post(
                    "/compute/v1/projects/lab/setCommonInstanceMetadata",
                    {{"fingerprint", before["fingerprint"]}, {"items", items}})
                .status,
            200);
    }

    std::unique_ptr<SimCloud> m_sim;
    std::unique_ptr<CloudFixture> m_cloud;
    std::unique_ptr<ComputeClient> m_client;
};

void TestComputeClient::init()
{
    m_sim = std::make_unique<SimCloud>();
    const QJsonObject project{
        {"id", "lab"},
        {"sshKeys", QJsonArray{"ada:ssh-ed25519 AAAA ada", "ben:ssh-ed25519 BBBB ben"}},
        {"metadata", QJsonObject{{"enable-oslogin", "FALSE"}, {"startup-script", "#!/bin/sh\n:"}}}};
    QVERIFY2(
        m_sim->startWith({{"operationMs", 200}, {"projects", QJsonArray{project}}}),
        qPrintable(m_sim->error()));
    m_cloud = std::make_unique<CloudFixture>(m_sim->environment());
    m_client = std::make_unique<ComputeClient>(m_cloud->http, m_cloud->endpoints);
}

void TestComputeClient::readsAll()
{
    const auto metadata = read();
    QVERIFY(metadata && *metadata);
    QVERIFY(!(*metadata)->fingerprint.isEmpty());
    QCOMPARE(
        (*metadata)->value("ssh-keys"),
        QString("ada:ssh-ed25519 AAAA ada\nben:ssh-ed25519 BBBB ben"));
    QVERIFY(!(*metadata)->usesOsLogin());
    ProjectMetadata other = **metadata;
    other.set("enable-oslogin", "TRUE");
    QVERIFY(other.usesOsLogin());
}

void TestComputeClient::changesOneEntry()
{
    const auto done =
        change([](const QString &before) { return QString(before + "\ncy:ssh-rsa C c"); });
    QVERIFY2(done && *done, qPrintable(problem(done)));
    const auto metadata = read();
    QVERIFY((*metadata)->value("ssh-keys").endsWith("BBBB ben\ncy:ssh-rsa C c"));
    QCOMPARE((*metadata)->value("startup-script"), QString("#!/bin/sh\n:"));
    QCOMPARE((*metadata)->value("enable-oslogin"), QString("FALSE"));
}

void TestComputeClient::nothingToChangeWritesNothing()
{
    m_sim->call("DELETE", "/sim/log", {});
    QVERIFY(*change([](const QString &before) { return before; }));
    const QByteArray log = m_sim->get("/sim/log").body;
    QVERIFY2(!log.contains("setCommonInstanceMetadata"), log);
}

void TestComputeClient::manyWritersLoseNothing()
{
    // All of them read the same fingerprint; all but one are turned away, and come again.
    constexpr int writers = 8;
    std::vector<std::unique_ptr<Answer<Result<ProjectMetadata>>>> answers;
    for (int i = 0; i < writers; ++i) {
        answers.push_back(std::make_unique<Answer<Result<ProjectMetadata>>>());
        m_client->changeMetadata(
            *ProjectId::parse("lab"), "ssh-keys",
            [i](const QString &before) -> Result<QString> {
                return QString(before + QStringLiteral("\nuser%1:ssh-rsa K k").arg(i));
            },
            answers.back()->callback());
    }
    for (const auto &answer : answers) {
        const auto done = answer->wait(Patience);
        QVERIFY2(done && *done, qPrintable(problem(done)));
    }
    const QString keys = (*read())->value("ssh-keys");
    QCOMPARE(keys.count('\n'), 1 + writers);
    for (int i = 0; i < writers; ++i) {
        QVERIFY(keys.contains(QStringLiteral("\nuser%1:").arg(i)));
    }
    QVERIFY(m_sim->get("/sim/log").body.contains("412"));
}

void TestComputeClient::aWriterInBetween()
{
    // Another program writes exactly between our reading and our writing, twice.
    int times = 0;
    const auto done = change([this, &times](const QString &before) -> Result<QString> {
        if (++times <= 2) {
            writeAsAnother(QStringLiteral("other-%1").arg(times), "theirs");
        }
        return QString(before + "\ncy:ssh-rsa C c");
    });
    QVERIFY2(done && *done, qPrintable(problem(done)));
    QCOMPARE(times, 3);
    const auto metadata = read();
    QCOMPARE((*metadata)->value("other-1"), QString("theirs"));
    QCOMPARE((*metadata)->value("other-2"), QString("theirs"));
    QCOMPARE((*metadata)->value("ssh-keys").count("cy:"), 1);
}

void TestComputeClient::refusals()
{
    const auto given = change([](const QString &) -> Result<QString> {
        return failure({ErrorKind::NotFound, "There is no such key.", {}, {}, {}});
    });
    QVERIFY(given && !*given);
    QCOMPARE(given->error().kind, ErrorKind::NotFound);
    m_sim->post(
        "/sim/faults", {{"path", "setCommonInstanceMetadata"}, {"status", 403}, {"count", 1}});
    const auto denied = change([](const QString &before) { return QString(before + "\nx:y z"); });
    QVERIFY(denied && !*denied);
    QCOMPARE(denied->error().kind, ErrorKind::PermissionDenied);
    QVERIFY2(
        denied->error().text().contains("change the metadata of lab"),
        qPrintable(denied->error().text()));
}

QTEST_GUILESS_MAIN(TestComputeClient)
#include "tst_computeclient.moc"
