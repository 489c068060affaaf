// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/nodes/nodetimeline.h"

#include <QWidget>

namespace podium::ui {

/// The history of a node, drawn: its states as bars (colour, shape and word), what happened to it
/// as ticks above them, hatched where nobody looked. The pointer, or the arrow keys, bring up what
/// each is; a screen reader gets all of it as text.
class TimelineView final : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineView(QWidget *parent = nullptr);

    void setTimeline(models::Timeline timeline);
    [[nodiscard]] const models::Timeline &timeline() const { return m_timeline; }
    /// What the bar or tick at this place says; empty: nothing there.
    [[nodiscard]] QString textAt(const QPoint &position) const;
    /// What the arrow keys have come to; empty: nothing.
    [[nodiscard]] QString currentText() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The arrow keys have come to something else.
    void currentTextChanged(const QString &text);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] qreal xOf(const QDateTime &time) const;
    [[nodiscard]] QRectF track() const;
    [[nodiscard]] QRectF rectOf(const models::TimelineBar &bar) const;
    [[nodiscard]] QRectF rectOf(const models::TimelineTick &tick) const;
    [[nodiscard]] int itemCount() const;
    [[nodiscard]] QString itemText(int item) const;
    void setCurrent(int item);
    void tellCurrent();
    [[nodiscard]] bool hasSameItem(const models::Timeline &other) const;
    void paintBar(QPainter &painter, const models::TimelineBar &bar) const;
    void paintTick(QPainter &painter, const models::TimelineTick &tick) const;
    void paintUnseen(QPainter &painter) const;
    void paintAxis(QPainter &painter) const;

    models::Timeline m_timeline;
    int m_current = -1; ///< bars first, then ticks
};

} // namespace podium::ui
