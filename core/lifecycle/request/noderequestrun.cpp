// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/noderequestrun.h"

#include "core/base/jobs.h"
#include "core/base/log.h"
#include "core/lifecycle/request/requestbody.h"

#include <spdlog/spdlog.h>

#include <QTimer>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace podium::lifecycle {

using Kind = RequestStep::Kind;

namespace {

/// One look at a node: what it is, and what a new one like it needs.
struct NodeLook
{
    Result<cloud::Node> node;
    QByteArray remade;
};

Error notReachable(const NodeRef &node)
{
    return {
        ErrorKind::Refused,
        QStringLiteral("The workers of %1 cannot be reached from here.").arg(node.text()),
        {},
        {},
        node.text()};
}

} // namespace

NodeRequestRun::NodeRequestRun(World world, NodeRequest request, RequestPace pace, QObject *parent)
    : QObject(parent)
    , m_world(world)
    , m_machine(std::move(request), pace)
    , m_pace(pace)
{}

void NodeRequestRun::start()
{
    m_isBusy = true;
    goOn();
}

void NodeRequestRun::cancel()
{
    NodeRequest stored = request();
    if (stored.wish != NodeRequest::Wish::Cancel) {
        stored.wish = NodeRequest::Wish::Cancel;
        ++stored.wishRevision;
        setWish(stored);
    }
}

void NodeRequestRun::setWish(const NodeRequest &stored)
{
    const int known = request().wishRevision;
    m_machine.setWish(stored);
    if (request().wishRevision != known && !m_isBusy) {
        m_isBusy = true;
        goOn();
    }
}

QString NodeRequestRun::note() const
{
    QString note;
    for (std::size_t i = 0; i < request().attempts.size(); ++i) {
        if (request().attempts[i].isOpen() && !m_machine.watch(i).note().isEmpty()) {
            note = m_machine.watch(i).note();
        }
    }
    return note;
}

NodeRef NodeRequestRun::nodeOf(std::size_t attempt) const
{
    return request().nodeIn(request().attempts[attempt].zone);
}

void NodeRequestRun::finish()
{
    if (!std::exchange(m_isFinished, true)) {
        emit finished();
    }
}

void NodeRequestRun::goOn()
{
    if (request() == m_stored) {
        emit changed();
        step();
        return;
    }
    emit changed();
    m_stored = request();
    m_world.store.put(m_stored, {this, [this](const Result<NodeRequest> &stored) {
                                     if (!stored) {
                                         emit storeFailed(stored.error());
                                         return;
                                     }
                                     m_machine.setWish(*stored);
                                     step();
                                 }});
}

void NodeRequestRun::step()
{
    if (std::exchange(m_isOnWorkers, false)) {
        emit leftWorkers();
        if (m_isStopped) {
            return;
        }
    }
    m_isBusy = true;
    m_waitsUntil = {};
    ++m_turn;
    const QDateTime now = m_world.clock.now();
    const RequestStep next = m_machine.next(now);
    switch (next.kind) {
    case Kind::Begin:
        m_machine.begin(*next.zone, QUuid::createUuid().toString(QUuid::WithoutBraces), now);
        goOn();
        break;
    case Kind::End:
        if (request().state != NodeRequest::State::Active) {
            finish();
            break;
        }
        m_machine.end(next, now);
        goOn();
        break;
    case Kind::Wait:
        m_isBusy = false;
        sleepUntil(next.at);
        break;
    default:
        carryOut(next);
    }
}

void NodeRequestRun::sleepUntil(const QDateTime &at)
{
    if (request().openAttempt() == nullptr && at.isValid()) {
        m_waitsUntil = at;
    }
    emit changed();
    if (!at.isValid()) {
        return; // until somebody says something
    }
    const std::chrono::milliseconds wait(m_world.clock.now().msecsTo(at));
    QTimer::singleShot(
        std::clamp(wait, std::chrono::milliseconds(1), m_pace.longestSleep), this,
        [this, turn = m_turn] {
            if (turn == m_turn) {
                step();
            }
        });
}

void NodeRequestRun::carryOut(const RequestStep &step)
{
    const std::size_t attempt = step.attempt;
    logger("requests")
        ->debug(
            "{} in {}: {}", request().id.toStdString(),
            request().attempts[attempt].zone.text().toStdString(),
            m_machine.watch(attempt).text().toStdString());
    switch (step.kind) {
    case Kind::Send:
        send(attempt);
        break;
    case Kind::Follow:
        m_world.tpu.operation(
            request().attempts[attempt].operation,
            QStringLiteral("create %1").arg(nodeOf(attempt).text()),
            {this, [this, attempt](const Result<cloud::Operation> &operation) {
                 m_machine.handleOperation(attempt, operation, m_world.clock.now());
                 goOn();
             }});
        break;
    case Kind::LookQueue:
        lookAtQueue(attempt);
        break;
    case Kind::Look:
        look(attempt);
        break;
    case Kind::Delete:
        remove(attempt);
        break;
    default:
        reachWorkers(step);
    }
}

void NodeRequestRun::send(std::size_t attempt)
{
    const NodeAttempt &sent = request().attempts[attempt];
    const Callback<Result<cloud::Operation>> done(
        this, [this, attempt](const Result<cloud::Operation> &operation) {
            m_machine.handleSent(attempt, operation, m_world.clock.now());
            goOn();
        });
    if (sent.queuedId.isEmpty()) {
        m_world.tpu.createNode(
            nodeOf(attempt), nodeBody(request(), sent.zone), sent.requestId, done);
    } else {
        m_world.tpu.createQueuedResource(
            nodeOf(attempt), sent.queuedId, queuedResourceBody(request(), sent.zone),
            sent.requestId, done);
    }
}

void NodeRequestRun::look(std::size_t attempt)
{
    m_world.tpu.nodeDocument(
        nodeOf(attempt),
        {this, [this, attempt](const Result<QByteArray> &document) {
             runJob(
                 this,
                 [document, project = request().project] {
                     return document
                                ? NodeLook{cloud::parseNode(*document, project), nodeToRemake(*document)}
                                : NodeLook{failure(document.error()), {}};
                 },
                 [this, attempt](const NodeLook &look) {
                     m_machine.handleNode(attempt, look.node, look.remade, m_world.clock.now());
                     goOn();
                 });
         }});
}

void NodeRequestRun::lookAtQueue(std::size_t attempt)
{
    const NodeAttempt &looked = request().attempts[attempt];
    m_world.tpu.queuedResource(
        request().project, looked.zone, looked.queuedId,
        {this, [this, attempt](const Result<cloud::QueuedResource> &resource) {
             m_machine.handleQueue(attempt, resource, m_world.clock.now());
             goOn();
         }});
}

void NodeRequestRun::remove(std::size_t attempt)
{
    const NodeAttempt &removed = request().attempts[attempt];
    const Callback<Result<cloud::Operation>> done(
        this, [this, attempt](const Result<cloud::Operation> &operation) {
            m_machine.handleDeleted(attempt, operation, m_world.clock.now());
            goOn();
        });
    if (m_machine.watch(attempt).isAboutQueue(removed)) {
        const QString name =
            QStringLiteral("projects/%1/locations/%2/queuedResources/%3")
                .arg(request().project.text(), removed.zone.text(), removed.queuedId);
        m_world.tpu.deleteQueuedResource(name, nodeOf(attempt), done);
    } else {
        m_world.tpu.change(nodeOf(attempt), cloud::NodeChange::Delete, done);
    }
}

void NodeRequestRun::reachWorkers(const RequestStep &step)
{
    m_isOnWorkers = true;
    const NodeRef node = nodeOf(step.attempt);
    const Callback<Result<>> done(this, [this, step](const Result<> &result) {
        if (step.kind == Kind::Greet) {
            m_machine.handleGreeting(step.attempt, result, m_world.clock.now());
        } else {
            m_machine.handleAfter(step, result, m_world.clock.now());
        }
        goOn();
    });
    if (m_world.host == nullptr) {
        done(failure(notReachable(node)));
    } else if (step.kind == Kind::Greet) {
        m_world.host->greet(node, done);
    } else {
        m_world.host->carryOut(node, request().attempts[step.attempt].after[step.part], done);
    }
}

} // namespace podium::lifecycle
