// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/plaintext.h"

namespace podium::ssh {

QString plainText(const QByteArray &bytes, int limit)
{
    QString clean;
    for (const QChar c : QString::fromUtf8(bytes.left(4 * limit))) {
        if (clean.size() >= limit) {
            return clean + QChar(0x2026);
        }
        if (c.isSpace() || c.category() == QChar::Other_Control) {
            clean += QLatin1Char(' ');
        } else if (c.category() != QChar::Other_Format) {
            clean += c;
        }
    }
    return clean.simplified();
}

} // namespace podium::ssh
