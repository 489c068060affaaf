// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/knownhosts.h"

#include <QtEndian>

#include <algorithm>

namespace podium::sshconfig {

namespace {

const QStringList &keyTypes()
{
    static const QStringList types = {
        QStringLiteral("ssh-ed25519"), QStringLiteral("ecdsa-sha2-nistp256"),
        QStringLiteral("ecdsa-sha2-nistp384"), QStringLiteral("ecdsa-sha2-nistp521"),
        QStringLiteral("ssh-rsa")};
    return types;
}

bool isOurAlias(const QByteArray &name)
{
    return name.startsWith("tpu.") && std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
           });
}

} // namespace

bool isHostKey(const QString &key)
{
    const int space = key.indexOf(QLatin1Char(' '));
    const QString type = key.left(space);
    if (space < 0 || key.size() > 8192 || !keyTypes().contains(type)) {
        return false;
    }
    const auto decoded = QByteArray::fromBase64Encoding(
        key.mid(space + 1).toUtf8(), QByteArray::AbortOnBase64DecodingErrors);
    const QByteArray blob = decoded ? *decoded : QByteArray();
    // RFC 4253, 6.6: the blob starts with its type, as a string with its length before it.
    if (blob.size() < 4 + type.size() + 4) {
        return false;
    }
    return qFromBigEndian<quint32>(blob.constData()) == quint32(type.size()) &&
           blob.mid(4, type.size()) == type.toLatin1();
}

KnownHosts readKnownHosts(const QByteArray &bytes)
{
    KnownHosts known;
    for (const QByteArray &line : bytes.split('\n')) {
        const int space = line.indexOf(' ');
        const QString key = QString::fromLatin1(line.mid(space + 1));
        if (space > 0 && isOurAlias(line.left(space)) && isHostKey(key)) {
            known[QString::fromLatin1(line.left(space))] << key;
        }
    }
    return known;
}

QByteArray knownHostsText(const std::vector<ConfigEntry> &entries)
{
    std::vector<QByteArray> lines;
    for (const ConfigEntry &entry : entries) {
        for (const QString &key : entry.hostKeys) {
            lines.push_back(QString(entry.hostKeyAlias + QLatin1Char(' ') + key).toLatin1() + '\n');
        }
    }
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    QByteArray text;
    for (const QByteArray &line : lines) {
        text += line;
    }
    return text;
}

} // namespace podium::sshconfig
