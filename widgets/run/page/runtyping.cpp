// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runtyping.h"

#include "widgets/run/panes/panegrid.h"
#include "widgets/run/panes/singlepane.h"
#include "widgets/run/terminal/typingbar.h"

#include <QApplication>

namespace podium::ui {

RunTyping::RunTyping(
    run::Run &run, const models::RunModel &model, PaneGrid &grid, SinglePane &single)
{
    if (!run.spec().takesTyping()) {
        return;
    }
    if (run.spec().terminal) {
        m_terminals = std::make_unique<run::RunTerminals>(run);
        grid.setTerminals(*m_terminals);
        single.setTerminals(*m_terminals);
        const auto changed = [&grid, &single](const QVector<int> &slotNumbers) {
            grid.slotsChanged(slotNumbers);
            single.slotsChanged(slotNumbers);
        };
        connect(m_terminals.get(), &run::RunTerminals::screensChanged, &grid, changed);
    }
    m_bar = new TypingBar(run, model, m_terminals.get());
    connect(&grid, &PaneGrid::currentChanged, m_bar, &TypingBar::setCurrent);
    connect(&single, &SinglePane::currentChanged, m_bar, &TypingBar::setCurrent);
    connect(&single, &SinglePane::currentReplaced, m_bar, &TypingBar::replaceCurrent);
    connect(m_bar, &TypingBar::receiversChanged, &grid, [this, &grid, &single] {
        grid.setReceivers(m_bar->receivers());
        single.setReceivers(m_bar->receivers());
    });
    if (m_terminals) {
        connectKeyboard(grid, single);
    }
    m_bar->setCurrent(0);
}

/// What the bar says of keys is true of the keyboard as it is now.
void RunTyping::connectKeyboard(PaneGrid &grid, SinglePane &single)
{
    const auto tell = [this, &grid, &single] {
        m_bar->setTerminalHasKeys(grid.hasKeys() || single.pane().hasKeys());
    };
    connect(qApp, &QApplication::focusChanged, m_bar, tell);
    connect(m_bar, &TypingBar::receiversChanged, m_bar, tell); // a worker has ended
    connect(m_bar, &TypingBar::keyboardWanted, &grid, [&grid, &single](const QVector<int> &wanted) {
        if (single.isVisible()) {
            single.showSlot(wanted.contains(single.slot()) ? single.slot() : wanted.front());
            single.pane().output().setFocus();
            return;
        }
        if (!wanted.contains(grid.currentSlot())) {
            grid.showSlot(wanted.front());
        }
        if (Pane *pane = grid.pane(grid.current())) {
            pane->output().setFocus();
        }
    });
}

RunTyping::~RunTyping() = default;

void RunTyping::setShown(const QVector<int> &slotNumbers, int current)
{
    if (m_bar) {
        m_bar->setShown(slotNumbers, current);
    }
}

} // namespace podium::ui
