// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <qwt_plot_item.h>

#include <QColor>

#include <vector>

namespace podium::ui {

/// Two amounts a day, one on the other, at 0, 1, 2 … of the x axis. (Qwt's own bar charts include a
/// header that g++ 12 refuses in C++20.)
class CostBars final : public QwtPlotItem
{
public:
    struct Bar
    {
        double lower = 0;
        double upper = 0;
    };
    void setBars(std::vector<Bar> bars);
    void setColours(const QColor &lower, const QColor &upper);

    [[nodiscard]] int rtti() const override { return Rtti_PlotUserItem; }
    void draw(
        QPainter *painter, const QwtScaleMap &xMap, const QwtScaleMap &yMap,
        const QRectF &area) const override;

private:
    std::vector<Bar> m_bars;
    QColor m_lower;
    QColor m_upper;
};

} // namespace podium::ui
