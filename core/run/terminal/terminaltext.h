// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/utf8.h"

#include <QByteArray>

namespace podium::run {

/// Lets only whole characters of UTF-8 and ASCII's controls through to an emulation. A broken part
/// becomes U+FFFD, the controls U+0080 to U+009F are left out: libvterm takes both for characters
/// of the width -1, and moves its cursor off the screen. Incremental: bytes may be cut anywhere,
/// and an unfinished character is kept back until it is whole.
class TerminalTextFilter final
{
public:
    [[nodiscard]] QByteArray pass(const QByteArray &bytes);

private:
    void put(char byte, QByteArray &passed);

    Utf8Decoder m_decoder;
    QByteArray m_orphans;
};

} // namespace podium::run
