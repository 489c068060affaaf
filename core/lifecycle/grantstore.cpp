// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantstore.h"

#include "core/base/files.h"
#include "core/lifecycle/grantjson.h"

#include <QFileInfo>
#include <QThreadPool>

#include <chrono>
#include <utility>

namespace podium::lifecycle {

namespace {

constexpr std::chrono::seconds LongestWait{10};
constexpr int PrivateMode = 0600;

Result<TpuGrants> read(const QString &file)
{
    const auto bytes = readFile(file);
    if (!bytes && bytes.error().kind == ErrorKind::NotFound) {
        return TpuGrants();
    }
    auto grants = bytes ? grantsFromJson(*bytes) : failure(bytes.error());
    if (!grants) {
        Error error = grants.error();
        error.subject = file;
        error.hint = QStringLiteral("Repair the file, or move it away and import an export.");
        return failure(error);
    }
    return grants;
}

Result<TpuGrants> changed(const QString &file, const GrantStore::Change &change)
{
    if (const auto folder = makePrivateFolder(QFileInfo(file).path()); !folder) {
        return failure(folder.error());
    }
    const auto lock = FileLock::acquire(file + QStringLiteral(".lock"), LongestWait);
    if (!lock) {
        return failure(lock.error());
    }
    auto before = read(file);
    if (!before) {
        return before;
    }
    auto after = change(*before);
    if (!after || *after == *before) {
        return after;
    }
    const auto written = writeFileAtomically(file, grantsToJson(*after), PrivateMode);
    return written ? after : failure(written.error());
}

} // namespace

void GrantStore::load(Callback<Result<TpuGrants>> done) const
{
    QThreadPool::globalInstance()->start(
        [file = m_file, done = std::move(done)] { done(read(file)); });
}

void GrantStore::change(Change change, Callback<Result<TpuGrants>> done) const
{
    QThreadPool::globalInstance()->start([file = m_file, change = std::move(change),
                                          done = std::move(done)] { done(changed(file, change)); });
}

} // namespace podium::lifecycle
