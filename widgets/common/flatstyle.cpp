// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/flatstyle.h"

#include "widgets/common/icons.h"
#include "widgets/common/stylebuttons.h"
#include "widgets/common/stylepaint.h"
#include "widgets/common/theme.h"

#include <QGuiApplication>
#include <QPainter>
#include <QStyleOption>

namespace podium::ui {

namespace {

/// From the edge of a field to its text, beside the two pixels that Qt leaves.
constexpr int FieldInset = Grid - 3;

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
    if (element == CE_PushButtonBevel) {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        paintButton(
            *option, painter, widget, button && button->features & QStyleOptionButton::Flat);
        if (button && button->features & QStyleOptionButton::HasMenu) {
            menuChevron(*option, painter);
        }
        return;
    }
    if (element == CE_TabBarTabShape) {
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option)) {
            paintTab(*tab, painter);
            return;
        }
    }
    if (element == CE_TabBarTabLabel && !(option->state & State_Selected)) {
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option)) {
            QStyleOptionTab quiet = *tab;
            quiet.palette.setColor(QPalette::WindowText, tones(option->palette).muted);
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
            menuChevron(*option, painter);
            return;
        }
    }
    if (control == CC_ToolButton) {
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option)) {
            paintToolButton(*this, *button, painter, widget);
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
    case PM_MenuButtonIndicator:
        return menuPartWidth();
    case PM_TabBarTabOverlap:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarBaseOverlap:
        return 0;
    case PM_DefaultFrameWidth:
        return isMultiLineField(widget) ? FieldInset
                                        : QProxyStyle::pixelMetric(metric, option, widget);
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
    if (hint == SH_ScrollBar_Transient || hint == SH_UnderlineShortcut ||
        hint == SH_DialogButtonBox_ButtonsHaveIcons) {
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
    const int high =
        option ? qMax(Grid * 4, option->fontMetrics.height() + Grid * 3 / 2) : Grid * 4;
    switch (type) {
    case CT_LineEdit:
        return {result.width() + 2 * FieldInset, high};
    case CT_ComboBox:
        return {result.width() + FieldInset, high};
    case CT_SpinBox: // its width is reckoned from the place of its text
        return {result.width(), high};
    case CT_PushButton:
        return {result.width() + Grid, qMax(result.height(), high)};
    case CT_ToolButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option)) {
            const bool hasText = button->toolButtonStyle != Qt::ToolButtonIconOnly &&
                                 !button->text.isEmpty() && !(button->state & State_AutoRaise);
            const bool opens = button->features & QStyleOptionToolButton::HasMenu &&
                               !(button->features & QStyleOptionToolButton::MenuButtonPopup);
            result.rwidth() += (hasText ? Grid : 0) + (opens ? menuPartWidth() : 0);
        }
        return {result.width(), qMax(result.height(), high)};
    default:
        return result;
    }
}

QRect FlatStyle::subElementRect(
    SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    // One in a spin or combo box has no frame of its own, nor a distance from it.
    return element == SE_LineEditContents && frame && frame->lineWidth > 0
               ? rect.adjusted(FieldInset, 0, -FieldInset, 0)
               : rect;
}

QRect FlatStyle::subControlRect(
    ComplexControl control, const QStyleOptionComplex *option, SubControl part,
    const QWidget *widget) const
{
    const QRect whole = option->rect;
    const QRect menu = menuPart(*option);
    QRect rest = whole.adjusted(0, 0, -menuPartWidth(), 0);
    rest = visualRect(option->direction, whole, rest);
    const auto *tool = qstyleoption_cast<const QStyleOptionToolButton *>(option);
    const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
    if (tool && tool->features & QStyleOptionToolButton::MenuButtonPopup) {
        return part == SC_ToolButtonMenu ? menu : rest;
    }
    if (spin && spin->buttonSymbols != QAbstractSpinBox::NoButtons) {
        const int half = whole.height() / 2;
        switch (part) {
        case SC_SpinBoxUp:
            return menu.adjusted(0, 1, 0, half - whole.height());
        case SC_SpinBoxDown:
            return menu.adjusted(0, half, 0, -1);
        case SC_SpinBoxEditField:
            return rest.adjusted(FieldInset, 1, 0, -1);
        default:
            break;
        }
    }
    if (control == CC_ComboBox && part == SC_ComboBoxEditField) {
        return rest.adjusted(Grid - 2, 1, 0, -1);
    }
    if (control == CC_ComboBox && part == SC_ComboBoxArrow) {
        return menu;
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
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
