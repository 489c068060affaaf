// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestservice.h"

#include "core/base/jobs.h"

#include <algorithm>
#include <utility>

namespace podium::lifecycle {

using Wish = NodeRequest::Wish;
using State = NodeRequest::State;

namespace {

constexpr std::chrono::seconds FileLook{2};
constexpr qint64 ElsewhereSeconds = 15; ///< for so long one is believed to be carried out elsewhere
constexpr qint64 TroubleSeconds = 60;   ///< before one that could not be stored is tried again

NodeRequests::const_iterator findRequest(const NodeRequests &requests, const QString &id)
{
    return std::find_if(requests.begin(), requests.end(), [&id](const NodeRequest &request) {
        return request.id == id;
    });
}

/// Its node stands, and something comes after; else it ends right away, which is told.
bool goesOnStanding(const NodeRequest &request)
{
    return request.standing() != nullptr && !request.standing()->after.empty();
}

Error isOver(const QString &id)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("The request has already ended, maybe by another Podium."),
        {},
        QStringLiteral("The list shows how it ended."),
        id};
}

} // namespace

RequestService::RequestService(NodeRequestRun::World world, RequestPace pace, QObject *parent)
    : QObject(parent)
    , m_world(world)
    , m_pace(pace)
{
    m_fileTimer.setInterval(FileLook);
    connect(&m_fileTimer, &QTimer::timeout, this, &RequestService::lookAtFile);
}

RequestService::~RequestService() = default;

void RequestService::lookAtFile()
{
    if (m_world.store.state() != m_fileState) {
        reload();
    } else {
        claimAll();
    }
}

void RequestService::reload()
{
    reloadAndTell({});
}

void RequestService::reloadAndTell(const std::optional<Error> &error)
{
    m_fileTimer.start();
    m_fileState = m_world.store.state();
    m_world.store.load({this, [this, error, look = ++m_lastLook](Result<NodeRequests> requests) {
                            if (requests) {
                                m_readError.reset();
                                take(std::move(*requests), look);
                                claimAll();
                            } else if (m_readError != requests.error()) {
                                m_readError = requests.error(); // once, not at each look
                                emit failed(requests.error());
                            }
                            if (error) {
                                emit failed(*error);
                            }
                        }});
}

/// Answers may come in another order than they were asked for, and one that was asked for before a
/// request ended here may not know of it: what is known better stays.
void RequestService::take(NodeRequests requests, int look)
{
    if (look > m_newestLook) {
        m_newestLook = look;
        setRequests(std::move(requests));
    } else if (look == m_lastLook) {
        reload(); // nothing newer is on its way
    }
}

void RequestService::setRequests(NodeRequests requests)
{
    for (const auto &[id, work] : m_work) {
        const auto known = findRequest(requests, id);
        if (known == requests.end()) {
            requests.push_back(work.run->request());
            continue;
        }
        work.run->setWish(*known);
        requests[std::size_t(known - requests.begin())] = work.run->request();
    }
    const bool isFirst = !std::exchange(m_isLoaded, true);
    if (requests == m_requests) {
        return;
    }
    const NodeRequests before = std::exchange(m_requests, std::move(requests));
    for (std::size_t i = 0; !isFirst && i < m_requests.size(); ++i) {
        const NodeRequest request = m_requests[i];
        const auto known = findRequest(before, request.id);
        tellNews(known == before.end() ? nullptr : &*known, request);
    }
    emit changed();
}

/// What happened between two states of a request.
void RequestService::tellNews(const NodeRequest *before, const NodeRequest &now)
{
    const bool wasActive = before == nullptr || before->state == State::Active;
    if (wasActive && now.state != State::Active) {
        emit ended(now);
    } else if (now.isAsking() && (before == nullptr || !before->isAsking())) {
        emit asks(now);
    } else if (goesOnStanding(now) && (before == nullptr || before->standing() == nullptr)) {
        emit stands(now);
    }
}

void RequestService::setCarriesOn(bool carriesOn)
{
    if (std::exchange(m_carriesOn, carriesOn) == carriesOn) {
        return;
    }
    if (carriesOn) {
        reload();
        return;
    }
    for (auto work = m_work.begin(); work != m_work.end();) {
        // What goes on on workers would be begun there a second time by whoever claims it now.
        const bool isFree = work->second.isForWatch && !work->second.run->isOnWorkers();
        work = isFree ? m_work.erase(work) : std::next(work);
    }
    emit changed();
}

void RequestService::claimAll()
{
    if (!m_carriesOn) {
        return;
    }
    const QDateTime now = m_world.clock.now();
    for (const NodeRequest &request : m_requests) {
        const auto elsewhere = m_elsewhere.find(request.id);
        const bool isFree = elsewhere == m_elsewhere.end() ||
                            qAbs(elsewhere->second.secsTo(now)) >= ElsewhereSeconds;
        const auto trouble = m_troubles.find(request.id);
        const bool isTried =
            trouble == m_troubles.end() || qAbs(trouble->second.at.secsTo(now)) >= TroubleSeconds;
        if (request.state == State::Active && m_work.count(request.id) == 0 && isFree && isTried) {
            claim(request.id, {}, true);
        }
    }
}

RequestService::Doing RequestService::doing(const QString &id) const
{
    const auto work = m_work.find(id);
    if (work == m_work.end()) {
        return m_elsewhere.count(id) > 0 ? Doing::Elsewhere : Doing::Nothing;
    }
    return work->second.run->request().wish == Wish::Cancel ? Doing::GivesUp : Doing::CarriesOut;
}

QDateTime RequestService::waitsUntil(const QString &id) const
{
    const auto work = m_work.find(id);
    return work == m_work.end() ? QDateTime() : work->second.run->waitsUntil();
}

QString RequestService::note(const QString &id) const
{
    const auto work = m_work.find(id);
    return work == m_work.end() ? QString() : work->second.run->note();
}

void RequestService::begin(const NodeRequest &request)
{
    claim(request.id, request, false);
}

void RequestService::goOn(const QString &id)
{
    setWish(id, Wish::Go, {}, true);
}

void RequestService::pause(const QString &id)
{
    setWish(id, Wish::Pause, {}, false);
}

void RequestService::giveUp(const QString &id)
{
    setWish(id, Wish::Cancel, {}, true);
}

void RequestService::setZones(const QString &id, const ZoneWish &where)
{
    setWish(id, {}, where, false);
}

/// Whoever carries it out hears of it by the file; where nobody does, it is taken here.
void RequestService::setWish(
    const QString &id, std::optional<Wish> wish, const ZoneWish &where, bool claims)
{
    m_world.store.setWish(
        id, wish, where, {this, [this, id, claims](const Result<NodeRequest> &stored) {
                              if (!stored) {
                                  reloadAndTell(stored.error());
                                  return;
                              }
                              const auto work = m_work.find(id);
                              if (work != m_work.end()) {
                                  work->second.run->setWish(*stored);
                                  work->second.isForWatch = work->second.isForWatch && !claims;
                              } else if (claims) {
                                  claim(id, {}, false);
                              }
                              reload();
                          }});
}

void RequestService::claim(
    const QString &id, const std::optional<NodeRequest> &fresh, bool isForWatch)
{
    const auto underWay = m_claiming.find(id);
    if (underWay != m_claiming.end()) {
        underWay->second = underWay->second && isForWatch; // once a person asks, it is theirs
        return;
    }
    if (m_work.count(id) > 0) {
        return;
    }
    m_claiming[id] = isForWatch;
    const auto claim = [store = m_world.store, id] {
        return std::make_shared<Result<FileLock>>(store.claim(id));
    };
    runJob(this, claim, [this, id, fresh](const Claim &claimed) {
        const bool isStillForWatch = m_claiming[id];
        const bool isStored = *claimed && !fresh && (!isStillForWatch || m_carriesOn);
        if (!isStored) {
            m_claiming.erase(id);
        }
        if (*claimed) {
            m_claimErrors.erase(id);
            const bool wasElsewhere = m_elsewhere.erase(id) > 0;
            if (fresh) {
                carryOut(*fresh, claimed, isStillForWatch);
            } else if (isStored) {
                carryOutStored(id, claimed);
            } else if (wasElsewhere) {
                emit changed();
            }
        } else {
            handleRefusal(id, claimed->error(), isStillForWatch);
        }
    });
}

void RequestService::handleRefusal(const QString &id, const Error &error, bool isForWatch)
{
    if (error.kind == ErrorKind::Conflict) {
        const bool isNew = m_elsewhere.count(id) == 0;
        m_elsewhere[id] = m_world.clock.now();
        if (isNew) {
            emit changed();
        }
        return;
    }
    const auto said = m_claimErrors.find(id);
    const bool isNew = said == m_claimErrors.end() || said->second != error;
    m_claimErrors[id] = error;
    if (isNew || !isForWatch) { // the watch tries again at each look
        emit failed(error);
    }
}

/// The watch tries again after a while, as on a disk that is full.
void RequestService::tellTrouble(const QString &id, const Error &error, bool isForWatch)
{
    const QDateTime now = m_world.clock.now();
    const auto said = m_troubles.find(id);
    const bool isNew = said == m_troubles.end() || said->second.error != error ||
                       qAbs(said->second.at.secsTo(now)) > 3 * TroubleSeconds; // over meanwhile
    m_troubles[id] = {error, now};
    if (isNew || !isForWatch) {
        emit failed(error);
    }
}

/// As it is now that nobody else can change it. Until that is read, it counts as being claimed: a
/// second claim of our own would be taken for another Podium's.
void RequestService::carryOutStored(const QString &id, const Claim &claim)
{
    m_world.store.load({this, [this, id, claim](const Result<NodeRequests> &requests) {
                            const bool isForWatch = m_claiming.extract(id).mapped();
                            if (isForWatch && !m_carriesOn) {
                                emit changed(); // whoever has the watch now carries it out
                                return;
                            }
                            if (!requests) {
                                tellTrouble(id, requests.error(), isForWatch);
                                return;
                            }
                            const auto found = findRequest(*requests, id);
                            if (found != requests->end() && found->state == State::Active) {
                                carryOut(*found, claim, isForWatch);
                            } else if (isForWatch) {
                                reload();
                            } else {
                                reloadAndTell(isOver(id)); // which says that the list tells how
                            }
                        }});
}

void RequestService::carryOut(const NodeRequest &request, const Claim &claim, bool isForWatch)
{
    const QString id = request.id;
    auto run = std::make_unique<NodeRequestRun>(m_world, request, m_pace);
    NodeRequestRun *it = run.get();
    connect(it, &NodeRequestRun::changed, this, [this, it] { keep(it->request()); });
    connect(it, &NodeRequestRun::finished, this, [this, id] { end(id); });
    connect(it, &NodeRequestRun::leftWorkers, this, [this, id] { leaveToOthers(id); });
    connect(it, &NodeRequestRun::storeFailed, this, [this, id](const Error &error) {
        const auto work = m_work.find(id); // none: it was left to others before its answer came
        const bool isStillForWatch = work == m_work.end() || work->second.isForWatch;
        drop(id);
        tellTrouble(id, error, isStillForWatch);
        emit changed();
    });
    m_work[id] = {std::move(run), claim, isForWatch};
    it->start();
}

void RequestService::keep(const NodeRequest &request)
{
    const auto known = findRequest(m_requests, request.id);
    if (known == m_requests.end()) {
        m_requests.push_back(request);
    } else if (*known != request) {
        NodeRequest &kept = m_requests[std::size_t(known - m_requests.begin())];
        const NodeRequest before = std::exchange(kept, request);
        if (request.state == State::Active) {
            tellNews(&before, request);
        }
    }
    emit changed();
}

/// Within a signal of its run.
void RequestService::drop(const QString &id)
{
    const auto work = m_work.find(id);
    if (work != m_work.end()) {
        work->second.run.release()->deleteLater();
        m_work.erase(work);
    }
}

/// Where this is not the one that has the watch any more. Within a signal of its run.
void RequestService::leaveToOthers(const QString &id)
{
    const auto work = m_work.find(id);
    if (work != m_work.end() && work->second.isForWatch && !m_carriesOn) {
        work->second.run->stop();
        drop(id);
        emit changed();
    }
}

void RequestService::end(const QString &id)
{
    const NodeRequest request = m_work.at(id).run->request();
    m_newestLook = m_lastLook;
    drop(id);
    keep(request);
    emit ended(request);
}

} // namespace podium::lifecycle
