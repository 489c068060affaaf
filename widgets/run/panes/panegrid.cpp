// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/panes/panegrid.h"

#include "widgets/common/accessibleroles.h"
#include "widgets/common/theme.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace podium::ui {

namespace {

constexpr int Spacing = Grid;
constexpr int MinimumColumns = 25; // of text
constexpr int MinimumRows = 5;
constexpr int HeaderHeight = Grid * 4;

} // namespace

PaneGrid::PaneGrid(const models::RunModel &model, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_model(model)
    , m_pump([this](int index) {
        Pane *shown = pane(index);
        return shown ? shown->refresh() : 0;
    })
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleRole(this, QAccessible::Pane);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Panes"));
    viewport()->setBackgroundRole(QPalette::Window);
    verticalScrollBar()->setSingleStep(Grid * 3);
    connect(&model, &models::RunModel::ticked, this, [this] {
        for (auto bound = m_bound.constBegin(); bound != m_bound.constEnd(); ++bound) {
            if (m_model.worker(bound.value()->item().slot()).isRunning()) {
                m_pump.markDirty(bound.key());
            }
        }
    });
}

PaneGrid::~PaneGrid() = default;

void PaneGrid::setLook(const std::shared_ptr<const OutputTheme> &look)
{
    m_look = look;
    for (Pane *each : viewport()->findChildren<Pane *>(QString(), Qt::FindDirectChildrenOnly)) {
        each->setLook(look);
    }
    layoutPanes();
}

void PaneGrid::setItems(std::vector<PaneItem> items)
{
    if (items == m_items) {
        return;
    }
    const int slot = currentSlot();
    for (const int index : m_bound.keys()) {
        if (index >= int(items.size()) ||
            !(items[std::size_t(index)] == m_items[std::size_t(index)])) {
            release(index);
        }
    }
    m_items = std::move(items);
    m_itemOfSlot.clear();
    for (int index = 0; index < int(m_items.size()); ++index) {
        for (const int each : m_items[std::size_t(index)].slotNumbers) {
            m_itemOfSlot.insert(each, index);
        }
    }
    m_pump.setItemCount(int(m_items.size()));
    m_current = m_itemOfSlot.value(slot, 0);
    layoutPanes();
    for (const int index : m_bound.keys()) {
        m_pump.markDirty(index); // what was to be shown, the pump has forgotten
    }
    markCurrent();
}

void PaneGrid::setWrap(bool wrap)
{
    m_wrap = wrap;
    for (Pane *each : m_bound) {
        each->output().setWrap(wrap);
    }
}

void PaneGrid::setHits(
    const std::shared_ptr<const run::OutputSearch> &search, const models::SearchHit &current)
{
    const bool isOther = !(current == m_hit);
    m_hits = search;
    m_hit = current;
    if (current.place.length > 0 && isOther) {
        showSlot(current.slot);
    }
    for (Pane *each : qAsConst(m_bound)) {
        applyHits(*each);
    }
    if (Pane *shown = pane(m_current); shown && current.place.length > 0 && isOther &&
                                       shown->item().slotNumbers.contains(current.slot)) {
        if (const auto place = placeOfHit(*shown)) {
            shown->output().reveal(*place);
        }
    }
}

void PaneGrid::applyHits(Pane &pane) const
{
    pane.output().setHits(m_hits, placeOfHit(pane));
}

/// Nothing: it is not in this pane, or not any more.
std::optional<TextPosition> PaneGrid::placeOfHit(Pane &pane) const
{
    const bool isHere = m_hit.place.length > 0 && pane.item().slotNumbers.contains(m_hit.slot);
    return isHere ? pane.output().placeNow({m_hit.place.line, m_hit.place.column}, m_hit.cut)
                  : std::nullopt;
}

void PaneGrid::setReference(int slot)
{
    if (slot != m_reference) {
        m_reference = slot;
        for (auto bound = m_bound.constBegin(); bound != m_bound.constEnd(); ++bound) {
            bound.value()->setReference(slot);
            m_pump.markDirty(bound.key());
        }
    }
}

void PaneGrid::setReceivers(const QVector<int> &slotNumbers)
{
    m_receivers = slotNumbers;
    for (Pane *each : qAsConst(m_bound)) {
        each->setReceives(m_receivers.contains(each->item().slot()));
    }
}

bool PaneGrid::hasKeys() const
{
    return std::any_of(
        m_bound.begin(), m_bound.end(), [](const Pane *each) { return each->hasKeys(); });
}

int PaneGrid::currentSlot() const
{
    return m_current < int(m_items.size()) ? m_items[std::size_t(m_current)].slot() : -1;
}

void PaneGrid::setCurrent(int index)
{
    if (index < 0 || index >= int(m_items.size())) {
        return;
    }
    const bool isOther = index != m_current;
    m_current = index;
    ensureVisible(index);
    markCurrent();
    if (isOther) {
        emit currentChanged(currentSlot());
    }
}

void PaneGrid::markCurrent()
{
    const bool canScroll = verticalScrollBar()->maximum() > 0;
    for (auto bound = m_bound.constBegin(); bound != m_bound.constEnd(); ++bound) {
        const bool isCurrent = bound.key() == m_current;
        bound.value()->setCurrent(isCurrent && m_items.size() > 1);
        bound.value()->output().setTakesWheel(!canScroll || bound.value()->output().hasFocus());
    }
}

void PaneGrid::slotsChanged(const QVector<int> &slotNumbers)
{
    for (const int slot : slotNumbers) {
        m_pump.markDirty(m_itemOfSlot.value(slot, -1));
    }
}

QSize PaneGrid::minimumPane() const
{
    if (!m_look) {
        return {Grid * 28, Grid * 14};
    }
    return {
        int(m_look->font.cellWidth() * MinimumColumns) + 2 * Grid + 2,
        m_look->font.rowHeight() * MinimumRows + HeaderHeight + Grid};
}

void PaneGrid::layoutPanes()
{
    const QSize whole = maximumViewportSize();
    GridShape shape(int(m_items.size()), whole, minimumPane(), Spacing);
    if (shape.contentHeight() > whole.height()) { // the scroll bar takes its part
        const int bar = verticalScrollBar()->sizeHint().width();
        shape = GridShape(
            int(m_items.size()), whole - QSize(bar + Grid / 2, 0), minimumPane(), Spacing);
    }
    m_shape = shape;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, shape.contentHeight() - whole.height()));
    const int top = verticalScrollBar()->value();
    const auto [first, last] = shape.visible(top, top + viewport()->height());
    for (const int index : m_bound.keys()) {
        if (index < first || index >= last) {
            release(index);
        }
    }
    for (int index = first; index < last; ++index) {
        placePane(index);
    }
    for (Pane *spare : qAsConst(m_spare)) {
        spare->hide();
    }
    m_pump.setVisible(first, last);
}

void PaneGrid::placePane(int index)
{
    Pane *&bound = m_bound[index];
    const QRect place = m_shape.paneRect(index).translated(0, -verticalScrollBar()->value());
    if (!bound) {
        bound = takePane();
        bound->setGeometry(place);
        const PaneItem &item = m_items[std::size_t(index)];
        bound->output().setWrap(m_wrap);
        bound->setReference(m_reference);
        bound->bind(m_model, item, m_places.take(item.slot()));
        bound->setCurrent(index == m_current && m_items.size() > 1);
        bound->setReceives(m_receivers.contains(item.slot()));
        applyHits(*bound);
        bound->show();
        m_pump.markClean(index); // bind() has shown all there is
    }
    bound->setGeometry(place);
}

void PaneGrid::release(int index)
{
    Pane *freed = m_bound.take(index);
    m_places.insert(freed->item().slot(), freed->output().place());
    if (freed->output().hasFocus()) {
        setFocus();
    }
    freed->unbind();
    m_spare.append(freed);
}

Pane *PaneGrid::takePane()
{
    if (!m_spare.isEmpty()) {
        return m_spare.takeLast();
    }
    auto *made = new Pane(viewport());
    if (m_terminals) {
        made->setTerminals(*m_terminals);
        connect(made, &Pane::left, this, [this] { setFocus(); });
    }
    if (m_look) {
        made->setLook(m_look);
    }
    made->output().setTakesArrows(false);
    made->output().setHorizontalScrollBarPolicy(
        Qt::ScrollBarAlwaysOff); // the wheel does with Shift
    connect(made, &Pane::activated, this, [this, made] {
        setCurrent(m_bound.key(made, m_current));
        markCurrent();
    });
    connect(made, &Pane::opened, this, [this, made] {
        if (made->isBound()) {
            emit opened(made->item().slot());
        }
    });
    connect(made, &Pane::editorRequested, this, [this, made] {
        if (made->isBound()) {
            emit editorRequested(made->item().slot());
        }
    });
    return made;
}

void PaneGrid::ensureVisible(int index)
{
    const QRect place = m_shape.paneRect(index);
    QScrollBar *bar = verticalScrollBar();
    if (place.top() < bar->value()) {
        bar->setValue(place.top());
    } else if (place.bottom() >= bar->value() + viewport()->height()) {
        bar->setValue(place.bottom() + 1 - viewport()->height());
    }
}

void PaneGrid::resizeEvent(QResizeEvent *)
{
    layoutPanes();
    markCurrent();
}

void PaneGrid::scrollContentsBy(int, int)
{
    layoutPanes();
}

int PaneGrid::moved(int key) const
{
    switch (key) {
    case Qt::Key_Left:
        return m_current - 1;
    case Qt::Key_Right:
        return m_current + 1;
    case Qt::Key_Up:
        return m_current - m_shape.columns;
    case Qt::Key_Down:
        return m_current + m_shape.columns;
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return int(m_items.size()) - 1;
    default:
        return -1;
    }
}

void PaneGrid::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (event->modifiers().testFlag(Qt::ControlModifier) || currentSlot() < 0) {
            event->ignore(); // runs the command again: the page's
            return;
        }
        emit opened(currentSlot());
        return;
    }
    if (const int target = moved(event->key()); target >= 0) {
        const bool keyboardInside = pane(m_current) && pane(m_current)->output().hasFocus();
        setCurrent(std::min(target, int(m_items.size()) - 1));
        if (keyboardInside && pane(m_current)) {
            pane(m_current)->output().setFocus();
        }
        return;
    }
    if (event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown) {
        const int page = viewport()->height();
        verticalScrollBar()->setValue(
            verticalScrollBar()->value() + (event->key() == Qt::Key_PageUp ? -page : page));
        return;
    }
    event->ignore();
}

void PaneGrid::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        if (event->angleDelta().y() != 0) {
            emit zoomRequested(event->angleDelta().y() > 0 ? 1 : -1);
        }
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

void PaneGrid::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    markCurrent();
}

void PaneGrid::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    markCurrent();
}

} // namespace podium::ui
