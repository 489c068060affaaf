// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/linepainter.h"

#include <QPainter>
#include <QVarLengthArray>

#include <algorithm>

namespace podium::ui {

namespace {

/// Paints a row piece by piece: a piece is what looks the same from end to end.
class RowPainter final
{
public:
    RowPainter(QPainter &painter, const OutputTheme &look, const RowContent &row, QPointF topLeft)
        : m_painter(painter)
        , m_look(look)
        , m_row(row)
        , m_topLeft(topLeft)
        , m_firstCell(row.cells.cellOf(row.columns.begin))
    {}

    void paint()
    {
        const int end = std::min(m_row.columns.end, m_row.line.text.size());
        for (int column = m_row.columns.begin; column < end;) {
            const int next = std::min(end, pieceEnd(column));
            paintPiece({column, next});
            column = next;
        }
    }

private:
    const run::TextStyle &styleAt(int column) const
    {
        static const run::TextStyle plain;
        const auto &runs = m_row.line.runs;
        const auto after = std::upper_bound(
            runs.begin(), runs.end(), column,
            [](int value, const run::StyleRun &r) { return value < r.start; });
        return after == runs.begin() ? plain : std::prev(after)->style;
    }

    int pieceEnd(int column) const
    {
        int end = m_row.line.text.size();
        const auto consider = [&end, column](int boundary) {
            if (boundary > column) {
                end = std::min(end, boundary);
            }
        };
        const auto &runs = m_row.line.runs;
        const auto after = std::upper_bound(
            runs.begin(), runs.end(), column,
            [](int value, const run::StyleRun &r) { return value < r.start; });
        if (after != runs.end()) {
            consider(after->start);
        }
        consider(m_row.selected.begin);
        consider(m_row.selected.end);
        for (const ColumnRange &hit : m_row.hits) {
            consider(hit.begin);
            consider(hit.end);
        }
        return end;
    }

    OutputPalette::Pair coloursOf(int column, const run::TextStyle &style) const
    {
        if (m_row.selected.contains(column)) {
            const auto group = m_row.isActive ? QPalette::Active : QPalette::Inactive;
            return {
                m_look.palette.color(group, QPalette::HighlightedText),
                m_look.palette.color(group, QPalette::Highlight)};
        }
        for (std::size_t i = 0; i < m_row.hits.size(); ++i) {
            if (m_row.hits[i].contains(column)) {
                const bool isCurrent = int(i) == m_row.currentHit;
                return isCurrent
                           ? OutputPalette::
                                 Pair{m_look.colours.currentHitText(), m_look.colours.currentHit()}
                           : OutputPalette::Pair{m_look.colours.text(), m_look.colours.hit()};
            }
        }
        return m_look.colours.colours(style);
    }

    qreal xOf(int column) const
    {
        return m_topLeft.x() + (m_row.cells.cellOf(column) - m_firstCell) * m_look.font.cellWidth();
    }

    void paintPiece(ColumnRange piece)
    {
        const run::TextStyle &style = styleAt(piece.begin);
        const OutputPalette::Pair colours = coloursOf(piece.begin, style);
        const qreal left = xOf(piece.begin);
        const qreal width = xOf(piece.end) - left;
        if (colours.background.isValid()) {
            m_painter.fillRect(
                QRectF(left, m_topLeft.y(), width, m_look.font.rowHeight()), colours.background);
        }
        m_painter.setPen(colours.foreground);
        paintCharacters(piece, style);
        if (style.underline) {
            const qreal y = m_topLeft.y() + m_look.font.ascent() + m_look.font.underlineOffset();
            m_painter.fillRect(QRectF(left, y, width, 1), colours.foreground);
        }
    }

    void paintCharacters(ColumnRange piece, const run::TextStyle &style)
    {
        const QString &text = m_row.line.text;
        for (int column = piece.begin; column < piece.end;) {
            const ushort unit = text.at(column).unicode();
            if (const quint32 glyph = m_look.font.glyph(style.bold, style.italic, unit);
                glyph != 0 && !isDeceptive(unit) && !combinesWithNext(column)) {
                if (unit != ' ' && unit != 0xa0) {
                    m_glyphs.append(glyph);
                    m_positions.append({xOf(column), m_topLeft.y() + m_look.font.ascent()});
                }
                ++column;
            } else {
                const int next = std::max(column + 1, m_row.cells.after(column));
                paintCluster({column, next}, style);
                column = next;
            }
        }
        flushGlyphs(style);
    }

    bool combinesWithNext(int column) const
    {
        return !m_row.cells.isPlain() && m_row.cells.after(column) != column + 1;
    }

    /// What the fast way cannot draw: combined, wide, rare or invisible characters.
    void paintCluster(ColumnRange cluster, const run::TextStyle &style)
    {
        const QString text = m_row.line.text.mid(cluster.begin, cluster.end - cluster.begin);
        const qreal x = xOf(cluster.begin);
        const uint first = text.at(0).isHighSurrogate() && text.size() > 1
                               ? QChar::surrogateToUcs4(text.at(0), text.at(1))
                               : text.at(0).unicode();
        if (first == '\t') {
            return;
        }
        if (isDeceptive(first)) {
            const qreal height = m_look.font.ascent() * 0.6;
            m_painter.drawRect(QRectF(
                x + 1.5, m_topLeft.y() + m_look.font.ascent() - height, m_look.font.cellWidth() - 3,
                height - 1));
            return;
        }
        m_painter.setFont(m_look.font.font(style.bold, style.italic));
        m_painter.drawText(QPointF(x, m_topLeft.y() + m_look.font.ascent()), text);
    }

    void flushGlyphs(const run::TextStyle &style)
    {
        if (m_glyphs.isEmpty()) {
            return;
        }
        QGlyphRun glyphs;
        glyphs.setRawFont(m_look.font.rawFont(style.bold, style.italic));
        glyphs.setRawData(m_glyphs.constData(), m_positions.constData(), m_glyphs.size());
        m_painter.drawGlyphRun({}, glyphs);
        m_glyphs.clear();
        m_positions.clear();
    }

    QPainter &m_painter;
    const OutputTheme &m_look;
    const RowContent &m_row;
    QPointF m_topLeft;
    int m_firstCell;
    QVarLengthArray<quint32, 256> m_glyphs;
    QVarLengthArray<QPointF, 256> m_positions;
};

} // namespace

void paintRow(QPainter &painter, const OutputTheme &look, const RowContent &row, QPointF topLeft)
{
    RowPainter(painter, look, row, topLeft).paint();
}

} // namespace podium::ui
