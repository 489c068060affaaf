// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requeststore.h"

#include "core/lifecycle/request/requestjson.h"

#include <QFile>
#include <QFileInfo>
#include <QThreadPool>

#include <algorithm>
#include <chrono>
#include <functional>

namespace podium::lifecycle {

namespace {

constexpr std::chrono::seconds WriteWait{10};
constexpr std::chrono::seconds NoWait{0};
constexpr int OwnFileMode = 0600; // metadata may be nobody else's business

Result<NodeRequests> readRequests(const QString &file)
{
    const auto bytes = readFile(file);
    if (!bytes && bytes.error().kind == ErrorKind::NotFound) {
        return NodeRequests();
    }
    auto requests = bytes ? requestsFromJson(*bytes) : failure(bytes.error());
    if (!requests) {
        Error error = requests.error();
        error.subject = file;
        error.hint =
            QStringLiteral("Move %1 away; nodes keep the label %2 that names their request.")
                .arg(file, requestLabel());
        return failure(error);
    }
    return requests;
}

QString lockOf(const QString &file, const QString &id)
{
    return QFileInfo(file).path() + QStringLiteral("/request-%1.lock").arg(id);
}

/// When something came of it last.
QDateTime lastOf(const NodeRequest &request)
{
    QDateTime last = request.createdAt;
    for (const NodeAttempt &attempt : request.attempts) {
        for (const QDateTime &time : {attempt.sentAt, attempt.standsSince, attempt.endedAt}) {
            last = time.isValid() ? std::max(last, time) : last;
        }
    }
    return last;
}

/// The ids of those that went.
QStringList takeOld(NodeRequests &requests, const QDateTime &oldest)
{
    QStringList gone;
    std::erase_if(requests, [&](const NodeRequest &request) {
        const bool isOld = oldest.isValid() && request.state != NodeRequest::State::Active &&
                           lastOf(request) < oldest;
        if (isOld) {
            gone << request.id;
        }
        return isOld;
    });
    return gone;
}

using Change = std::function<Result<NodeRequest>(NodeRequests &)>;

/// One at a time, whichever Podium it is. What ended before `oldest` goes, but for what is changed.
Result<NodeRequest> change(const QString &file, const QDateTime &oldest, const Change &apply)
{
    if (const auto folder = makePrivateFolder(QFileInfo(file).path()); !folder) {
        return failure(folder.error());
    }
    const auto lock = FileLock::acquire(file + QStringLiteral(".lock"), WriteWait);
    if (!lock) {
        return failure(lock.error());
    }
    auto requests = readRequests(file);
    if (!requests) {
        return failure(requests.error());
    }
    const QStringList gone = takeOld(*requests, oldest);
    auto changed = apply(*requests);
    if (!changed) {
        return changed;
    }
    if (const auto written = writeFileAtomically(file, requestsToJson(*requests), OwnFileMode);
        !written) {
        return failure(written.error());
    }
    for (const QString &id : gone) {
        QFile::remove(lockOf(file, id)); // nobody carries out what is over
    }
    return changed;
}

NodeRequests::iterator find(NodeRequests &requests, const QString &id)
{
    return std::find_if(requests.begin(), requests.end(), [&id](const NodeRequest &request) {
        return request.id == id;
    });
}

Result<NodeRequest> putInto(NodeRequests &requests, NodeRequest request)
{
    const auto known = find(requests, request.id);
    if (known == requests.end()) {
        requests.push_back(request);
        return request;
    }
    if (known->wishRevision > request.wishRevision) {
        request.wish = known->wish;
        request.wishRevision = known->wishRevision;
        request.zones = known->zones;
        request.confirmedDollarsPerDay = known->confirmedDollarsPerDay;
    }
    *known = request;
    return request;
}

Result<NodeRequest> changed(
    NodeRequests &requests, const QString &id, std::optional<NodeRequest::Wish> wish,
    const ZoneWish &where)
{
    const auto known = find(requests, id);
    if (known == requests.end()) {
        return failure(
            {ErrorKind::NotFound, QStringLiteral("There is no request %1.").arg(id), {}, {}, id});
    }
    if (known->state != NodeRequest::State::Active) {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("The request %1 is over: %2.").arg(id, statusText(*known)),
             {},
             {},
             id});
    }
    known->wish = wish.value_or(known->wish);
    ++known->wishRevision;
    for (NodeAttempt &attempt : known->attempts) {
        for (AfterStep &step : attempt.after) {
            step.failures = 0; // as RequestMachine has it, where nobody carries it out now
        }
    }
    known->zones = where.zones.empty() ? known->zones : where.zones;
    // Nothing is less than any price.
    known->confirmedDollarsPerDay =
        std::max(known->confirmedDollarsPerDay, where.confirmedDollarsPerDay);
    return *known;
}

} // namespace

QDateTime RequestStore::oldest() const
{
    return m_clock ? m_clock->now().addSecs(-std::chrono::seconds(m_keep).count()) : QDateTime();
}

void RequestStore::load(Callback<Result<NodeRequests>> done) const
{
    QThreadPool::globalInstance()->start(
        [file = m_file, done = std::move(done)] { done(readRequests(file)); });
}

void RequestStore::put(const NodeRequest &request, Callback<Result<NodeRequest>> done) const
{
    QThreadPool::globalInstance()->start([file = m_file, old = oldest(), request,
                                          done = std::move(done)] {
        done(change(file, old, [&request](NodeRequests &all) { return putInto(all, request); }));
    });
}

void RequestStore::setWish(
    const QString &id, std::optional<NodeRequest::Wish> wish, const ZoneWish &where,
    Callback<Result<NodeRequest>> done) const
{
    QThreadPool::globalInstance()->start([file = m_file, old = oldest(), id, wish, where,
                                          done = std::move(done)] {
        done(change(file, old, [&](NodeRequests &all) { return changed(all, id, wish, where); }));
    });
}

Result<FileLock> RequestStore::claim(const QString &id) const
{
    const QFileInfo file(m_file);
    if (const auto folder = makePrivateFolder(file.path()); !folder) {
        return failure(folder.error());
    }
    auto lock = FileLock::acquire(lockOf(m_file, id), NoWait);
    if (!lock && lock.error().kind == ErrorKind::Timeout) {
        return failure(
            {ErrorKind::Conflict,
             QStringLiteral("Another Podium is working on the request %1.").arg(id),
             {},
             QStringLiteral("Stop it there first (Ctrl-C)."),
             id});
    }
    return lock;
}

} // namespace podium::lifecycle
