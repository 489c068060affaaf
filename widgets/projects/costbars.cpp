// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/costbars.h"

#include <qwt_scale_map.h>

#include <QPainter>

#include <cmath>
#include <utility>

namespace podium::ui {

void CostBars::setBars(std::vector<Bar> bars)
{
    m_bars = std::move(bars);
    itemChanged();
}

void CostBars::setColours(const QColor &lower, const QColor &upper)
{
    m_lower = lower;
    m_upper = upper;
    itemChanged();
}

void CostBars::draw(
    QPainter *painter, const QwtScaleMap &xMap, const QwtScaleMap &yMap,
    const QRectF & /*area*/) const
{
    constexpr double Half = 0.42; // of the place of a day
    for (std::size_t day = 0; day < m_bars.size(); ++day) {
        const double left = std::round(xMap.transform(double(day) - Half));
        const double right = std::round(xMap.transform(double(day) + Half));
        const auto fill = [&](double from, double to, const QColor &colour) {
            const double top = std::round(yMap.transform(to));
            const double bottom = std::round(yMap.transform(from));
            painter->fillRect(QRectF(left, top, right - left, bottom - top), colour);
        };
        const Bar &bar = m_bars[day];
        fill(0, bar.lower, m_lower);
        fill(bar.lower, bar.lower + bar.upper, m_upper);
    }
}

} // namespace podium::ui
