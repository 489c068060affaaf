// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/jsonaccess.h"
#include "core/cloud/values/nodejson.h"

#include <QRegularExpression>
#include <QtEndian>

namespace podium::cloud {

namespace {

bool isHostKeyType(const QString &type)
{
    static const QStringList types{
        QStringLiteral("ssh-ed25519"), QStringLiteral("ssh-rsa"),
        QStringLiteral("ecdsa-sha2-nistp256"), QStringLiteral("ecdsa-sha2-nistp384"),
        QStringLiteral("ecdsa-sha2-nistp521")};
    return types.contains(type);
}

/// A public key's blob begins with its type as an ssh string (RFC 4253, 6.6).
bool isKeyBlob(const QByteArray &base64, const QString &type)
{
    const auto decoded =
        QByteArray::fromBase64Encoding(base64, QByteArray::AbortOnBase64DecodingErrors);
    const QByteArray &blob = decoded.decoded;
    const QByteArray name = type.toLatin1();
    return decoded.decodingStatus == QByteArray::Base64DecodingStatus::Ok &&
           blob.size() > 4 + name.size() &&
           qFromBigEndian<quint32>(blob.constData()) == quint32(name.size()) &&
           blob.mid(4, name.size()) == name;
}

/// The attribute's value is the base64 part alone; a whole key line is taken as well.
QString hostKey(const Json &item)
{
    static const QRegularExpression space(QStringLiteral(R"(\s+)"));
    const QString type = text(item, "key");
    if (!isHostKeyType(type)) {
        return {};
    }
    QStringList words = text(item, "value").split(space, Qt::SkipEmptyParts);
    if (!words.isEmpty() && words.first() == type) {
        words.removeFirst();
    }
    if (words.isEmpty() || !isKeyBlob(words.first().toUtf8(), type)) {
        return {};
    }
    return type % QLatin1Char(' ') % words.first();
}

/// By the key alone, as gcloud does: which namespace it stands in is not promised.
QString instanceName(const Json &item)
{
    static const QRegularExpression form(QStringLiteral(R"(\A[a-z]([a-z0-9-]{0,61}[a-z0-9])?\z)"));
    const QString name = text(item, "value");
    const bool isOne = text(item, "key") == QLatin1String("hostname");
    return isOne && form.match(name).hasMatch() ? name : QString();
}

} // namespace

Result<std::vector<WorkerAttributes>> parseGuestAttributes(const QByteArray &json)
{
    const auto answer = parseJson(json);
    if (!answer || !answer->is_object()) {
        return failure(
            {ErrorKind::Protocol,
             QStringLiteral("The guest attributes could not be read: the answer is not what the "
                            "Cloud TPU API sends.")});
    }
    std::vector<WorkerAttributes> workers;
    for (const Json &worker : arrayMember(*answer, "guestAttributes")) {
        WorkerAttributes attributes;
        for (const Json &item : arrayMember(member(worker, "queryValue"), "items")) {
            const QString key = hostKey(item);
            if (!key.isEmpty() && !attributes.hostKeys.contains(key)) {
                attributes.hostKeys << key;
            }
            if (attributes.instanceName.isEmpty()) {
                attributes.instanceName = instanceName(item);
            }
        }
        attributes.hostKeys.sort();
        workers.push_back(attributes);
    }
    return workers;
}

} // namespace podium::cloud
