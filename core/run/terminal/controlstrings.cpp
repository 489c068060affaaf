// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/terminal/controlstrings.h"

#include "core/run/terminal/controlbytes.h"

namespace podium::run {

namespace {

constexpr char BellByte = '\a';

/// Emulations do what such a byte says in the middle of a sequence, or nothing, and go on with it.
bool goesOnAfter(char byte)
{
    return (uchar(byte) < 0x20 && byte != CancelByte && byte != SubstituteByte) ||
           byte == DeleteByte;
}

} // namespace

QByteArray ControlStringFilter::pass(const QByteArray &bytes)
{
    if (m_state == State::Ground && !bytes.contains(EscapeByte)) {
        return bytes;
    }
    QByteArray passed;
    passed.reserve(bytes.size() + 1);
    for (const char byte : bytes) {
        put(byte, passed);
    }
    return passed;
}

void ControlStringFilter::put(char byte, QByteArray &passed)
{
    switch (m_state) {
    case State::Ground:
        if (byte == EscapeByte) {
            m_state = State::Escape; // kept back until it is known what it begins
        } else {
            passed += byte;
        }
        return;
    case State::Escape:
        putAfterEscape(byte, passed);
        return;
    case State::String:
        putInString(byte, passed);
        return;
    case State::StringEscape:
        m_state = State::Ground;
        if (byte != '\\') { // not its end: another sequence, which ends it too
            putAfterEscape(byte, passed);
        }
        return;
    }
}

void ControlStringFilter::putAfterEscape(char byte, QByteArray &passed)
{
    switch (byte) {
    case EscapeByte:
        m_state = State::Escape;
        return;
    case 'P': // DCS
    case ']': // OSC
    case '_': // APC
    case '^': // PM
    case 'X': // SOS
    case 'k': // screen's title
        m_state = State::String;
        m_endsWithBell = byte == ']' || byte == 'k';
        m_length = 0;
        passed += CancelByte; // whatever the escape has ended stays ended
        return;
    default:
        if (goesOnAfter(byte)) {
            m_state = State::Escape;
            passed += byte;
            return;
        }
        m_state = State::Ground;
        passed += EscapeByte;
        passed += byte;
    }
}

void ControlStringFilter::putInString(char byte, QByteArray &passed)
{
    if (byte == EscapeByte) {
        m_state = State::StringEscape;
    } else if (
        byte == CancelByte || byte == SubstituteByte || (byte == BellByte && m_endsWithBell)) {
        m_state = State::Ground;
    } else if (++m_length > MostLength) {
        m_state = State::Ground;
        passed += byte;
    }
}

} // namespace podium::run
