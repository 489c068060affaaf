// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/load/workerload.h"

#include <QColor>
#include <QWidget>

#include <vector>

class QPainter;

namespace podium::ui {

/// Draws values of 0 … 1 from left to right into an area, a gap where one is not a number, on a
/// base line.
void paintSpark(
    QPainter &painter, const QRectF &area, const std::vector<float> &values, const QColor &colour,
    const QColor &base);

/// The last hour of a worker: a strip for each value, one below the other, with the same time. The
/// arrow keys and the pointer go back in time and say what was then.
class LoadChart final : public QWidget
{
    Q_OBJECT

public:
    explicit LoadChart(QWidget *parent = nullptr);

    /// `nowMs`: of the history's clock.
    void setWorker(const tpu::WorkerLoad &worker, qint64 nowMs);
    void clear();
    /// What is said of a moment so long ago.
    [[nodiscard]] QString textAgo(qint64 agoMs) const;
    /// A value of the last look; "-" where that is so long ago that it says nothing of now.
    [[nodiscard]] QString textNow(tpu::LoadValue which) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QRectF stripOf(int strip) const;
    [[nodiscard]] qint64 agoAt(qreal x) const;
    void setCursorAgo(std::optional<qint64> agoMs);
    void paintStrip(QPainter &painter, int strip) const;

    tpu::LoadHistory m_history;
    qint64 m_nowMs = 0;
    std::optional<qint64> m_cursorAgo; ///< of the keyboard
};

} // namespace podium::ui
