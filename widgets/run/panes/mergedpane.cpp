// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/panes/mergedpane.h"

#include <QKeyEvent>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace podium::ui {

bool MergedSource::isThere(int index) const
{
    const models::MergedLines::Place place = m_lines.place(index);
    return place.slot < 0 || place.line < 0 || m_store.isThere(place.slot, place.line);
}

void MergedSource::want(int index) const
{
    const models::MergedLines::Place place = m_lines.place(index);
    if (place.slot >= 0 && place.line >= 0) {
        m_store.want(place.slot, place.line);
    }
}

MergedPane::MergedPane(models::MergedLines &lines, const run::OutputStore &store, QWidget *parent)
    : QFrame(parent)
    , m_lines(lines)
    , m_source(lines, store)
    , m_output(new OutputView)
    , m_pump([this](int) {
        m_output->refresh();
        return m_output->lastPaintNs();
    })
{
    setFrameShape(QFrame::StyledPanel);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_output);
    m_output->setAccessibleName(tr("Output of all workers by time"));
    m_output->setPlaceholder(tr("No output yet."), false);
    m_output->setSource(&m_source);
    m_pump.setItemCount(1);
    m_pump.setVisible(0, 1);
}

// The view must not look at lines that are gone when it is destroyed after them.
MergedPane::~MergedPane()
{
    m_output->setSource(nullptr);
}

void MergedPane::setLook(const std::shared_ptr<const OutputTheme> &look)
{
    m_output->setLook(look);
}

void MergedPane::setShown(const QVector<int> &slotNumbers)
{
    if (slotNumbers != m_lines.shown()) {
        m_output->setSource(nullptr);
        m_lines.setShown(slotNumbers);
        m_output->setSource(&m_source);
    }
}

void MergedPane::outputChanged()
{
    if (isVisible()) {
        m_pump.markDirty(0);
    }
}

void MergedPane::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    m_output->refresh();
}

void MergedPane::setHits(
    const std::shared_ptr<const run::OutputSearch> &search, const models::SearchHit &current)
{
    const int line =
        current.place.length > 0 ? m_lines.indexOf(current.slot, current.place.line) : -1;
    if (line < 0) {
        m_output->setHits(search, std::nullopt);
        return;
    }
    const TextPosition place{line, m_lines.textColumn(line) + current.place.column};
    m_output->setHits(search, place);
    m_output->reveal(place);
}

void MergedPane::keyPressEvent(QKeyEvent *event)
{
    const int line = m_output->selection().caret.line;
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && event->modifiers() == Qt::NoModifier && line < m_lines.lineCount()) {
        if (const int slot = m_lines.place(line).slot; slot >= 0) {
            emit opened(slot);
            return;
        }
    }
    event->ignore();
}

void MergedPane::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier) && event->angleDelta().y() != 0) {
        emit zoomRequested(event->angleDelta().y() > 0 ? 1 : -1);
    }
    event->accept();
}

} // namespace podium::ui
