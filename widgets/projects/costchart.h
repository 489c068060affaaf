// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/cost/costreport.h"

#include <qwt_plot.h>

namespace podium::ui {

class CostBars;

/// Dollars a day as bars: what no grant covers below, what one covers above it, paler. Its
/// accessible description says each day that is not zero.
class CostChart final : public QwtPlot
{
    Q_OBJECT

public:
    explicit CostChart(QWidget *parent = nullptr);

    void setDays(const std::vector<lifecycle::CostDay> &days);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyColours();

    CostBars *m_bars; ///< the plot's
};

} // namespace podium::ui
