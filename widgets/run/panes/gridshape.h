// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>

#include <utility>

namespace podium::ui {

/// How panes share a room. All panes at once where they fit with at least `minimum`; otherwise
/// as many columns as fit, and the rest below. Pixels; a pure value.
struct GridShape
{
    int count = 0;
    int columns = 1;
    int rows = 0;
    QSize room;
    int paneHeight = 0;
    int spacing = 0;

    GridShape() = default;
    GridShape(int paneCount, QSize roomSize, QSize minimum, int gap);

    [[nodiscard]] int contentHeight() const;
    /// Where a pane stands, with the content's top at 0.
    [[nodiscard]] QRect paneRect(int index) const;
    /// The panes [first, last) that have a pixel between these heights.
    [[nodiscard]] std::pair<int, int> visible(int top, int bottom) const;
};

} // namespace podium::ui
