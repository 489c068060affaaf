// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/linebuffer.h"
#include "core/run/output/utf8.h"

#include <string>

namespace podium::run {

/// Turns what a program wrote for a terminal into lines: text and how it looks. There is no
/// terminal behind it, so nothing in the bytes can do anything but be shown: titles, clipboard,
/// links, questions and all else (ECMA-48 control strings, 7-bit and 8-bit) are passed over to
/// their end. Incremental: bytes may be cut anywhere.
///
/// Obeyed are SGR, `\r`, `\b`, tab, and CSI C, D, G, K, X within the line. A line feed, or a full
/// line, ends it; a new line always begins outside of any sequence, so that a line can be parsed
/// again from its own bytes and the style at its start.
class AnsiParser final
{
public:
    /// Longer ones are given up: what follows is text.
    static constexpr int MaxSequence = 256;
    static constexpr int MaxString = 64 * 1024;

    struct Fed
    {
        qint64 consumed = 0;
        bool lineEnded = false; ///< the next byte begins a new line
    };

    AnsiParser() = default;
    explicit AnsiParser(PackedStyle style) : m_style(style) {}

    /// Writes into `line` until that ends or the bytes are used up.
    [[nodiscard]] Fed feed(const char *bytes, qint64 size, LineBuffer &line);
    /// With which the next character is written.
    [[nodiscard]] PackedStyle style() const { return m_style; }

private:
    enum class State { Ground, Escape, Charset, Csi, CsiIgnored, String };
    struct StringKind
    {
        bool keepsLineFeeds = false; ///< only a proper end ends it
        bool isEightBit = false;     ///< byte 0x9c is its end
    };

    qint64 putPlain(const char *bytes, qint64 size, LineBuffer &line);
    bool ground(uchar byte, LineBuffer &line);
    void control(uchar byte, LineBuffer &line);
    void c1(char32_t control, bool isEightBit);
    bool sequence(uchar byte, LineBuffer &line);
    void escape(uchar byte);
    void csi(uchar byte, LineBuffer &line);
    void csiFinal(char final, LineBuffer &line);
    void string(uchar byte);
    void beginString(StringKind kind);

    State m_state = State::Ground;
    Utf8Decoder m_utf8;
    PackedStyle m_style = 0;
    std::string m_sequence; ///< of a CSI, without introducer and final byte
    int m_length = 0;       ///< of a sequence or string so far
    StringKind m_string;
    uchar m_before = 0; ///< the byte before, in a string
};

} // namespace podium::run
