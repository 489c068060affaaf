// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/terminal/terminalsequences.h"

#include "core/run/output/cellwidth.h"
#include "core/run/terminal/controlbytes.h"

#include <algorithm>
#include <cstring>

namespace podium::run {

namespace {

constexpr char RestoreCursor[] = "\x1b" // DECRC
                                 "8";
constexpr char RestoreCursorWithin[] = "\x1b[?1048l"; // as xterm: the same, by a control sequence
constexpr char LineSize[] = "\x1b#";                  // DECDHL, DECSWL, DECDWL, DECALN

bool isControl(char byte)
{
    return uchar(byte) < 0x20;
}

bool isIntermediate(char byte)
{
    return byte >= 0x20 && byte <= 0x2f;
}

bool isFinal(char byte)
{
    return byte >= 0x40 && byte <= 0x7e;
}

/// Begins a control string or sequence right after the escape (ECMA-48 5.3). libvterm 0.1 takes it
/// so also where there is something in between, where it has no meaning at all.
bool isIntroducer(char byte)
{
    return byte != '\0' && std::strchr("PX[]^_", byte) != nullptr;
}

bool isSeparator(char byte)
{
    return byte == ';' || byte == ':';
}

bool isDigit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/// "ESC [ 3": without anything that would make another function of it.
bool hasOnlyNumbers(const QByteArray &held)
{
    return std::all_of(
        held.begin() + 2, held.end(), [](char byte) { return isDigit(byte) || isSeparator(byte); });
}

bool hasBearableNumbers(const QByteArray &held)
{
    int digits = 0;
    int longest = 0;
    for (const char byte : held) {
        digits = isDigit(byte) ? digits + 1 : 0;
        longest = std::max(longest, digits);
    }
    return longest <= TerminalSequenceFilter::MostDigits &&
           std::count_if(held.begin(), held.end(), isSeparator) <
               TerminalSequenceFilter::MostParameters;
}

} // namespace

QByteArray TerminalSequenceFilter::pass(const QByteArray &bytes, int columns)
{
    if (m_state == State::Ground && !bytes.contains(EscapeByte)) {
        std::for_each(bytes.begin(), bytes.end(), [this](char byte) { putText(byte); });
        return bytes;
    }
    QByteArray passed;
    passed.reserve(bytes.size() + m_held.size());
    for (const char byte : bytes) {
        put(byte, columns, passed);
    }
    return passed;
}

void TerminalSequenceFilter::put(char byte, int columns, QByteArray &passed)
{
    if (byte == EscapeByte) {
        m_held.clear();
        hold(byte, State::Escape);
    } else if (m_state != State::Ground) {
        putInSequence(byte, columns, passed);
    } else {
        putText(byte);
        passed += byte;
    }
}

void TerminalSequenceFilter::putText(char byte)
{
    if (uchar(byte) < 0x80) {
        if (!isControl(byte) && byte != DeleteByte) {
            m_last.resize(1); // not a new one: this is every character of plain output
            m_last[0] = byte;
        }
        return;
    }
    m_character = m_decoder.isPending() ? m_character + byte : QByteArray(1, byte);
    if (m_decoder.take(uchar(byte)) == Utf8Decoder::Step::Complete &&
        cellWidth(m_decoder.character()) > 0) {
        m_last = m_character;
    }
}

/// As libvterm takes it: controls do what they do in the middle of it, and it goes on.
void TerminalSequenceFilter::putInSequence(char byte, int columns, QByteArray &passed)
{
    const bool isBrokenOff = byte == CancelByte || byte == SubstituteByte || uchar(byte) >= 0x80;
    if (isBrokenOff) {
        drop();
        put(byte, columns, passed);
    } else if (isControl(byte)) {
        passed += byte;
    } else if (byte == DeleteByte) {
        return;
    } else if (m_state == State::Escape && byte == '[') {
        hold(byte, State::Csi);
    } else if (m_state == State::Csi && byte == 'b' && hasOnlyNumbers(m_held)) {
        passed += m_held.size() > LongestSequence ? QByteArray() : repeated(columns);
        drop();
    } else if (m_state == State::Csi && !isFinal(byte)) {
        hold(byte, State::Csi);
    } else if (m_state != State::Csi && isIntermediate(byte)) {
        hold(byte, State::EscapeRest);
    } else if (m_state != State::Csi && isIntroducer(byte)) {
        drop(); // a string, of which nothing may have come through, or what means nothing
    } else {
        hold(byte, m_state);
        end(passed);
    }
}

/// One byte more than the longest sequence says that it is too long.
void TerminalSequenceFilter::hold(char byte, State next)
{
    if (m_held.size() <= LongestSequence) {
        m_held += byte;
    }
    m_state = next;
}

void TerminalSequenceFilter::end(QByteArray &passed)
{
    if (m_held == RestoreCursor) {
        passed += RestoreCursorWithin;
    } else if (
        m_held.size() <= LongestSequence && hasBearableNumbers(m_held) &&
        !m_held.startsWith(LineSize)) {
        passed += m_held;
    }
    drop();
}

void TerminalSequenceFilter::drop()
{
    m_held.clear();
    m_state = State::Ground;
}

QByteArray TerminalSequenceFilter::repeated(int columns) const
{
    int count = 0; // the first number; none, or none that counts, is 1
    for (auto digit = m_held.begin() + 2; digit != m_held.end() && isDigit(*digit); ++digit) {
        count = std::min(count * 10 + (*digit - '0'), columns);
    }
    return m_last.repeated(std::clamp(count, 1, std::max(1, columns)));
}

} // namespace podium::run
