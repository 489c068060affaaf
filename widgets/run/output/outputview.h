// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputsearch.h"
#include "widgets/run/output/linepainter.h"
#include "widgets/run/output/linesource.h"
#include "widgets/run/output/viewplace.h"

#include <QAbstractScrollArea>
#include <QPointer>
#include <QVector>

#include <memory>
#include <optional>

class QMenu;

namespace podium::ui {

/// Shows lines that grow: plain text that can do nothing, with colours. Paints what is visible
/// and asks the source for that alone; 100,000 lines cost what a screenful costs. Stays at the
/// end while it is there, and where it is otherwise. Accessible as a read-only text.
class OutputView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit OutputView(QWidget *parent = nullptr);
    ~OutputView() override;

    void setLook(std::shared_ptr<const OutputTheme> look);
    /// Null: nothing to show. Must outlive its use here.
    void setSource(const LineSource *source, const ViewPlace &place = {});
    [[nodiscard]] const LineSource *source() const { return m_source; }
    /// Shows a menu, a child of this. It goes once it is closed, and when another source comes: it
    /// is of what was shown.
    void openMenu(QMenu &menu, QPoint globalPlace);
    /// What stands here while there are no lines.
    void setPlaceholder(const QString &text, bool isError);
    [[nodiscard]] const QString &placeholder() const { return m_placeholder; }
    void setWrap(bool wrap);
    /// Whether plain arrow keys scroll here; otherwise they go on to what is around.
    void setTakesArrows(bool takes) { m_takesArrows = takes; }
    [[nodiscard]] bool takesArrows() const { return m_takesArrows; }
    /// Whether the wheel scrolls here; otherwise what is around.
    void setTakesWheel(bool takes) { m_takesWheel = takes; }
    [[nodiscard]] bool takesWheel() const { return m_takesWheel; }
    /// Where a place is by now that was found when so much was cut; nothing: it is gone.
    [[nodiscard]] std::optional<TextPosition>
    placeNow(TextPosition place, const run::Elision &then) const;
    /// Marks what matches, `current` stronger. Null marks nothing.
    void setHits(
        const std::shared_ptr<const run::OutputSearch> &search,
        const std::optional<TextPosition> &current);
    /// Marks lines that others do not have, in the order of their numbers.
    void setOddLines(const QVector<int> &lines);
    [[nodiscard]] const QVector<int> &oddLines() const { return m_oddLines; }

    /// The source has changed: lines were added, or the last one is another.
    void refresh();
    [[nodiscard]] ViewPlace place() const;
    [[nodiscard]] RowWindow rows() const;
    [[nodiscard]] QSize visibleCells() const; ///< whole columns and rows
    void moveTo(TopRow top);
    void scrollByRows(int count) { moveTo(rows().moved(m_place.top, count)); }
    /// Scrolls as little as need be, and follows the end no more where that is not in sight.
    void reveal(TextPosition position);

    [[nodiscard]] TextPosition positionAt(QPoint viewportPoint) const;
    /// Where a position is on the viewport; its y is outside where it is not visible.
    [[nodiscard]] QRect cellRect(TextPosition position) const;
    void setSelection(const TextSelection &selection);
    [[nodiscard]] const TextSelection &selection() const { return m_place.selection; }
    [[nodiscard]] QString selectedText() const;

    /// What the last painting took; 0 before the first.
    [[nodiscard]] qint64 lastPaintNs() const { return m_lastPaintNs; }

signals:
    void selectionChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void followCut();
    void updateScrollBars();
    void paintLines(QPainter &painter, QRect dirty);
    void paintPlaceholder(QPainter &painter) const;

    const LineSource *m_source = nullptr;
    QPointer<QMenu> m_menu;
    std::shared_ptr<const OutputTheme> m_look;
    ViewPlace m_place;
    QString m_placeholder;
    bool m_placeholderIsError = false;
    bool m_wrap = false;
    bool m_takesArrows = true;
    bool m_takesWheel = true;
    std::shared_ptr<const run::OutputSearch> m_hits;
    std::optional<TextPosition> m_currentHit;
    QVector<int> m_oddLines;
    run::Elision m_cut;     ///< of the source, at the last refresh
    int m_revision = 0;     ///< of the source, at the last refresh
    int m_shownLines = 0;   ///< of the source, at the last refresh
    int m_lastPainted = -1; ///< the last line on screen
    int m_widestCells = 0;  ///< of the lines seen so far, for the horizontal bar
    bool m_ownScroll = false;
    qint64 m_lastPaintNs = 0;
};

} // namespace podium::ui
