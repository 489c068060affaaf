// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/outputfont.h"

#include <QFontMetricsF>
#include <QtMath>

namespace podium::ui {

OutputFont::OutputFont(const QFont &font)
{
    for (unsigned i = 0; i < m_faces.size(); ++i) {
        Face &one = m_faces[i];
        one.font = font;
        one.font.setBold((i & 1U) != 0);
        one.font.setItalic((i & 2U) != 0);
        one.font.setKerning(false);
        one.raw = QRawFont::fromFont(one.font);
        one.glyphs.fill(NotLookedUp, CommonEnd);
    }
    const QFontMetricsF metrics(m_faces[0].font);
    m_cellWidth = qMax(1.0, metrics.horizontalAdvance(QLatin1Char('M')));
    m_rowHeight = qMax(1, qCeil(metrics.ascent() + metrics.descent()) + 1);
    m_ascent = qCeil(metrics.ascent());
    m_underlineOffset = qMax(1.0, metrics.underlinePos());
}

quint32 OutputFont::glyph(bool bold, bool italic, ushort unit) const
{
    const Face &one = face(bold, italic);
    if (unit >= CommonEnd) {
        return 0;
    }
    quint32 &known = one.glyphs[unit];
    if (known == NotLookedUp) {
        const QChar character(unit);
        int count = 1;
        quint32 found = 0;
        known = one.raw.isValid() && one.raw.glyphIndexesForChars(&character, 1, &found, &count)
                    ? found
                    : 0;
    }
    return known;
}

} // namespace podium::ui
