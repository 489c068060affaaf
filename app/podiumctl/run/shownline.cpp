// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/shownline.h"

#include "app/podiumctl/terminal.h"

#include <algorithm>

namespace podium::ctl {

namespace {

constexpr int LongestColour = 64;

bool isIn(QChar c, ushort first, ushort last)
{
    return c.unicode() >= first && c.unicode() <= last;
}

/// Reads one sequence after the other of a line; see ECMA-48, 5.4 and 5.6.
class LineReader final
{
public:
    LineReader(const QString &line, bool withColours) : m_line(line), m_withColours(withColours) {}

    QString read()
    {
        while (m_at < m_line.size()) {
            const QChar c = m_line[m_at++];
            if (c == QLatin1Char('\033')) {
                skipSequence();
            } else if (c == QLatin1Char('\r')) {
                takeReturn();
            } else if (c == QLatin1Char('\t')) {
                m_shown += c;
            } else if (c.category() != QChar::Other_Control) {
                m_shown += printable(c);
            }
        }
        return m_isColoured ? QString(m_shown + QStringLiteral("\033[0m")) : m_shown;
    }

private:
    void takeReturn()
    {
        const bool isLast = std::all_of(
            m_line.begin() + m_at, m_line.end(), [](QChar c) { return c == QLatin1Char('\r'); });
        if (!isLast) {
            m_shown.clear();
            m_isColoured = false;
        }
    }

    void skipWhile(ushort first, ushort last)
    {
        while (m_at < m_line.size() && isIn(m_line[m_at], first, last)) {
            ++m_at;
        }
    }

    void skipSequence()
    {
        if (m_at >= m_line.size()) {
            return;
        }
        const QChar kind = m_line[m_at];
        if (kind == QLatin1Char('[')) {
            ++m_at;
            takeControl();
        } else if (QStringLiteral("]PX^_").contains(kind)) {
            skipString();
        } else {
            skipWhile(0x20, 0x2f);
            m_at += m_at < m_line.size() && isIn(m_line[m_at], 0x30, 0x7e) ? 1 : 0;
        }
    }

    void takeControl()
    {
        const int from = m_at;
        skipWhile(0x30, 0x3f);
        const QStringRef parameters = m_line.midRef(from, m_at - from);
        const int end = m_at;
        skipWhile(0x20, 0x2f);
        if (m_at >= m_line.size() || !isIn(m_line[m_at], 0x40, 0x7e)) {
            return;
        }
        const bool isColour = m_line[m_at++] == QLatin1Char('m') && m_at == end + 1 &&
                              parameters.size() <= LongestColour &&
                              std::all_of(parameters.begin(), parameters.end(), [](QChar c) {
                                  return isIn(c, '0', ';'); // digits, colon, semicolon
                              });
        if (isColour && m_withColours) {
            m_shown += QStringLiteral("\033[") % parameters % QLatin1Char('m');
            m_isColoured = !parameters.isEmpty() && parameters != QLatin1String("0");
        }
    }

    /// Up to its end, or to that of the line.
    void skipString()
    {
        while (m_at < m_line.size()) {
            const QChar c = m_line[m_at++];
            const bool isEnd = c == QLatin1Char('\033') && m_at < m_line.size() &&
                               m_line[m_at] == QLatin1Char('\\');
            m_at += isEnd ? 1 : 0;
            if (isEnd || c == QLatin1Char('\a') || c == QChar(0x9c)) {
                return;
            }
        }
    }

    const QString &m_line;
    const bool m_withColours;
    QString m_shown;
    int m_at = 0;
    bool m_isColoured = false;
};

} // namespace

QByteArray shownLine(const QByteArray &line, bool withColours)
{
    const QString text = QString::fromUtf8(line);
    return LineReader(text, withColours).read().toUtf8();
}

bool wantsColours()
{
    return qgetenv("NO_COLOR").isEmpty() && qgetenv("TERM") != "dumb";
}

} // namespace podium::ctl
