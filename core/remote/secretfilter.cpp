// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/secretfilter.h"

#include <algorithm>
#include <cstring>

namespace podium::remote {

namespace {

/// Fewer bytes of a text's beginning tell nothing: any output may end so.
constexpr int LeastBeginning = 4;

} // namespace

SecretFilter::SecretFilter(const QByteArrayList &hidden)
{
    for (const QByteArray &text : hidden) {
        if (!text.isEmpty()) {
            m_hidden.at(uchar(text.at(0))) << text;
        }
    }
}

QByteArray SecretFilter::take(const QByteArray &bytes)
{
    m_held += bytes;
    m_marks += QByteArray(bytes.size(), 0);
    return release(mark());
}

QByteArray SecretFilter::rest()
{
    // All of it is the beginning of a text.
    if (m_held.size() >= LeastBeginning) {
        m_marks.fill(1);
    }
    return release(m_held.size());
}

/// Marks the texts that are there, also those that overlap: none of them must stay in part. Gives
/// where the first begins that has not come to its end.
int SecretFilter::mark()
{
    int unfinished = m_held.size();
    for (int at = 0; at < m_held.size(); ++at) {
        for (const QByteArray &text : qAsConst(m_hidden.at(uchar(m_held.at(at))))) {
            const int size = std::min(text.size(), m_held.size() - at);
            if (std::memcmp(m_held.constData() + at, text.constData(), std::size_t(size)) != 0) {
                continue;
            }
            if (size == text.size()) {
                std::fill_n(m_marks.begin() + at, size, char(1));
            } else {
                unfinished = std::min(unfinished, at);
            }
        }
    }
    return unfinished;
}

QByteArray SecretFilter::release(int end)
{
    QByteArray shown;
    for (int at = 0; at < end;) {
        const bool isHidden = m_marks.at(at) != 0;
        int next = at;
        while (next < end && (m_marks.at(next) != 0) == isHidden) {
            ++next;
        }
        if (!isHidden) {
            shown += m_held.mid(at, next - at);
        } else if (!m_isHiding) {
            shown += "(secret)";
        }
        m_isHiding = isHidden;
        at = next;
    }
    m_held.remove(0, end);
    m_marks.remove(0, end);
    return shown;
}

} // namespace podium::remote
