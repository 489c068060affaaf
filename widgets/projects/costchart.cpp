// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/costchart.h"

#include "core/lifecycle/pricetable.h"
#include "widgets/common/theme.h"
#include "widgets/projects/costbars.h"

#include <qwt_plot_canvas.h>
#include <qwt_scale_draw.h>
#include <qwt_scale_widget.h>
#include <qwt_text.h>

#include <QEvent>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace podium::ui {

namespace {

/// A day of a month for a position on the axis.
class DayScale final : public QwtScaleDraw
{
public:
    explicit DayScale(const QDate &first) : m_first(first)
    {
        enableComponent(QwtAbstractScaleDraw::Ticks, false);
        enableComponent(QwtAbstractScaleDraw::Backbone, false);
    }
    [[nodiscard]] QwtText label(double value) const override
    {
        const QDate day = m_first.addDays(qint64(value));
        return QwtText(QLocale().toString(day, QStringLiteral("d MMM")), QwtText::PlainText);
    }

private:
    QDate m_first;
};

class DollarScale final : public QwtScaleDraw
{
public:
    DollarScale()
    {
        enableComponent(QwtAbstractScaleDraw::Ticks, false);
        enableComponent(QwtAbstractScaleDraw::Backbone, false);
    }
    [[nodiscard]] QwtText label(double value) const override
    {
        const QString text = lifecycle::dollarText(value);
        const QLatin1String noCents(".00");
        return QwtText(
            text.endsWith(noCents) ? text.chopped(noCents.size()) : text, QwtText::PlainText);
    }
};

} // namespace

CostChart::CostChart(QWidget *parent) : QwtPlot(parent), m_bars(new CostBars)
{
    setAccessibleName(tr("Cost a day"));
    auto *area = new QwtPlotCanvas;
    area->setFrameStyle(QFrame::NoFrame);
    setCanvas(area);
    setAutoFillBackground(false);
    setAxisScaleDraw(QwtPlot::yLeft, new DollarScale);
    for (const int axis : {int(QwtPlot::yLeft), int(QwtPlot::xBottom)}) {
        axisWidget(axis)->setMargin(0);
        setAxisFont(axis, font());
    }
    m_bars->attach(this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    applyColours();
}

void CostChart::setDays(const std::vector<lifecycle::CostDay> &days)
{
    std::vector<CostBars::Bar> bars;
    bars.reserve(days.size());
    QStringList told;
    double most = 0;
    for (const lifecycle::CostDay &day : days) {
        const auto &amount = day.amount;
        bars.push_back({amount.notCovered, amount.covered});
        most = std::max(most, amount.notCovered + amount.covered);
        if (amount.notCovered > 0 || amount.covered > 0) {
            told << tr("%1: %2 not covered, %3 covered")
                        .arg(
                            day.day.toString(Qt::ISODate), lifecycle::dollarText(amount.notCovered),
                            lifecycle::dollarText(amount.covered));
        }
    }
    m_bars->setBars(std::move(bars));
    setAccessibleDescription(told.join(QLatin1Char('\n')));
    if (!days.empty()) {
        setAxisScaleDraw(QwtPlot::xBottom, new DayScale(days.front().day));
        const int week = 7;
        setAxisScale(QwtPlot::xBottom, -0.5, double(days.size()) - 0.5, week);
    }
    // Nothing at all is drawn at the foot, not in the middle.
    setAxisScale(QwtPlot::yLeft, 0, most > 0 ? most * 1.1 : 1);
    setAxisMaxMajor(QwtPlot::yLeft, 4);
    replot();
}

QSize CostChart::sizeHint() const
{
    return {Grid * 40, Grid * 20};
}

QSize CostChart::minimumSizeHint() const
{
    return {Grid * 24, Grid * 16};
}

void CostChart::applyColours()
{
    const Tones colours = tones(palette());
    QColor covered = colours.accent;
    constexpr qreal pale = 0.35;
    covered.setAlphaF(pale);
    m_bars->setColours(colours.warning, covered);
    setCanvasBackground(palette().color(QPalette::Base));
    for (const int axis : {int(QwtPlot::yLeft), int(QwtPlot::xBottom)}) {
        QPalette quiet = palette();
        quiet.setColor(QPalette::Text, colours.muted);
        axisWidget(axis)->setPalette(quiet);
    }
    replot();
}

void CostChart::changeEvent(QEvent *event)
{
    QwtPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyColours();
    }
}

} // namespace podium::ui
