// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/keyboardaid.h"

#include "widgets/common/stylepaint.h"
#include "widgets/common/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>

namespace podium::ui {

namespace {

/// Above all that is in an area, and out of the way of the mouse.
class Ring final : public QWidget
{
public:
    explicit Ring(QWidget *parent) : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        focusRing(&painter, rect(), tones(palette()).accent);
    }
};

constexpr char ShownAround[] = "podiumFocusShownAround";
constexpr char Watched[] = "podiumSelectionWatched"; // of a selection, for its whole life

/// Fields with a frame have their ring from the style.
bool wantsRing(const QWidget &widget)
{
    const auto *area = qobject_cast<const QAbstractScrollArea *>(&widget);
    return area && !widget.property(ShownAround).toBool() &&
           (!isMultiLineField(area) || area->frameShape() == QFrame::NoFrame);
}

bool isTab(Qt::FocusReason reason)
{
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
}

/// Within the scroll bars, which are above all else in an area.
QRect ringPlace(const QWidget &widget)
{
    QRect place = widget.rect();
    const auto *area = qobject_cast<const QAbstractScrollArea *>(&widget);
    if (area && area->verticalScrollBar()->isVisible()) {
        const QWidget *bar = area->verticalScrollBar()->parentWidget();
        widget.isRightToLeft() ? place.setLeft(bar->geometry().right() + 1)
                               : place.setRight(bar->x() - 1);
    }
    if (area && area->horizontalScrollBar()->isVisible()) {
        place.setBottom(area->horizontalScrollBar()->parentWidget()->y() - 1);
    }
    return place;
}

void scrollTo(QWidget &widget)
{
    for (QWidget *up = widget.parentWidget(); up; up = up->parentWidget()) {
        auto *area = qobject_cast<QScrollArea *>(up);
        if (area && area->widget() && area->widget()->isAncestorOf(&widget)) {
            area->ensureWidgetVisible(&widget, Grid, Grid);
        }
    }
}

/// The accessible action of a row selects it, and leaves the current one where it is.
void makeSelectedCurrent(QItemSelectionModel &selection)
{
    if (selection.hasSelection() && !selection.isSelected(selection.currentIndex())) {
        selection.setCurrentIndex(
            selection.selectedIndexes().constFirst(), QItemSelectionModel::NoUpdate);
    }
}

} // namespace

void setFocusShownAround(QWidget &widget)
{
    widget.setProperty(ShownAround, true);
}

KeyboardAid::KeyboardAid(QObject *parent) : QObject(parent)
{
    qApp->installEventFilter(this);
}

KeyboardAid::~KeyboardAid()
{
    delete m_ring;
}

bool KeyboardAid::eventFilter(QObject *watched, QEvent *event)
{
    auto *widget = qobject_cast<QWidget *>(watched);
    switch (event->type()) {
    case QEvent::KeyPress:
        m_isByKey = true;
        return openMenu(watched, *static_cast<QKeyEvent *>(event));
    case QEvent::MouseButtonPress:
        m_isByKey = false;
        break;
    case QEvent::FocusIn:
        if (widget) {
            onFocusIn(*widget, *static_cast<QFocusEvent *>(event));
        }
        break;
    case QEvent::Show:
        if (const auto *view = qobject_cast<QAbstractItemView *>(watched)) {
            watchSelection(*view);
        }
        break;
    case QEvent::FocusOut:
        if (widget && widget == m_ringed && m_ring) {
            m_ring->hide();
        }
        break;
    case QEvent::Resize:
        if (widget && m_ringed && (widget == m_ringed || widget->parentWidget() == m_ringed)) {
            placeRing();
        }
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void KeyboardAid::onFocusIn(QWidget &widget, const QFocusEvent &event)
{
    if (isTab(event.reason())) {
        scrollTo(widget);
    }
    const bool isSeen =
        isTab(event.reason()) || (m_isByKey && event.reason() != Qt::MouseFocusReason);
    if (isSeen && wantsRing(widget)) {
        showRing(widget);
    }
}

bool KeyboardAid::openMenu(QObject *watched, const QKeyEvent &key)
{
    auto *button = qobject_cast<QToolButton *>(watched);
    if (key.key() != Qt::Key_Down || !button || !button->menu() ||
        button->popupMode() == QToolButton::InstantPopup) {
        return false;
    }
    button->menu()->popup(button->mapToGlobal(button->rect().bottomLeft()));
    return true;
}

void KeyboardAid::watchSelection(const QAbstractItemView &view)
{
    QItemSelectionModel *selection = view.selectionModel();
    if (!selection || selection->property(Watched).toBool()) {
        return;
    }
    selection->setProperty(Watched, true);
    connect(
        selection, &QItemSelectionModel::selectionChanged, this,
        [selection](const QItemSelection &added) {
            if (!added.isEmpty()) { // by mouse or key it becomes the current one only after this
                QTimer::singleShot(0, selection, [selection] { makeSelectedCurrent(*selection); });
            }
        });
}

void KeyboardAid::showRing(QWidget &on)
{
    if (m_ringed != &on) {
        delete m_ring;
        m_ring = new Ring(&on);
        m_ringed = &on;
    }
    placeRing();
    m_ring->show();
}

void KeyboardAid::placeRing()
{
    if (m_ring) {
        m_ring->setGeometry(ringPlace(*m_ringed));
        m_ring->raise();
    }
}

} // namespace podium::ui
