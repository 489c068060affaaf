// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/shellquote.h"

#include <QStringBuilder>

namespace podium::ssh {

QByteArray shellQuote(const QByteArray &text)
{
    const int end = text.indexOf('\0');
    QByteArray word = end < 0 ? text : text.left(end);
    word.replace('\'', "'\\''");
    return '\'' % word % '\'';
}

} // namespace podium::ssh
