// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/noderequestrun.h"

#include "core/lifecycle/action/nodeaction.h"
#include "core/lifecycle/request/requestjson.h"

#include <QTimer>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace podium::lifecycle {

namespace {

/// Whether the cloud may have heard a request that ended so.
bool isOpenAfter(ErrorKind kind)
{
    return kind == ErrorKind::Network || kind == ErrorKind::Timeout ||
           kind == ErrorKind::Unavailable || kind == ErrorKind::Protocol ||
           kind == ErrorKind::AlreadyExists; // by an earlier sending of the same try, maybe
}

} // namespace

NodeRequestRun::NodeRequestRun(
    cloud::TpuClient &tpu, const RequestStore &store, const Clock &clock, NodeRequest request,
    RequestPace pace, QObject *parent)
    : QObject(parent)
    , m_tpu(tpu)
    , m_store(store)
    , m_clock(clock)
    , m_request(std::move(request))
    , m_pace(pace)
{}

void NodeRequestRun::start()
{
    save(&NodeRequestRun::step);
}

void NodeRequestRun::cancel()
{
    if (m_request.state != NodeRequest::State::Active || std::exchange(m_isCancelled, true)) {
        return;
    }
    ++m_turn;
    m_waitsUntil = {};
    if (m_isSending) {
        return; // a look could come before the cloud has heard of the node
    }
    if (m_request.openAttempt() != nullptr) {
        look();
    } else {
        end(NodeRequest::State::Cancelled);
    }
}

void NodeRequestRun::finish()
{
    if (!std::exchange(m_isFinished, true)) {
        emit finished();
    }
}

void NodeRequestRun::save(void (NodeRequestRun::*next)())
{
    emit changed();
    m_store.put(m_request, {this, [this, next](const Result<> &written) {
                                if (written) {
                                    (this->*next)();
                                } else {
                                    emit storeFailed(written.error());
                                }
                            }});
}

void NodeRequestRun::later(std::chrono::milliseconds wait, void (NodeRequestRun::*what)())
{
    QTimer::singleShot(wait, this, [this, what, turn = ++m_turn] {
        if (turn == m_turn) {
            (this->*what)();
        }
    });
}

void NodeRequestRun::step()
{
    m_waitsUntil = {};
    if (m_request.state != NodeRequest::State::Active) {
        finish();
        return;
    }
    if (const NodeAttempt *open = m_request.openAttempt()) {
        open->operation.isEmpty() ? look() : follow();
        return;
    }
    const NextTry next = nextTry(m_request, m_clock.now());
    switch (next.kind) {
    case NextTry::Kind::Send:
        beginTry(*next.zone);
        break;
    case NextTry::Kind::GiveUp:
        end(NodeRequest::State::GivenUp, next.reason);
        break;
    case NextTry::Kind::Wait:
        m_waitsUntil = next.at;
        emit changed();
        later(
            std::clamp(
                std::chrono::milliseconds(m_clock.now().msecsTo(next.at)),
                std::chrono::milliseconds(1), m_pace.longestSleep),
            &NodeRequestRun::step);
        break;
    }
}

void NodeRequestRun::beginTry(const Zone &zone)
{
    m_refusal.reset();
    m_misses = 0;
    m_request.attempts.push_back(
        {zone, QUuid::createUuid().toString(QUuid::WithoutBraces), m_clock.now(), {}, {}, {}, {}});
    save(&NodeRequestRun::send);
}

void NodeRequestRun::send()
{
    if (m_isCancelled) {
        return; // cancel() looks whether there is anything to delete
    }
    m_isSending = true;
    m_tpu.createNode(
        node(), nodeBody(m_request), m_request.attempts.back().requestId,
        {this, [this](const Result<cloud::Operation> &operation) { handleSent(operation); }});
}

void NodeRequestRun::handleSent(const Result<cloud::Operation> &operation)
{
    m_isSending = false;
    if (operation) {
        m_request.attempts.back().operation = operation->name;
        m_refusal = operation->error;
        save(operation->done || m_isCancelled ? &NodeRequestRun::look : &NodeRequestRun::follow);
    } else if (isOpenAfter(operation.error().kind)) {
        m_refusal = operation.error();
        look();
    } else {
        endTry(refusalOf(operation.error()), operation.error().detail);
    }
}

void NodeRequestRun::follow()
{
    m_tpu.operation(
        m_request.attempts.back().operation, QStringLiteral("create %1").arg(node().text()),
        {this, [this](const Result<cloud::Operation> &operation) {
             if (m_isCancelled) {
                 return;
             }
             const bool isForgotten = !operation && operation.error().kind == ErrorKind::NotFound;
             if ((operation && operation->done) || isForgotten) {
                 m_refusal = operation ? operation->error : std::nullopt;
                 look();
             } else {
                 later(m_pace.look, &NodeRequestRun::follow);
             }
         }});
}

void NodeRequestRun::look()
{
    m_tpu.node(node(), {this, [this](const Result<cloud::Node> &node) { handleLook(node); }});
}

void NodeRequestRun::handleLook(const Result<cloud::Node> &node)
{
    if (m_request.openAttempt() == nullptr) {
        return;
    }
    const Sighting sighting = sightingOf(m_request, node);
    m_misses = sighting == Sighting::Missing ? m_misses + 1 : 0;
    const bool isOurs = sighting == Sighting::Stands || sighting == Sighting::OnTheWay ||
                        sighting == Sighting::Leftover;
    if (sighting == Sighting::Leftover || (isOurs && m_isCancelled)) {
        deleteOwn(*node);
    } else if (sighting == Sighting::Stands) {
        m_request.attempts.back().endedAt = m_clock.now();
        end(NodeRequest::State::Made);
    } else if (sighting == Sighting::Theirs) {
        endTry(
            Refusal::NameTaken,
            QStringLiteral("There is another node of this name, which this request did not make."));
    } else if (
        // An operation that failed left nothing; else the request may still be on its way.
        sighting == Sighting::Missing &&
        (m_misses >= m_pace.missesAfterLoss ||
         (m_refusal && !m_request.attempts.back().operation.isEmpty()))) {
        endTry(
            m_refusal ? refusalOf(*m_refusal) : Refusal::Passing,
            m_refusal ? m_refusal->detail : QStringLiteral("The node is not there."));
    } else {
        later(m_pace.look, &NodeRequestRun::look);
    }
}

void NodeRequestRun::deleteOwn(const cloud::Node &node)
{
    if (isLocked(node)) {
        m_request.attempts.back().endedAt = m_clock.now();
        end(NodeRequest::State::GivenUp,
            QStringLiteral("%1 is locked by the label %2, so it stays.")
                .arg(node.ref.text(), lockLabel()));
        return;
    }
    if (!m_refusal) {
        m_refusal = Error{
            ErrorKind::NoCapacity, {}, QStringLiteral("It was %1.").arg(node.stateText), {}, {}};
    }
    if (node.state != cloud::NodeState::Deleting) {
        // Whether it was heard is seen by the next look.
        m_tpu.change(
            node.ref, cloud::NodeChange::Delete, {this, [](const Result<cloud::Operation> &) {}});
    }
    later(m_pace.look, &NodeRequestRun::look);
}

void NodeRequestRun::endTry(Refusal refusal, const QString &answer)
{
    NodeAttempt &attempt = m_request.attempts.back();
    attempt.endedAt = m_clock.now();
    attempt.refusal = refusal;
    attempt.answer = answer;
    if (m_isCancelled) {
        end(NodeRequest::State::Cancelled);
    } else {
        save(&NodeRequestRun::step);
    }
}

void NodeRequestRun::end(NodeRequest::State state, const QString &reason)
{
    m_request.state = state;
    m_request.reason = reason;
    save(&NodeRequestRun::finish);
}

} // namespace podium::lifecycle
