// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBasicTimer>
#include <QObject>
#include <QPoint>

class QContextMenuEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace podium::ui {

class OutputView;

/// Mouse and keyboard of an OutputView, which owns it: selecting, scrolling, copying. Keys that
/// mean nothing to a text (Return, Escape without a selection, plain arrows where nothing can be
/// scrolled) are left to the parent.
class OutputInput final : public QObject
{
    Q_OBJECT

public:
    explicit OutputInput(OutputView &view);

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    bool mousePress(const QMouseEvent &event);
    bool mouseMove(const QMouseEvent &event);
    bool mouseRelease(const QMouseEvent &event);
    bool doubleClick(const QMouseEvent &event);
    bool wheel(const QWheelEvent &event);
    bool key(const QKeyEvent &event);
    bool extendByKey(const QKeyEvent &event);
    bool scrollByKey(const QKeyEvent &event);
    void contextMenu(const QContextMenuEvent &event);
    void dragTo(QPoint point);
    void selectAll();
    void copy() const;

    OutputView &m_view;
    QPoint m_dragPoint;
    bool m_isDragging = false;
    QBasicTimer m_dragTimer; ///< scrolls while the pointer is held outside
    int m_wheelRest = 0;     ///< eighths of a degree not yet used
};

} // namespace podium::ui
