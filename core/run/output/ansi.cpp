// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/ansi.h"

#include "core/run/output/sgr.h"

#include <algorithm>

namespace podium::run {

namespace {

constexpr uchar Bell = 0x07;
constexpr uchar Backspace = 0x08;
constexpr uchar Tab = 0x09;
constexpr uchar LineFeed = 0x0a;
constexpr uchar CarriageReturn = 0x0d;
constexpr uchar Cancel = 0x18;
constexpr uchar Substitute = 0x1a;
constexpr uchar Escape = 0x1b;
constexpr uchar Delete = 0x7f;
// 8-bit controls (ECMA-48 section 5.3).
constexpr char32_t Dcs = 0x90;
constexpr char32_t Sos = 0x98;
constexpr char32_t Csi = 0x9b;
constexpr char32_t St = 0x9c;
constexpr char32_t Osc = 0x9d;
constexpr char32_t Pm = 0x9e;
constexpr char32_t Apc = 0x9f;

constexpr int MaxIgnored = 4096; // of a sequence that is too long to mean anything

bool isPrintable(char byte)
{
    return byte >= 0x20 && byte < 0x7f;
}

/// The first parameter, or `otherwise` where it is missing or 0.
int firstNumber(const std::string &parameters, int otherwise)
{
    int value = 0;
    for (const char digit : parameters) {
        if (digit < '0' || digit > '9') {
            break;
        }
        value = std::min(value * 10 + (digit - '0'), LineBuffer::MaxLength);
    }
    return value == 0 ? otherwise : value;
}

} // namespace

AnsiParser::Fed AnsiParser::feed(const char *bytes, qint64 size, LineBuffer &line)
{
    qint64 at = 0;
    while (at < size) {
        if (m_state == State::Ground && !m_utf8.isPending()) {
            at += putPlain(bytes + at, size - at, line);
            if (line.isFull()) {
                return {at, true};
            }
            if (at == size) {
                break;
            }
        }
        const uchar byte = uchar(bytes[at]);
        const bool taken = m_state == State::Ground ? ground(byte, line) : sequence(byte, line);
        at += taken ? 1 : 0;
        if (line.isFull() || (taken && byte == LineFeed && m_state == State::Ground)) {
            return {at, true};
        }
    }
    return {at, false};
}

/// As much printable ASCII as there is: nearly all that programs write.
qint64 AnsiParser::putPlain(const char *bytes, qint64 size, LineBuffer &line)
{
    const char *const end = bytes + std::min<qint64>(size, line.room());
    const char *const stop = std::find_if_not(bytes, end, isPrintable);
    if (stop != bytes) {
        line.putAscii(bytes, int(stop - bytes), m_style);
    }
    return stop - bytes;
}

/// A byte outside of sequences; false where it has to be looked at again.
bool AnsiParser::ground(uchar byte, LineBuffer &line)
{
    if (byte < 0x80 && !m_utf8.isPending()) {
        if (byte < 0x20 || byte == Delete) {
            control(byte, line);
        } else {
            line.put(byte, m_style);
        }
        return true;
    }
    switch (m_utf8.take(byte)) {
    case Utf8Decoder::Step::More:
        return true;
    case Utf8Decoder::Step::Cut:
        line.put(Utf8Decoder::Broken, m_style);
        return false;
    case Utf8Decoder::Step::Invalid:
        if (byte <= 0x9f) {
            c1(byte, true);
        } else {
            line.put(Utf8Decoder::Broken, m_style);
        }
        return true;
    case Utf8Decoder::Step::Complete:
        if (m_utf8.character() <= 0x9f) {
            c1(m_utf8.character(), false);
        } else {
            line.put(m_utf8.character(), m_style);
        }
        return true;
    }
    return true;
}

void AnsiParser::control(uchar byte, LineBuffer &line)
{
    switch (byte) {
    case Escape:
        m_state = State::Escape;
        m_length = 0;
        break;
    case CarriageReturn:
        line.carriageReturn();
        break;
    case Backspace:
        line.moveBy(-1);
        break;
    case Tab:
        line.tab();
        break;
    default: // the line feed is seen by the caller; no other is shown
        break;
    }
}

void AnsiParser::c1(char32_t control, bool isEightBit)
{
    switch (control) {
    case Csi:
        m_state = State::Csi;
        m_length = 0;
        m_sequence.clear();
        break;
    case Dcs:
    case Sos:
    case Osc:
    case Pm:
    case Apc:
        // Bytes like these are also letters of old encodings: they may not hide more than a line.
        beginString({false, isEightBit});
        break;
    default:
        break;
    }
}

/// A byte within a sequence; false where it has to be looked at again.
bool AnsiParser::sequence(uchar byte, LineBuffer &line)
{
    if (byte == Escape) {
        m_state = State::Escape;
        m_length = 0;
        return true;
    }
    if (byte == Cancel || byte == Substitute) {
        m_state = State::Ground;
        return true;
    }
    const bool isString = m_state == State::String;
    const bool endsHere =
        isString ? byte == LineFeed && !m_string.keepsLineFeeds : byte == LineFeed || byte >= 0x80;
    const int limit = isString ? MaxString : MaxIgnored;
    if (endsHere || ++m_length > limit) {
        m_state = State::Ground;
        return false;
    }
    if (isString) {
        string(byte);
    } else if (byte >= 0x20 && byte != Delete) {
        m_state == State::Escape || m_state == State::Charset ? escape(byte) : csi(byte, line);
    }
    return true;
}

void AnsiParser::escape(uchar byte)
{
    if (byte < 0x30) {
        m_state = State::Charset; // an intermediate byte: charsets and the like
        return;
    }
    const bool isPlain = m_state == State::Escape;
    m_state = State::Ground;
    if (!isPlain) {
        return;
    }
    switch (byte) {
    case '[':
        c1(Csi, false);
        break;
    case 'P':
        beginString({true, false});
        break;
    case ']':
    case 'X':
    case '^':
    case '_':
    case 'k': // the title of a screen window
        beginString({false, false});
        break;
    case 'c': // reset
        m_style = 0;
        break;
    default:
        break;
    }
}

void AnsiParser::beginString(StringKind kind)
{
    m_state = State::String;
    m_length = 0;
    m_string = kind;
    m_before = 0;
}

void AnsiParser::string(uchar byte)
{
    const bool isSt = byte == uchar(St) && (m_string.isEightBit || m_before == 0xc2);
    if (isSt || (byte == Bell && !m_string.keepsLineFeeds)) {
        m_state = State::Ground;
    }
    m_before = byte;
}

void AnsiParser::csi(uchar byte, LineBuffer &line)
{
    const bool isFinal = byte >= 0x40;
    if (isFinal) {
        const bool ignored = m_state == State::CsiIgnored;
        m_state = State::Ground;
        if (!ignored) {
            csiFinal(char(byte), line);
        }
    } else if (m_state == State::Csi && m_length <= MaxSequence && byte >= '0' && byte <= ';') {
        m_sequence += char(byte);
    } else {
        m_state = State::CsiIgnored; // private, with intermediates, or too long
    }
}

void AnsiParser::csiFinal(char final, LineBuffer &line)
{
    switch (final) {
    case 'm':
        m_style = packed(withSgr(unpacked(m_style, false), m_sequence));
        break;
    case 'C': // right
        line.moveBy(firstNumber(m_sequence, 1));
        break;
    case 'D': // left
        line.moveBy(-firstNumber(m_sequence, 1));
        break;
    case 'G': // to column
        line.moveTo(firstNumber(m_sequence, 1) - 1);
        break;
    case 'K':
        if (const int what = firstNumber(m_sequence, 0); what == 0) {
            line.eraseToEnd();
        } else if (what == 1) {
            line.eraseToStart();
        } else if (what == 2) {
            line.eraseAll();
        }
        break;
    case 'X':
        line.eraseCells(firstNumber(m_sequence, 1));
        break;
    default:
        break;
    }
}

} // namespace podium::run
