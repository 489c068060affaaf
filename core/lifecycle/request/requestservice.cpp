// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestservice.h"

#include "core/base/jobs.h"

#include <algorithm>
#include <utility>

namespace podium::lifecycle {

namespace {

NodeRequests::const_iterator findRequest(const NodeRequests &requests, const QString &id)
{
    return std::find_if(requests.begin(), requests.end(), [&id](const NodeRequest &request) {
        return request.id == id;
    });
}

Error isOver(const QString &id)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("The request is over already, or another Podium has ended it."),
        {},
        QStringLiteral("The list shows how it ended."),
        id};
}

} // namespace

RequestService::RequestService(
    cloud::TpuClient &tpu, const RequestStore &store, const Clock &clock, RequestPace pace,
    QObject *parent)
    : QObject(parent)
    , m_tpu(tpu)
    , m_store(store)
    , m_clock(clock)
    , m_pace(pace)
{}

RequestService::~RequestService() = default;

void RequestService::reload()
{
    m_store.load({this, [this](Result<NodeRequests> requests) {
                      if (requests) {
                          m_readError.reset();
                          setRequests(std::move(*requests));
                      } else if (m_readError != requests.error()) {
                          m_readError = requests.error(); // once, not at each look
                          emit failed(requests.error());
                      }
                  }});
}

void RequestService::setRequests(NodeRequests requests)
{
    for (const auto &[id, work] : m_work) {
        const auto known = findRequest(requests, id);
        if (known == requests.end()) {
            requests.push_back(work.run->request());
        } else {
            requests[std::size_t(known - requests.begin())] = work.run->request();
        }
    }
    if (requests != m_requests) {
        m_requests = std::move(requests);
        emit changed();
    }
}

RequestService::Doing RequestService::doing(const QString &id) const
{
    const auto work = m_work.find(id);
    if (work == m_work.end()) {
        return Doing::Nothing;
    }
    return work->second.givesUp ? Doing::GivesUp : Doing::CarriesOut;
}

QDateTime RequestService::waitsUntil(const QString &id) const
{
    const auto work = m_work.find(id);
    return work == m_work.end() ? QDateTime() : work->second.run->waitsUntil();
}

void RequestService::begin(const NodeRequest &request)
{
    take(request.id, request, false);
}

void RequestService::goOn(const QString &id)
{
    if (m_work.count(id) == 0) {
        take(id, {}, false);
    }
}

void RequestService::giveUp(const QString &id)
{
    const auto work = m_work.find(id);
    if (work == m_work.end()) {
        take(id, {}, true);
        return;
    }
    work->second.givesUp = true;
    work->second.run->cancel();
    emit changed();
}

void RequestService::take(const QString &id, const std::optional<NodeRequest> &fresh, bool givesUp)
{
    if (m_taking.contains(id)) {
        return;
    }
    m_taking.insert(id);
    const auto claim = [store = m_store, id] {
        return std::make_shared<Result<FileLock>>(store.claim(id));
    };
    runJob(this, claim, [this, id, fresh, givesUp](const Claim &claimed) {
        m_taking.remove(id);
        if (!*claimed) {
            emit failed(claimed->error());
        } else if (fresh) {
            carryOut(*fresh, claimed, givesUp);
        } else {
            takeStored(id, claimed, givesUp);
        }
    });
}

/// As it is now that nobody else can change it.
void RequestService::takeStored(const QString &id, const Claim &claim, bool givesUp)
{
    m_store.load({this, [this, id, claim, givesUp](const Result<NodeRequests> &requests) {
                      if (!requests) {
                          emit failed(requests.error());
                          return;
                      }
                      const auto found = findRequest(*requests, id);
                      if (found == requests->end() || found->state != NodeRequest::State::Active) {
                          emit failed(isOver(id));
                          setRequests(*requests);
                          return;
                      }
                      carryOut(*found, claim, givesUp);
                  }});
}

void RequestService::carryOut(const NodeRequest &request, const Claim &claim, bool givesUp)
{
    const QString id = request.id;
    auto run = std::make_unique<NodeRequestRun>(m_tpu, m_store, m_clock, request, m_pace);
    NodeRequestRun *it = run.get();
    connect(it, &NodeRequestRun::changed, this, [this, it] { keep(it->request()); });
    connect(it, &NodeRequestRun::finished, this, [this, id] { end(id); });
    connect(it, &NodeRequestRun::storeFailed, this, [this, id](const Error &error) {
        drop(id);
        emit failed(error);
        emit changed();
    });
    m_work[id] = {std::move(run), claim, givesUp};
    givesUp ? it->cancel() : it->start();
}

void RequestService::keep(const NodeRequest &request)
{
    const auto known = findRequest(m_requests, request.id);
    if (known == m_requests.end()) {
        m_requests.push_back(request);
    } else {
        m_requests[std::size_t(known - m_requests.begin())] = request;
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

void RequestService::end(const QString &id)
{
    const NodeRequest request = m_work.at(id).run->request();
    drop(id);
    keep(request);
    emit ended(request);
}

} // namespace podium::lifecycle
