// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/secret/secretjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <utility>

namespace podium::secret {

namespace {

constexpr int BookVersion = 1;
constexpr int MostPlacements = 100'000;

const std::array KindNames{
    std::pair(Placement::Kind::File, "file"), std::pair(Placement::Kind::Netrc, "netrc"),
    std::pair(Placement::Kind::Unstated, "unstated")};

Error unreadableBook(const QString &what)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("The list of secrets cannot be read: %1.").arg(what),
        {},
        QStringLiteral("Repair the file, or move it away: secrets stay in the keyring, but where "
                       "they were put is then not known any more.")};
}

std::optional<Placement::Kind> kindFromName(const QString &name)
{
    for (const auto &[kind, word] : KindNames) {
        if (name == QLatin1String(word)) {
            return kind;
        }
    }
    return std::nullopt;
}

QJsonObject placementToJson(const Placement &placement)
{
    return {
        {QStringLiteral("id"), QString::fromLatin1(placement.id)},
        {QStringLiteral("secret"), placement.secret.text()},
        {QStringLiteral("worker"), placement.worker.text()},
        {QStringLiteral("nodeId"), placement.nodeId},
        {QStringLiteral("login"), placement.login},
        {QStringLiteral("kind"), placementKindName(placement.kind)},
        {QStringLiteral("path"), placement.path},
        {QStringLiteral("host"), placement.host},
        {QStringLiteral("digest"), QString::fromLatin1(placement.digest)},
        {QStringLiteral("recipe"), placement.recipe},
        {QStringLiteral("since"), placement.since.toUTC().toString(Qt::ISODate)},
        {QStringLiteral("certain"), placement.isCertain}};
}

std::optional<Placement> placementFromJson(const QJsonObject &object)
{
    const auto text = [&object](const char *key) { return object[QLatin1String(key)].toString(); };
    const auto name = SecretName::parse(text("secret"));
    const auto worker = WorkerRef::parse(text("worker"));
    const auto kind = kindFromName(text("kind"));
    if (!name || !worker || !kind || text("id").isEmpty()) {
        return std::nullopt;
    }
    return Placement{
        text("id").toLatin1(),
        *name,
        *worker,
        text("nodeId"),
        text("login"),
        *kind,
        text("path"),
        text("host"),
        text("digest").toLatin1(),
        text("recipe"),
        QDateTime::fromString(text("since"), Qt::ISODate),
        object[QStringLiteral("certain")].toBool()};
}

} // namespace

QString placementKindName(Placement::Kind kind)
{
    for (const auto &[each, word] : KindNames) {
        if (each == kind) {
            return QLatin1String(word);
        }
    }
    return {};
}

QByteArray bookToJson(const SecretBook &book)
{
    QJsonArray entries;
    for (const SecretBook::Entry &entry : book.entries) {
        entries.append(QJsonObject{
            {QStringLiteral("name"), entry.name.text()},
            {QStringLiteral("setAt"), entry.setAt.toUTC().toString(Qt::ISODate)}});
    }
    QJsonArray placements;
    for (const Placement &placement : book.placements) {
        placements.append(placementToJson(placement));
    }
    return QJsonDocument(QJsonObject{
                             {QStringLiteral("version"), BookVersion},
                             {QStringLiteral("secrets"), entries},
                             {QStringLiteral("placements"), placements}})
        .toJson();
}

Result<SecretBook> bookFromJson(const QByteArray &bytes)
{
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    const QJsonArray entries = document[QStringLiteral("secrets")].toArray();
    const QJsonArray placements = document[QStringLiteral("placements")].toArray();
    if (!document.isObject()) {
        return failure(unreadableBook(QStringLiteral("it is no JSON object")));
    }
    if (document[QStringLiteral("version")].toInt() != BookVersion) {
        return failure(unreadableBook(QStringLiteral("its \"version\" is not 1")));
    }
    if (entries.size() > MostPlacements || placements.size() > MostPlacements) {
        return failure(unreadableBook(QStringLiteral("it is too long")));
    }
    SecretBook book;
    for (const QJsonValue &value : entries) {
        const auto name = SecretName::parse(value[QStringLiteral("name")].toString());
        if (!name) {
            return failure(unreadableBook(QStringLiteral("a secret needs a \"name\"")));
        }
        book = withEntry(
            std::move(book), *name,
            QDateTime::fromString(value[QStringLiteral("setAt")].toString(), Qt::ISODate));
    }
    for (const QJsonValue &value : placements) {
        auto placement = placementFromJson(value.toObject());
        if (!placement) {
            return failure(unreadableBook(
                QStringLiteral("a placement needs \"id\", \"secret\", \"worker\" and \"kind\"")));
        }
        book.placements.push_back(std::move(*placement));
    }
    return book;
}

} // namespace podium::secret
