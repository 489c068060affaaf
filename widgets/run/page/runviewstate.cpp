// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/theme.h"
#include "widgets/run/page/runview.h"

#include <QEvent>

#include <algorithm>

// How a run's panes look: colours, size of the letters, long lines.

namespace podium::ui {

namespace {

constexpr int ZoomLeast = -5; // points
constexpr int ZoomMost = 16;

} // namespace

void RunView::updateLook()
{
    QFont font = monospaceFont();
    font.setPointSizeF(std::max(4.0, font.pointSizeF() + m_zoom));
    const auto look = std::make_shared<const OutputTheme>(font, palette());
    m_grid->setLook(look);
    m_single->setLook(look);
    m_merged->setLook(look);
}

void RunView::zoom(int steps)
{
    m_zoom = steps == 0 ? 0 : std::clamp(m_zoom + steps, ZoomLeast, ZoomMost);
    updateLook();
}

void RunView::setWrap(bool wrap)
{
    if (!isGrid()) {
        m_wrapSingle = wrap;
        m_single->setWrap(wrap);
        m_merged->setWrap(wrap);
    } else {
        m_wrapGrid = wrap;
        m_grid->setWrap(wrap);
    }
}

void RunView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateLook();
    }
}

} // namespace podium::ui
