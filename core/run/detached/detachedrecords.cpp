// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detachedrecords.h"

#include "core/run/detached/detached.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QSet>

#include <algorithm>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace podium::run {

namespace {

using Json = nlohmann::ordered_json;

QString suffix()
{
    return QStringLiteral(".json");
}

QString pathOf(const QString &folder, const QString &id)
{
    return folder + QLatin1Char('/') + id + suffix();
}

QString holdPath(const QString &folder, const QString &id)
{
    return folder + QLatin1Char('/') + id + QStringLiteral(".launch");
}

std::optional<DetachedRecord> parseRecord(const QString &id, const QByteArray &bytes)
{
    const Json json = Json::parse(bytes.begin(), bytes.end(), nullptr, false);
    if (!json.is_object() || !json.contains("workers") || !json["workers"].is_array()) {
        return std::nullopt;
    }
    DetachedRecord record;
    record.id = id;
    const auto text = [&json](const char *name) {
        const auto found = json.find(name);
        return found != json.end() && found->is_string()
                   ? QByteArray::fromStdString(found->get<std::string>())
                   : QByteArray();
    };
    record.command = QByteArray::fromBase64(text("command"));
    record.startedAt = QDateTime::fromString(QString::fromLatin1(text("startedAt")), Qt::ISODate);
    for (const Json &word : json["workers"]) {
        if (const auto worker =
                word.is_string() ? WorkerRef::parse(QString::fromStdString(word.get<std::string>()))
                                 : std::nullopt) {
            record.workers.push_back(*worker);
        }
    }
    return record;
}

std::optional<DetachedRecord> loadRecord(const QString &folder, const QString &id)
{
    const auto bytes = isDetachedId(id) ? readFile(pathOf(folder, id)) : failure(Error());
    return bytes ? parseRecord(id, *bytes) : std::nullopt;
}

} // namespace

LaunchHold::LaunchHold(QString path, FileLock lock)
    : m_path(std::move(path))
    , m_lock(std::move(lock))
{}

LaunchHold::~LaunchHold()
{
    QFile::remove(m_path);
}

Result<std::shared_ptr<LaunchHold>> holdLaunch(const QString &folder, const DetachedRecord &record)
{
    if (const auto made = makePrivateFolder(folder); !made) {
        return failure(made.error());
    }
    const QString path = holdPath(folder, record.id);
    auto lock = FileLock::acquire(path, std::chrono::milliseconds(0));
    if (!lock) {
        return failure(lock.error());
    }
    auto hold = std::make_shared<LaunchHold>(path, *std::move(lock));
    // Nobody knows of it before it is saved.
    if (const auto saved = saveDetachedRecord(folder, record); !saved) {
        return failure(saved.error());
    }
    return hold;
}

bool isBeingLaunched(const QString &folder, const QString &id)
{
    const int fd =
        ::open(QFile::encodeName(holdPath(folder, id)).constData(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    const bool isHeld = ::flock(fd, LOCK_SH | LOCK_NB) != 0;
    ::close(fd);
    return isHeld;
}

Result<> saveDetachedRecord(const QString &folder, const DetachedRecord &record)
{
    if (auto made = makePrivateFolder(folder); !made) {
        return made;
    }
    Json json;
    // A command need not be text.
    json["command"] = record.command.toBase64().toStdString();
    json["startedAt"] = record.startedAt.toUTC().toString(Qt::ISODate).toStdString();
    json["workers"] = Json::array();
    for (const WorkerRef &worker : record.workers) {
        json["workers"].push_back(worker.text().toStdString());
    }
    return writeFileAtomically(
        pathOf(folder, record.id), QByteArray::fromStdString(json.dump(1)), 0600);
}

void dropFromDetachedRecord(
    const QString &folder, const QString &id, const std::vector<WorkerRef> &workers)
{
    auto record = loadRecord(folder, id);
    if (!record) {
        return;
    }
    const QSet<WorkerRef> gone(workers.begin(), workers.end());
    std::erase_if(
        record->workers, [&gone](const WorkerRef &worker) { return gone.contains(worker); });
    if (record->workers.empty()) {
        QFile::remove(pathOf(folder, id));
        QFile::remove(holdPath(folder, id)); // of a program that was killed
    } else {
        (void)saveDetachedRecord(folder, *record); // else they are told of once more
    }
}

std::vector<DetachedRecord> loadDetachedRecords(const QString &folder)
{
    std::vector<DetachedRecord> records;
    const QDir dir(folder);
    for (const QString &name : dir.entryList({QLatin1Char('*') + suffix()}, QDir::Files)) {
        const QString id = name.left(name.size() - suffix().size());
        auto record = loadRecord(folder, id);
        if (record) {
            record->isBeingLaunched = isBeingLaunched(folder, id);
            records.push_back(*std::move(record));
        }
    }
    std::stable_sort(
        records.begin(), records.end(),
        [](const DetachedRecord &a, const DetachedRecord &b) { return a.startedAt < b.startedAt; });
    return records;
}

} // namespace podium::run
