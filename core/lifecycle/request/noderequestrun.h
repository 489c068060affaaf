// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/cloud/clients/tpuclient.h"
#include "core/lifecycle/request/nodehost.h"
#include "core/lifecycle/request/requestmachine.h"
#include "core/lifecycle/request/requeststore.h"

#include <QObject>

#include <chrono>

namespace podium::lifecycle {

/// Carries one node request out: does what its RequestMachine says, one thing at a time, and writes
/// down what changed before it does the next, so that whoever takes the request up again knows of
/// it. Lives on one thread, blocks never; destroyed early, what the cloud has begun goes on.
class NodeRequestRun final : public QObject
{
    Q_OBJECT

public:
    /// What it works with; all must outlive it.
    struct World
    {
        cloud::TpuClient &tpu;
        const RequestStore &store;
        const Clock &clock;
        NodeHost *host = nullptr; ///< null: workers cannot be reached from here
    };

    /// The caller holds the claim on the request.
    NodeRequestRun(
        World world, NodeRequest request, RequestPace pace = {}, QObject *parent = nullptr);

    void start();
    /// Gives up: nothing more is asked for, and a node under way is deleted.
    void cancel();
    /// What a person wants now, as it was stored by whoever.
    void setWish(const NodeRequest &stored);
    [[nodiscard]] const NodeRequest &request() const { return m_machine.request(); }
    /// Until when nothing is done; invalid: something is under way.
    [[nodiscard]] QDateTime waitsUntil() const { return m_waitsUntil; }
    /// What holds it up, as a sentence; mostly empty.
    [[nodiscard]] QString note() const;
    /// Something is done on the workers of the node, or was and is not written down yet.
    [[nodiscard]] bool isOnWorkers() const { return m_isOnWorkers; }
    /// Does nothing more. Only within leftWorkers().
    void stop() { m_isStopped = true; }

signals:
    void changed();
    void finished();
    /// What was done on the workers has ended and is written down; nothing is under way.
    void leftWorkers();
    /// It cannot be written down how far it is, so nothing more is sent.
    void storeFailed(const podium::Error &error);

private:
    void step();
    void carryOut(const RequestStep &step);
    void sleepUntil(const QDateTime &at);
    void send(std::size_t attempt);
    void look(std::size_t attempt);
    void lookAtQueue(std::size_t attempt);
    void remove(std::size_t attempt);
    void reachWorkers(const RequestStep &step);
    /// Writes down what changed, then goes on.
    void goOn();
    void finish();
    [[nodiscard]] NodeRef nodeOf(std::size_t attempt) const;

    World m_world;
    RequestMachine m_machine;
    const RequestPace m_pace;
    NodeRequest m_stored; ///< as it was written down last
    QDateTime m_waitsUntil;
    bool m_isBusy = false; ///< something is under way whose answer comes
    bool m_isFinished = false;
    bool m_isOnWorkers = false;
    bool m_isStopped = false;
    int m_turn = 0; ///< of the timers: only the last one counts
};

} // namespace podium::lifecycle
