// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QGlyphRun>
#include <QRawFont>
#include <QVector>

#include <array>

namespace podium::ui {

/// A monospace font ready for a grid of cells: four faces, the size of a cell, and the glyphs of
/// common characters looked up once (shaping each line again is most of a text widget's cost).
class OutputFont final
{
public:
    explicit OutputFont(const QFont &font);

    [[nodiscard]] qreal cellWidth() const { return m_cellWidth; }
    [[nodiscard]] int rowHeight() const { return m_rowHeight; }
    [[nodiscard]] qreal ascent() const { return m_ascent; }
    [[nodiscard]] qreal underlineOffset() const { return m_underlineOffset; }

    [[nodiscard]] const QFont &font(bool bold, bool italic) const
    {
        return face(bold, italic).font;
    }
    [[nodiscard]] const QRawFont &rawFont(bool bold, bool italic) const
    {
        return face(bold, italic).raw;
    }
    /// 0 where the face has no such glyph, or it is none of the common ones.
    [[nodiscard]] quint32 glyph(bool bold, bool italic, ushort unit) const;

private:
    static constexpr ushort CommonEnd = 0x2600;
    static constexpr quint32 NotLookedUp = 0xffffffff;
    struct Face
    {
        QFont font;
        QRawFont raw;
        mutable QVector<quint32> glyphs;
    };
    [[nodiscard]] const Face &face(bool bold, bool italic) const
    {
        return m_faces[(bold ? 1U : 0U) + (italic ? 2U : 0U)];
    }

    std::array<Face, 4> m_faces;
    qreal m_cellWidth = 8;
    int m_rowHeight = 16;
    qreal m_ascent = 12;
    qreal m_underlineOffset = 1;
};

} // namespace podium::ui
