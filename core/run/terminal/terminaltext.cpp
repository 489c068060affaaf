// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/terminal/terminaltext.h"

#include <algorithm>

namespace podium::run {

namespace {

constexpr const char *Replacement = "\xef\xbf\xbd"; // Utf8Decoder::Broken

bool isPlain(char byte)
{
    return uchar(byte) < 0x80;
}

bool isControl(char32_t character)
{
    return character >= 0x80 && character <= 0x9f;
}

} // namespace

QByteArray TerminalTextFilter::pass(const QByteArray &bytes)
{
    if (!m_decoder.isPending() && std::all_of(bytes.begin(), bytes.end(), isPlain)) {
        return bytes;
    }
    QByteArray passed;
    passed.reserve(bytes.size() + 4);
    for (const char byte : bytes) {
        put(byte, passed);
    }
    return passed;
}

void TerminalTextFilter::put(char byte, QByteArray &passed)
{
    if (!m_decoder.isPending() && isPlain(byte)) {
        passed += byte;
        return;
    }
    switch (m_decoder.take(uchar(byte))) {
    case Utf8Decoder::Step::More:
        m_orphans += byte;
        return;
    case Utf8Decoder::Step::Complete:
        if (!isControl(m_decoder.character())) {
            passed += m_orphans + byte;
        }
        m_orphans.clear();
        return;
    case Utf8Decoder::Step::Invalid:
        passed += Replacement;
        return;
    case Utf8Decoder::Step::Cut:
        passed += Replacement;
        m_orphans.clear();
        put(byte, passed); // nothing is pending now
        return;
    }
}

} // namespace podium::run
