// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/secret/hiddentext.h"

#include "app/composition/interrupts.h"
#include "app/podiumctl/run/rawterminal.h"
#include "app/podiumctl/terminal.h"

#include <QFile>

#include <cerrno>
#include <cstdio>

#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace podium::ctl {

namespace {

constexpr int MostBytes = 64 * 1024;
constexpr int MostBehind = 1024 * 1024; // bytes
constexpr int SilenceMs = 200;          // what is pasted comes in one go; nobody types so fast

enum Key : char { CtrlC = 3, CtrlD = 4, Backspace = 8, CtrlU = 21, Delete = 127 };

/// One byte of the terminal; nothing at its end, and where a signal asks to end.
bool readByte(char &byte)
{
    // read() alone would go on waiting, without an echo, until whoever sent it ends the process.
    if (!app::awaitTypedLine()) {
        return false;
    }
    ssize_t count = 0;
    do {
        count = ::read(STDIN_FILENO, &byte, 1);
    } while (count < 0 && errno == EINTR);
    return count == 1;
}

void chopCharacter(QByteArray &text)
{
    // The bytes of UTF-8 behind the first one of a character.
    while (!text.isEmpty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U) {
        text.chop(1);
    }
    text.chop(1);
}

/// Of what was pasted, what came behind its first line is dropped: the shell would show it and run
/// it. Whether there was any text.
bool dropRest()
{
    bool isText = false;
    char key = 0;
    pollfd typed{STDIN_FILENO, POLLIN, 0};
    for (int left = MostBehind;
         left > 0 && ::poll(&typed, 1, SilenceMs) == 1 && ::read(STDIN_FILENO, &key, 1) == 1;
         --left) {
        isText = isText || !QByteArray(" \t\r\n").contains(key);
    }
    ::tcflush(STDIN_FILENO, TCIFLUSH);
    return isText;
}

Error severalLines()
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("More than one line was entered, and none of it was taken."),
        {},
        QStringLiteral("A text of several lines comes from a file: `podiumctl secret set NAME "
                       "<FILE`, or --set-file PARAMETER=FILE of a recipe.")};
}

} // namespace

Result<QString> askHidden(const QString &prompt)
{
    printBytesTo(stderr, printable(prompt).toLocal8Bit() + ": ");
    QByteArray text;
    bool isEntered = false;
    bool isMore = false;
    {
        const RawTerminal raw;
        char key = 0;
        while (text.size() < MostBytes && readByte(key) && key != CtrlC &&
               !(key == CtrlD && text.isEmpty())) {
            if (key == '\r' || key == '\n') {
                isEntered = true;
                isMore = dropRest();
                break;
            }
            if (key == Backspace || key == Delete) {
                chopCharacter(text);
            } else if (key == CtrlU) {
                text.clear();
            } else {
                text += key;
            }
        }
    }
    printBytesTo(stderr, "\n");
    if (!isEntered) {
        return failure({ErrorKind::Cancelled, QStringLiteral("Nothing was entered.")});
    }
    if (isMore) {
        return failure(severalLines());
    }
    return QString::fromLocal8Bit(text);
}

Result<QString> readSecret(const QString &prompt)
{
    if (isTerminal(STDIN_FILENO)) {
        return askHidden(prompt);
    }
    QFile input;
    const QByteArray bytes =
        input.open(stdin, QIODevice::ReadOnly) ? input.read(MostBytes + 1) : QByteArray();
    if (bytes.size() > MostBytes || QString::fromUtf8(bytes).toUtf8() != bytes) {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("What came over stdin is too long for a secret, or no UTF-8 text.")});
    }
    return QString::fromUtf8(bytes);
}

} // namespace podium::ctl
