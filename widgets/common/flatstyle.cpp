// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/flatstyle.h"

#include "widgets/common/icons.h"
#include "widgets/common/stylepaint.h"
#include "widgets/common/theme.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPushButton>
#include <QStyleOption>

namespace podium::ui {

namespace {

constexpr char PrimaryProperty[] = "podiumPrimary";

bool isPrimary(const QWidget *widget)
{
    return widget && widget->property(PrimaryProperty).toBool();
}

QColor buttonFill(const QStyleOption &option, bool primary, bool flat)
{
    const QPalette &palette = option.palette;
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool down = option.state & (QStyle::State_Sunken | QStyle::State_On);
    const bool hover = enabled && (option.state & QStyle::State_MouseOver);
    if (primary && enabled) {
        const QColor accent = palette.color(QPalette::Highlight);
        return down ? accent.darker(125) : hover ? accent.darker(112) : accent;
    }
    const Tones colours = tones(palette);
    if (down) {
        return colours.infoBackground;
    }
    if (flat) {
        return hover ? colours.hover : QColor(Qt::transparent);
    }
    return hover ? colours.hover : palette.color(QPalette::Button);
}

void paintButton(const QStyleOption &option, QPainter *painter, const QWidget *widget, bool flat)
{
    const bool primary = isPrimary(widget);
    const QColor fill = buttonFill(option, primary, flat);
    const QColor border = flat || (primary && option.state & QStyle::State_Enabled)
                              ? fill
                              : option.palette.color(QPalette::Mid);
    box(painter, option.rect, fill, border);
    constexpr auto byKeyboard = QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
    if ((option.state & byKeyboard) == byKeyboard) {
        focusRing(painter, option.rect, tones(option.palette).accent);
        if (primary) { // the accent on itself would not be seen
            focusRing(
                painter, option.rect.adjusted(2, 2, -2, -2),
                option.palette.color(QPalette::HighlightedText));
        }
    }
}

void paintCheckBox(const QStyleOption &option, QPainter *painter)
{
    const bool on = option.state & (QStyle::State_On | QStyle::State_NoChange);
    const bool enabled = option.state & QStyle::State_Enabled;
    const QColor accent = option.palette.color(enabled ? QPalette::Highlight : QPalette::Mid);
    box(painter, option.rect, on ? accent : option.palette.color(QPalette::Base),
        on ? accent : tones(option.palette).muted);
    if (on) {
        const bool partly = option.state & QStyle::State_NoChange;
        const QRectF r = option.rect;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(
            option.palette.color(QPalette::HighlightedText), r.width() * 0.14, Qt::SolidLine,
            Qt::RoundCap, Qt::RoundJoin));
        const auto at = [&r](qreal x, qreal y) {
            return QPointF(r.left() + r.width() * x, r.top() + r.height() * y);
        };
        const QVector<QPointF> dash = {at(0.25, 0.5), at(0.75, 0.5)};
        const QVector<QPointF> tick = {at(0.23, 0.52), at(0.43, 0.72), at(0.78, 0.30)};
        painter->drawPolyline(QPolygonF(partly ? dash : tick));
        painter->restore();
    }
}

void paintHeaderSection(const QStyleOption &option, QPainter *painter)
{
    painter->fillRect(option.rect, option.palette.color(QPalette::Base));
    painter->fillRect(
        QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
        tones(option.palette).line);
}

void paintScrollBar(
    const QStyle &style, const QStyleOptionSlider &option, QPainter *painter, const QWidget *widget)
{
    painter->fillRect(option.rect, option.palette.color(QPalette::Base));
    if (option.maximum <= option.minimum) {
        return;
    }
    const QRect handle =
        style.subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, widget);
    const Tones colours = tones(option.palette);
    const bool active = option.activeSubControls & QStyle::SC_ScrollBarSlider &&
                        option.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(active ? colours.muted : option.palette.color(QPalette::Mid));
    const QRectF inner = QRectF(handle).adjusted(3, 3, -3, -3);
    const qreal radius = qMin(inner.width(), inner.height()) / 2;
    painter->drawRoundedRect(inner, radius, radius);
    painter->restore();
}

void chevron(QPainter *painter, const QRect &rect, const QColor &colour, bool up = false)
{
    constexpr int Side = Grid * 3 / 2;
    QRect square(0, 0, Side, Side);
    square.moveCenter(rect.center());
    painter->save();
    if (up) {
        painter->translate(square.center() + QPointF(0.5, 0.5));
        painter->rotate(180);
        painter->translate(-square.center() - QPointF(0.5, 0.5));
    }
    themedIcon(QStringLiteral("chevron-down"), colour).paint(painter, square);
    painter->restore();
}

void paintSpinBox(
    const QStyle &style, const QStyleOptionSpinBox &option, QPainter *painter,
    const QWidget *widget)
{
    paintField(option, painter);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons) {
        return;
    }
    for (const bool isUp : {true, false}) {
        const auto step =
            isUp ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled;
        const bool isEnabled = option.state & QStyle::State_Enabled && option.stepEnabled & step;
        chevron(
            painter,
            style.subControlRect(
                QStyle::CC_SpinBox, &option, isUp ? QStyle::SC_SpinBoxUp : QStyle::SC_SpinBoxDown,
                widget),
            isEnabled ? tones(option.palette).muted : option.palette.color(QPalette::Mid), isUp);
    }
}

/// Of a tab. The lines are thin: in a muted colour they would hardly be seen.
void paintCloseMark(const QStyleOption &option, QPainter *painter)
{
    if (option.state & QStyle::State_Enabled && option.state & QStyle::State_MouseOver) {
        const QColor fill = buttonFill(option, false, true);
        box(painter, option.rect, fill, fill);
    }
    constexpr int Side = Grid * 3 / 2;
    QRect square(0, 0, Side, Side);
    square.moveCenter(option.rect.center());
    themedIcon(QStringLiteral("close"), option.palette.color(QPalette::WindowText))
        .paint(painter, square);
}

void paintSortArrow(const QStyleOption &option, QPainter *painter)
{
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(&option);
    if (header && header->sortIndicator != QStyleOptionHeader::None) {
        chevron(
            painter, option.rect, tones(option.palette).muted,
            header->sortIndicator == QStyleOptionHeader::SortUp);
    }
}

} // namespace

void setPrimary(QPushButton *button, bool primary)
{
    button->setProperty(PrimaryProperty, primary);
    button->update();
}

FlatStyle::FlatStyle() : QProxyStyle(QStringLiteral("fusion")) {}

void FlatStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption *option, QPainter *painter,
    const QWidget *widget) const
{
    switch (element) {
    case PE_PanelButtonCommand:
        paintButton(*option, painter, widget, false);
        return;
    case PE_PanelButtonTool:
    case PE_FrameButtonTool:
        paintButton(*option, painter, widget, option->state & State_AutoRaise);
        return;
    case PE_FrameFocusRect:
        paintFocus(*option, painter, widget); // all others draw their own ring
        return;
    case PE_PanelLineEdit:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
            frame && frame->lineWidth > 0) {
            paintField(*option, painter);
        }
        return;
    case PE_FrameLineEdit:
        return; // with its panel
    case PE_PanelItemViewRow:
    case PE_PanelItemViewItem:
        if (option->state & State_MouseOver && !(option->state & State_Selected)) {
            painter->fillRect(option->rect, tones(option->palette).hover);
        }
        break;
    case PE_IndicatorArrowDown:
        chevron(painter, option->rect, tones(option->palette).muted);
        return;
    case PE_IndicatorHeaderArrow:
        paintSortArrow(*option, painter);
        return;
    case PE_IndicatorTabClose:
        paintCloseMark(*option, painter);
        return;
    case PE_PanelScrollAreaCorner:
        painter->fillRect(option->rect, option->palette.color(QPalette::Base));
        return;
    case PE_Frame:
        paintFrame(*option, painter, widget);
        return;
    case PE_IndicatorCheckBox:
        paintCheckBox(*option, painter);
        return;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void FlatStyle::drawControl(
    ControlElement element, const QStyleOption *option, QPainter *painter,
    const QWidget *widget) const
{
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea) {
        paintHeaderSection(*option, painter);
        return;
    }
    if (element == CE_HeaderLabel) {
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
            QStyleOptionHeader quiet = *header;
            quiet.palette.setColor(QPalette::ButtonText, tones(option->palette).muted);
            QProxyStyle::drawControl(element, &quiet, painter, widget);
            return;
        }
    }
    if (element == CE_PushButtonLabel && isPrimary(widget) && option->state & State_Enabled) {
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            QStyleOptionButton light = *button;
            const QColor text = option->palette.color(QPalette::HighlightedText);
            light.palette.setColor(QPalette::ButtonText, text);
            QProxyStyle::drawControl(element, &light, painter, widget);
            return;
        }
    }
    if (element == CE_Splitter) {
        const QRect r = option->rect;
        const bool upright = option->state & State_Horizontal;
        painter->fillRect(
            upright ? QRect(r.center().x(), r.top(), 1, r.height())
                    : QRect(r.left(), r.center().y(), r.width(), 1),
            tones(option->palette).line);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void FlatStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
    const QWidget *widget) const
{
    if (control == CC_ScrollBar) {
        if (const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option)) {
            paintScrollBar(*this, *slider, painter, widget);
            return;
        }
    }
    if (control == CC_ComboBox) {
        const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
        if (combo) {
            // A field with a calendar is such a combo box, too.
            combo->editable ? paintField(*option, painter)
                            : paintButton(*option, painter, widget, false);
            chevron(
                painter, subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget),
                tones(option->palette).muted);
            return;
        }
    }
    if (control == CC_SpinBox) {
        const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
        if (spin) {
            paintSpinBox(*this, *spin, painter, widget);
            return;
        }
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

int FlatStyle::pixelMetric(
    PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_ScrollBarExtent:
        return Grid * 3 / 2;
    case PM_ScrollView_ScrollBarSpacing:
        return 0;
    case PM_SplitterWidth:
        return Grid + 1;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
        return Grid * 2;
    case PM_HeaderMargin:
    case PM_FocusFrameHMargin: // at both sides of an item's text
        return Grid - 1;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int FlatStyle::styleHint(
    StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    if (hint == SH_ScrollBar_Transient || hint == SH_UnderlineShortcut) {
        return 0;
    }
    if (hint == SH_ItemView_ShowDecorationSelected) {
        return 1;
    }
    return QProxyStyle::styleHint(hint, option, widget, data);
}

QSize FlatStyle::sizeFromContents(
    ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton || type == CT_LineEdit || type == CT_ComboBox || type == CT_SpinBox ||
        type == CT_ToolButton) {
        result.setHeight(qMax(result.height(), Grid * 4));
    }
    if (type == CT_PushButton) {
        result.rwidth() += Grid;
    }
    return result;
}

QIcon FlatStyle::standardIcon(
    StandardPixmap icon, const QStyleOption *option, const QWidget *widget) const
{
    const Tones tone = tones(widget ? widget->palette() : QGuiApplication::palette());
    switch (icon) {
    case SP_MessageBoxQuestion:
        return themedIcon(QStringLiteral("question"), tone.accent);
    case SP_MessageBoxInformation:
        return themedIcon(QStringLiteral("info"), tone.accent);
    case SP_MessageBoxWarning:
        return themedIcon(QStringLiteral("warning"), tone.warning);
    case SP_MessageBoxCritical:
        return themedIcon(QStringLiteral("error"), tone.bad);
    default:
        return QProxyStyle::standardIcon(icon, option, widget);
    }
}

} // namespace podium::ui
