// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lineescapes.h"

namespace podium::ctl {

LineEscapes::Taken LineEscapes::take(const QByteArray &typed)
{
    Taken taken;
    for (const char key : typed) {
        if (m_at == At::LineBegin && key == '~') {
            m_at = At::AfterTilde; // kept back until it is known what it begins
            continue;
        }
        if (m_at == At::AfterTilde && key == '.') {
            taken.hangsUp = true;
            return taken;
        }
        if (m_at == At::AfterTilde && key != '~') {
            taken.bytes += '~';
        }
        taken.bytes += key;
        m_at = key == '\r' || key == '\n' ? At::LineBegin : At::InLine;
    }
    return taken;
}

} // namespace podium::ctl
