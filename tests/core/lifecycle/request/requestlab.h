// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/noderequestrun.h"
#include "core/lifecycle/request/requestbody.h"
#include "core/lifecycle/request/requestjson.h"
#include "core/lifecycle/request/requestservice.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QJsonArray>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <memory>

namespace podium::tests {

using namespace podium::lifecycle;
using namespace std::chrono_literals;
using State = NodeRequest::State;

/// Goes on by itself, as looks that are not due yet are waited for, and can be set on.
class TickingClock final : public Clock
{
public:
    TickingClock() { m_elapsed.start(); }
    [[nodiscard]] QDateTime now() const override
    {
        return QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC)
            .addMSecs(m_advancedMs + m_elapsed.elapsed());
    }
    [[nodiscard]] qint64 monotonicMs() const override { return now().toMSecsSinceEpoch(); }
    void advance(qint64 seconds) { m_advancedMs += seconds * 1000; }

private:
    qint64 m_advancedMs = 0;
    QElapsedTimer m_elapsed;
};

/// A host on which ssh does not always answer at once.
class MoodyHost final : public NodeHost
{
public:
    explicit MoodyHost(quint32 seed) : m_random(seed) {}
    void greet(const NodeRef &node, Callback<Result<>> done) override { answer(node, done); }
    void carryOut(const NodeRef &node, const AfterStep &, Callback<Result<>> done) override
    {
        answer(node, done);
    }

private:
    void answer(const NodeRef &node, const Callback<Result<>> &done)
    {
        const bool isSilent = m_random.bounded(4) == 0;
        done(
            isSilent ? Result<>(failure({ErrorKind::Timeout, "No answer.", {}, {}, node.text()}))
                     : Result<>());
    }
    QRandomGenerator m_random;
};

/// A request for one node, "new", in two zones of podium-sim.
class RequestLab
{
public:
    inline static const QStringList Zones{"us-central1-a", "europe-west4-a"};
    /// A lost request is waited for a good while longer than any of the faults holds one up.
    static constexpr RequestPace Pace{5ms, 5ms, 60, 5ms, 5ms, 5ms, 720, 15min, 10};

    void start()
    {
        const QJsonObject other{
            {"zone", Zones.front()},
            {"name", "other"},
            {"acceleratorType", "v2-8"},
            {"workers", 1}};
        const QJsonObject project{{"id", "lab"}, {"nodes", QJsonArray{other}}};
        m_sim = std::make_unique<SimCloud>();
        QVERIFY2(
            m_sim->startWith({{"operationMs", 60}, {"projects", QJsonArray{project}}}),
            qPrintable(m_sim->error()));
        m_cloud = std::make_unique<CloudFixture>(m_sim->environment());
        forget();
        m_clock = TickingClock();
    }
    /// What was written down, and who did it.
    void forget()
    {
        m_run.reset();
        m_home = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<RequestStore>(m_home->filePath("requests.json"));
    }
    [[nodiscard]] static QString nodesOf(const QString &zone)
    {
        return "/v2/projects/lab/locations/" + zone + "/nodes";
    }
    [[nodiscard]] NodeRequest request(bool untilCapacity = false) const
    {
        NodeRequest wanted;
        wanted.id = "wish";
        wanted.project = *ProjectId::parse("lab");
        wanted.spec.name = "new";
        wanted.spec.type = "v2-8";
        wanted.spec.runtimeVersion = "tpu-ubuntu2204-base";
        for (const QString &zone : Zones) {
            wanted.zones.push_back(*Zone::parse(zone));
        }
        wanted.untilCapacity = untilCapacity;
        wanted.createdAt = m_clock.now();
        return wanted;
    }
    [[nodiscard]] NodeRequestRun::World world()
    {
        return {m_cloud->tpu, *m_store, m_clock, nullptr};
    }
    void begin(const NodeRequest &wanted)
    {
        m_run = std::make_unique<NodeRequestRun>(world(), wanted, Pace);
        m_finished = std::make_unique<QSignalSpy>(m_run.get(), &NodeRequestRun::finished);
        m_run->start();
    }
    /// Of what was begun; it may have ended while the test did something else.
    void awaitEnd()
    {
        const auto isOver = [this] { return m_run->request().state != State::Active; };
        [&] { QTRY_VERIFY(isOver() && m_finished->count() == 1); }();
    }
    const NodeRequest &carryOut(const NodeRequest &wanted)
    {
        begin(wanted);
        awaitEnd();
        return m_run->request();
    }
    [[nodiscard]] NodeRequests stored() const
    {
        Answer<Result<NodeRequests>> answer;
        m_store->load(answer.callback());
        const auto loaded = answer.wait(Patience);
        return loaded && *loaded ? **loaded : NodeRequests{};
    }
    [[nodiscard]] QJsonObject node(const QString &zone, const QString &name = "new") const
    {
        const auto reply = m_sim->get(nodesOf(zone) + '/' + name);
        return reply.status == 200 ? reply.json() : QJsonObject();
    }
    [[nodiscard]] int calls(const QString &method, const QString &part) const
    {
        int count = 0;
        for (const auto &call : m_sim->get("/sim/log").json()["calls"].toArray()) {
            const QJsonObject object = call.toObject();
            count += object["method"] == method && object["path"].toString().contains(part) ? 1 : 0;
        }
        return count;
    }
    [[nodiscard]] int creates() const { return calls("POST", "/nodes?"); }
    [[nodiscard]] int madeByTheRequest() const
    {
        int count = 0;
        for (const QString &zone : Zones) {
            const QJsonObject labels = node(zone)["labels"].toObject();
            count += labels[requestLabel()] == QString("wish") ? 1 : 0;
        }
        return count;
    }
    void stockout(const QString &zone) const { m_sim->post("/sim/zones/" + zone + ":stockout"); }
    [[nodiscard]] static bool isOwn(const QJsonObject &node)
    {
        return node["labels"].toObject()[requestLabel()] == QString("wish");
    }
    [[nodiscard]] int readyNodes() const
    {
        return int(std::count_if(Zones.begin(), Zones.end(), [this](const QString &zone) {
            const QJsonObject seen = node(zone);
            return isOwn(seen) && seen["state"] == QString("READY");
        }));
    }
    [[nodiscard]] QStringList queued() const
    {
        QStringList names;
        const auto list = m_sim->get("/v2/projects/lab/locations/-/queuedResources").json();
        for (const auto &resource : list["queuedResources"].toArray()) {
            names << resource.toObject()["name"].toString();
        }
        return names;
    }
    /// One Podium of a person who may have several.
    [[nodiscard]] std::unique_ptr<RequestService> podium(NodeHost &host)
    {
        NodeRequestRun::World shared = world();
        shared.host = &host;
        auto service = std::make_unique<RequestService>(shared, Pace);
        service->setCarriesOn(true);
        return service;
    }
    /// Lets them go on for a while, or for as long as they do nothing; whether they did something.
    /// What they must do within so many turns is to be counted in those in which they did.
    template <typename Podiums>
    [[nodiscard]] static bool takeTurn(const Podiums &podiums)
    {
        constexpr int mostSteps = 4;
        constexpr int idleMs = 10; // all may wait for a person, or for each other
        int steps = 0;
        QEventLoop loop;
        for (const auto &podium : podiums) {
            QObject::connect(podium.get(), &RequestService::changed, &loop, [&] {
                if (++steps == mostSteps) {
                    loop.quit();
                }
            });
        }
        QTimer::singleShot(idleMs, &loop, &QEventLoop::quit);
        loop.exec();
        return steps > 0;
    }
    void write(const NodeRequest &wanted)
    {
        Answer<Result<NodeRequest>> written;
        m_store->put(wanted, written.callback());
        QVERIFY(written.wait(Patience));
    }
    /// As it was before the first request.
    void tidyUp()
    {
        forget();
        m_sim->call("DELETE", "/sim/faults", {});
        for (const QString &name : queued()) {
            m_sim->call("DELETE", "/v2/" + name + "?force=true", {});
        }
        for (const QString &zone : Zones) {
            m_sim->post("/sim/zones/" + zone + ":restore");
            m_sim->call("DELETE", nodesOf(zone) + "/new", {});
            QTRY_VERIFY(node(zone).isEmpty());
        }
        QTRY_VERIFY(queued().isEmpty());
    }

protected:
    std::unique_ptr<SimCloud> m_sim;
    std::unique_ptr<CloudFixture> m_cloud;
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RequestStore> m_store;
    TickingClock m_clock;
    std::unique_ptr<NodeRequestRun> m_run;
    std::unique_ptr<QSignalSpy> m_finished; ///< its end
};

} // namespace podium::tests
