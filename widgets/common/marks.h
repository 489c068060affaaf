// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"

#include <QWidget>

class QPainter;

namespace podium::ui {

/// Draws a mark into a square: a disc (good), a half-filled ring (busy), a triangle (warning), a
/// diamond with a bar (bad), a ring (off), a dashed ring (unknown). `colour` invalid: the mark's.
void paintMark(
    QPainter &painter, const QRectF &square, models::Mark mark, const QPalette &palette,
    const QColor &colour = {});

/// A mark beside a text. The word that goes with it is its accessible name.
class MarkWidget final : public QWidget
{
    Q_OBJECT

public:
    explicit MarkWidget(QWidget *parent = nullptr);
    void setMark(models::Mark mark, const QString &word);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    models::Mark m_mark = models::Mark::Unknown;
};

} // namespace podium::ui
