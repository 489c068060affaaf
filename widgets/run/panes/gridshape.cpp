// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/panes/gridshape.h"

#include <algorithm>

namespace podium::ui {

namespace {

/// How wide and high a pane is once it is comfortable: some 50 columns by 15 rows.
constexpr double ComfortableWidth = 400;
constexpr double ComfortableHeight = 240;

int share(int room, int parts, int gap)
{
    return (room - gap * (parts - 1)) / parts;
}

/// How good so many columns are; below 0: the panes would be too small.
double worth(int count, int columns, QSize room, QSize minimum, int gap)
{
    const int rows = (count + columns - 1) / columns;
    const int width = share(room.width(), columns, gap);
    const int height = share(room.height(), rows, gap);
    if (width < minimum.width() || height < minimum.height()) {
        return -1;
    }
    // A hole costs more than its share of the room: eight panes stand 4×2, not 3×3.
    const double filled = double(count) / (rows * columns);
    return std::min(width / ComfortableWidth, height / ComfortableHeight) * filled * filled;
}

} // namespace

GridShape::GridShape(int paneCount, QSize roomSize, QSize minimum, int gap)
    : count(paneCount)
    , room(roomSize)
    , spacing(gap)
{
    double best = -1;
    const int most = std::max(1, (room.width() + gap) / std::max(1, minimum.width() + gap));
    for (int candidate = 1; candidate <= std::min(most, count); ++candidate) {
        const double value = worth(count, candidate, room, minimum, gap);
        if (value > best) {
            best = value;
            columns = candidate;
        }
    }
    if (best < 0) {
        columns = std::clamp(most, 1, std::max(1, count));
    }
    rows = (count + columns - 1) / columns;
    // Whole panes in sight, also where there are more rows than fit.
    const int fitting = std::max(1, (room.height() + gap) / std::max(1, minimum.height() + gap));
    paneHeight = std::max(
        minimum.height(),
        share(room.height(), std::clamp(rows, 1, best < 0 ? fitting : rows), gap));
}

int GridShape::contentHeight() const
{
    return rows == 0 ? 0 : rows * (paneHeight + spacing) - spacing;
}

QRect GridShape::paneRect(int index) const
{
    const int column = index % columns;
    const int left = column * (room.width() + spacing) / columns;
    const int right = (column + 1) * (room.width() + spacing) / columns - spacing;
    return {left, index / columns * (paneHeight + spacing), right - left, paneHeight};
}

std::pair<int, int> GridShape::visible(int top, int bottom) const
{
    const int step = paneHeight + spacing;
    if (count == 0 || step <= 0) {
        return {0, 0};
    }
    const int firstRow = std::max(0, (top + spacing) / step);
    const int lastRow = std::max(0, (bottom - 1) / step);
    return {std::min(count, firstRow * columns), std::min(count, (lastRow + 1) * columns)};
}

} // namespace podium::ui
