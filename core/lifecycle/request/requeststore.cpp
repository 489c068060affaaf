// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requeststore.h"

#include "core/lifecycle/request/requestjson.h"

#include <QFileInfo>
#include <QThreadPool>

#include <algorithm>
#include <chrono>

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

Result<> write(const QString &file, const NodeRequest &request)
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
    const auto known =
        std::find_if(requests->begin(), requests->end(), [&request](const NodeRequest &other) {
            return other.id == request.id;
        });
    if (known == requests->end()) {
        requests->push_back(request);
    } else {
        *known = request;
    }
    return writeFileAtomically(file, requestsToJson(*requests), OwnFileMode);
}

} // namespace

void RequestStore::load(Callback<Result<NodeRequests>> done) const
{
    QThreadPool::globalInstance()->start(
        [file = m_file, done = std::move(done)] { done(readRequests(file)); });
}

void RequestStore::put(const NodeRequest &request, Callback<Result<>> done) const
{
    QThreadPool::globalInstance()->start(
        [file = m_file, request, done = std::move(done)] { done(write(file, request)); });
}

Result<FileLock> RequestStore::claim(const QString &id) const
{
    const QFileInfo file(m_file);
    if (const auto folder = makePrivateFolder(file.path()); !folder) {
        return failure(folder.error());
    }
    auto lock = FileLock::acquire(file.path() + QStringLiteral("/request-%1.lock").arg(id), NoWait);
    if (!lock) {
        return failure(
            {ErrorKind::Conflict,
             QStringLiteral("Another Podium works on the request %1.").arg(id),
             {},
             QStringLiteral("End it there first (Ctrl-C)."),
             id});
    }
    return lock;
}

} // namespace podium::lifecycle
