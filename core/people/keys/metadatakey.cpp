// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/metadatakey.h"

#include "core/base/daytext.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace podium::people {

namespace {

bool isUserCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '@';
}

MetadataKey readMetadataKey(const QByteArray &line)
{
    MetadataKey key;
    key.text = line;
    MetadataLine split = splitMetadataLine(withoutCarriageReturn(line));
    key.user = split.user;
    key.line = parseKeyLine(split.key);
    if (key.line) {
        key.expires = metadataExpiry(key.line->comment);
    }
    return key;
}

bool isSame(const MetadataKey &entry, const QString &user, const PublicKey &key)
{
    return entry.user == user && entry.line && entry.line->key == key;
}

} // namespace

MetadataLine splitMetadataLine(const QByteArray &line)
{
    int at = 0;
    while (at < line.size() && isUserCharacter(line[at])) {
        ++at;
    }
    if (at == 0 || at == line.size() || line[at] != ':') {
        return {{}, line};
    }
    return {QString::fromLatin1(line.left(at)), line.mid(at + 1)};
}

std::optional<QDateTime> metadataExpiry(const QByteArray &comment)
{
    constexpr auto mark = "google-ssh ";
    if (!comment.startsWith(mark)) {
        return std::nullopt;
    }
    const QJsonObject facts = QJsonDocument::fromJson(comment.mid(int(qstrlen(mark)))).object();
    QString text = facts.value(QLatin1String("expireOn")).toString();
    // RFC 3339 without the colon is what gcloud writes; Qt wants the colon.
    if (text.size() > 5 && (text.at(text.size() - 5) == QLatin1Char('+') ||
                            text.at(text.size() - 5) == QLatin1Char('-'))) {
        text.insert(text.size() - 2, QLatin1Char(':'));
    }
    const QDateTime time = QDateTime::fromString(text, Qt::ISODate);
    return time.isValid() ? std::optional(time.toUTC()) : std::nullopt;
}

std::vector<MetadataKey> readMetadataKeys(const QByteArray &value)
{
    std::vector<MetadataKey> keys;
    for (const QByteArray &line : value.split('\n')) {
        if (!line.trimmed().isEmpty()) {
            keys.push_back(readMetadataKey(line));
        }
    }
    return keys;
}

QByteArray withMetadataKey(
    const QByteArray &value, const UserName &user, const KeyLine &key,
    const std::optional<QDateTime> &expires)
{
    const std::vector<MetadataKey> present = readMetadataKeys(value);
    const bool isThere = std::any_of(present.begin(), present.end(), [&](const MetadataKey &entry) {
        return isSame(entry, user.text(), key.key) && entry.expires == expires;
    });
    if (isThere) {
        return value;
    }
    QByteArray line = user.text().toLatin1() + ':' + key.key.text();
    if (expires) {
        line += " google-ssh {\"userName\":\"" + user.text().toLatin1() + "\",\"expireOn\":\"" +
                plainTime(expires->toUTC(), QStringLiteral("yyyy-MM-ddTHH:mm:ss")).toLatin1() +
                "+0000\"}";
    } else if (!key.comment.isEmpty()) {
        line += ' ' + key.comment;
    }
    const QByteArray rest = withoutMetadataKey(value, user.text(), key.key);
    return rest.isEmpty() || rest.endsWith('\n') ? QByteArray(rest + line)
                                                 : QByteArray(rest + '\n' + line);
}

QByteArray withoutMetadataKey(const QByteArray &value, const QString &user, const PublicKey &key)
{
    QByteArrayList kept;
    for (const QByteArray &line : value.split('\n')) {
        if (!isSame(readMetadataKey(line), user, key)) {
            kept.append(line);
        }
    }
    return kept.join('\n');
}

QByteArray undoneMetadata(const QByteArray &now, const QByteArray &before, const QByteArray &after)
{
    if (now == after) {
        return before;
    }
    const QByteArrayList old = before.split('\n');
    QByteArrayList stayed = old;
    QByteArrayList lines = now.split('\n');
    for (const QByteArray &line : after.split('\n')) {
        if (!stayed.removeOne(line)) {
            lines.removeOne(line); // it came
        }
    }
    QByteArrayList gone = stayed; // what is left of the old ones
    gone.removeAll(QByteArray()); // the end of the last line
    for (const QByteArray &line : now.split('\n')) {
        gone.removeOne(line); // somebody has put it back
    }
    int place = 0;
    for (const QByteArray &line : old) {
        if (gone.removeOne(line)) {
            lines.insert(place++, line);
        } else if (const int at = lines.indexOf(line, place); at >= 0) {
            place = at + 1;
        }
    }
    return lines.join('\n');
}

} // namespace podium::people
