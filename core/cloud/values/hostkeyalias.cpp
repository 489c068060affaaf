// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/hostkeyalias.h"

#include <QCryptographicHash>

#include <algorithm>

namespace podium::cloud {

QString hostKeyAlias(const Node &node, int worker)
{
    const bool isNumber = !node.id.isEmpty() && node.id.size() <= 20 &&
                          std::all_of(node.id.begin(), node.id.end(), [](QChar c) {
                              return c >= QLatin1Char('0') && c <= QLatin1Char('9');
                          });
    // The API says that an id is a number. Should one ever not be, it must still not be able to
    // write anything else into a file.
    const QString id =
        isNumber ? node.id
                 : QLatin1Char('x') +
                       QString::fromLatin1(
                           QCryptographicHash::hash(
                               QString(node.ref.text() + QLatin1Char(' ') + node.id).toUtf8(),
                               QCryptographicHash::Sha256)
                               .toHex()
                               .left(24));
    return QStringLiteral("tpu.%1-%2").arg(id).arg(worker);
}

} // namespace podium::cloud
