// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/terminal/terminalkeys.h"

#include <algorithm>

namespace podium::run {

namespace {

constexpr char EscapeKey = '\x1b';

/// As terminals have it since the first: Ctrl takes two bits off the upper half of ASCII, and a few
/// digits stand in for what is hard to type.
QByteArray withControl(const QString &text)
{
    if (text.size() != 1) {
        return text.toUtf8();
    }
    const ushort unit = text.at(0).toUpper().unicode();
    if (unit >= '@' && unit <= '_') {
        return QByteArray(1, char(unit & 0x1fU));
    }
    switch (unit) {
    case ' ':
    case '2':
        return QByteArray(1, '\0');
    case '3':
        return QByteArray(1, EscapeKey);
    case '4':
        return QByteArray(1, '\x1c');
    case '5':
        return QByteArray(1, '\x1d');
    case '6':
        return QByteArray(1, '\x1e');
    case '7':
    case '/':
    case '-':
        return QByteArray(1, '\x1f');
    case '8':
    case '?':
        return QByteArray(1, '\x7f');
    default:
        return text.toUtf8();
    }
}

bool isParameter(char c)
{
    return (c >= '0' && c <= '9') || c == ';';
}

} // namespace

QByteArray bytesOfText(const TerminalKey &key)
{
    const QByteArray bytes = key.control ? withControl(key.text) : key.text.toUtf8();
    return key.alt && !bytes.isEmpty() ? EscapeKey + bytes : bytes;
}

QByteArray bytesOfPaste(const QString &text)
{
    QString typed = text;
    typed.replace(QLatin1String("\r\n"), QLatin1String("\r"));
    typed.replace(QLatin1Char('\n'), QLatin1Char('\r'));
    const auto isUnwanted = [](QChar c) {
        return c.category() == QChar::Other_Control && c != QLatin1Char('\r') &&
               c != QLatin1Char('\t');
    };
    typed.truncate(int(std::remove_if(typed.begin(), typed.end(), isUnwanted) - typed.begin()));
    return typed.toUtf8();
}

bool isAllowedAnswer(const QByteArray &answer)
{
    if (answer.size() < 4 || answer.size() > 24 || !answer.startsWith("\x1b[")) {
        return false;
    }
    QByteArray parameters = answer.mid(2, answer.size() - 3);
    const char last = answer.back();
    const bool isPrivate = parameters.startsWith('?') || parameters.startsWith('>');
    if (isPrivate) {
        parameters.remove(0, 1);
    }
    return (last == 'R' || last == 'c' || (last == 'n' && parameters == "0")) &&
           std::all_of(parameters.begin(), parameters.end(), isParameter);
}

} // namespace podium::run
