// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detachedrecords.h"

#include "core/base/files.h"
#include "core/run/detached.h"

#include <nlohmann/json.hpp>

#include <QDir>

#include <algorithm>
#include <optional>

namespace podium::run {

namespace {

using Json = nlohmann::ordered_json;

QString suffix()
{
    return QStringLiteral(".json");
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

} // namespace

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
        folder + QLatin1Char('/') + record.id + suffix(), QByteArray::fromStdString(json.dump(1)),
        0600);
}

void removeDetachedRecord(const QString &folder, const QString &id)
{
    if (isDetachedId(id)) {
        QDir(folder).remove(id + suffix());
    }
}

std::vector<DetachedRecord> loadDetachedRecords(const QString &folder)
{
    std::vector<DetachedRecord> records;
    const QDir dir(folder);
    for (const QString &name : dir.entryList({QLatin1Char('*') + suffix()}, QDir::Files)) {
        const QString id = name.left(name.size() - suffix().size());
        const auto bytes = readFile(dir.filePath(name));
        auto record = bytes && isDetachedId(id) ? parseRecord(id, *bytes) : std::nullopt;
        if (record) {
            records.push_back(*std::move(record));
        }
    }
    std::stable_sort(
        records.begin(), records.end(),
        [](const DetachedRecord &a, const DetachedRecord &b) { return a.startedAt < b.startedAt; });
    return records;
}

} // namespace podium::run
