// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/run/output/linesource.h"

#include <QStringList>

namespace podium::tests {

/// Lines from a list, which counts how often it is asked.
class TextLines : public ui::LineSource
{
public:
    TextLines() = default;
    explicit TextLines(const QStringList &lines) : m_lines(lines) {}
    static TextLines numbered(int count)
    {
        TextLines lines;
        lines.grow(count);
        return lines;
    }
    void grow(int count)
    {
        for (int i = 0; i < count; ++i) {
            m_lines += QStringLiteral("line %1").arg(m_lines.size());
        }
    }
    /// These are not kept any more; one line stands for all that are gone.
    void cutFront(int count)
    {
        const int first = gone.lines > 0 ? 1 : 0;
        m_lines.erase(m_lines.begin() + first, m_lines.begin() + first + count);
        if (first == 0) {
            m_lines.prepend(QStringLiteral("…"));
        }
        gone.lines += count;
    }
    void setLast(const QString &text) { m_lines.last() = text; }

    [[nodiscard]] int lineCount() const override { return m_lines.size(); }
    [[nodiscard]] run::StyledLine line(int index) const override
    {
        ++asked;
        return {m_lines.at(index), runs};
    }

    [[nodiscard]] run::Elision cut() const override { return gone; }

    run::Elision gone;
    mutable int asked = 0;
    std::vector<run::StyleRun> runs;

private:
    QStringList m_lines;
};

} // namespace podium::tests
