// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace podium::run {

/// Decodes UTF-8 byte by byte; each maximal part of an ill-formed sequence becomes one U+FFFD
/// (Unicode 15, section 3.9, "U+FFFD Substitution of Maximal Subparts").
class Utf8Decoder final
{
public:
    static constexpr char32_t Broken = 0xfffd;

    enum class Step {
        More,     ///< the byte was taken; the character is not complete
        Complete, ///< the byte was taken; character() is it
        Invalid,  ///< the byte begins nothing
        Cut,      ///< the sequence before is broken; the byte was not taken
    };

    [[nodiscard]] bool isPending() const { return m_missing > 0; }
    [[nodiscard]] char32_t character() const { return m_character; }

    /// A byte from 0x80 on, or any byte while isPending().
    [[nodiscard]] Step take(uchar byte) { return m_missing > 0 ? goOn(byte) : begin(byte); }

private:
    Step begin(uchar byte)
    {
        m_low = 0x80;
        m_high = 0xbf;
        if (byte >= 0xc2 && byte <= 0xdf) {
            m_missing = 1;
            m_character = byte & 0x1fU;
        } else if (byte >= 0xe0 && byte <= 0xef) {
            m_missing = 2;
            m_character = byte & 0x0fU;
            m_low = byte == 0xe0 ? 0xa0 : 0x80;  // no overlong forms
            m_high = byte == 0xed ? 0x9f : 0xbf; // no surrogates
        } else if (byte >= 0xf0 && byte <= 0xf4) {
            m_missing = 3;
            m_character = byte & 0x07U;
            m_low = byte == 0xf0 ? 0x90 : 0x80;
            m_high = byte == 0xf4 ? 0x8f : 0xbf; // up to U+10FFFF
        } else {
            return Step::Invalid;
        }
        return Step::More;
    }
    Step goOn(uchar byte)
    {
        if (byte < m_low || byte > m_high) {
            m_missing = 0;
            return Step::Cut;
        }
        m_low = 0x80;
        m_high = 0xbf;
        m_character = m_character << 6 | (byte & 0x3fU);
        return --m_missing == 0 ? Step::Complete : Step::More;
    }

    char32_t m_character = 0;
    int m_missing = 0;
    uchar m_low = 0x80;
    uchar m_high = 0xbf;
};

} // namespace podium::run
