// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runfinder.h"

#include "widgets/run/page/findbar.h"

namespace podium::ui {

RunFinder::RunFinder(
    const run::OutputStore &store, models::RunModel &model, models::RunFilter &filter, FindBar &bar,
    QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_filter(filter)
    , m_bar(bar)
    , m_search(store)
{
    connect(&bar, &FindBar::closed, this, &RunFinder::close);
    connect(&bar, &FindBar::patternChanged, this, &RunFinder::patternChanged);
    connect(&bar, &FindBar::stepRequested, this, &RunFinder::step);
    connect(&bar, &FindBar::matchesOnlyChanged, this, [this](bool only) {
        m_filter.setMatchesOnly(only && m_search.isActive());
        emit shownChanged();
    });
    connect(&m_search, &models::RunSearch::countsChanged, this, [this, &model] {
        model.setMatches(m_search.counts(), m_search.areAtLeast());
        m_bar.showCounts(m_search);
    });
}

void RunFinder::setOrder(const models::MergedLines *lines)
{
    if (lines != m_lines) {
        m_lines = lines;
        chooseLines();
    }
}

void RunFinder::setTerminals(const run::RunTerminals *terminals)
{
    m_terminals = terminals;
    if (!terminals) {
        return;
    }
    connect(
        terminals, &run::RunTerminals::screensChanged, this,
        [this](const QVector<int> &slotNumbers) { m_search.outputGrew(slotNumbers); });
    chooseLines();
}

/// All of the output in one, or the panes as they are shown.
void RunFinder::chooseLines()
{
    if (!m_terminals) {
        return;
    }
    if (m_lines) {
        m_search.setLines(std::make_unique<models::OutputLines>(m_store));
    } else {
        m_search.setLines(std::make_unique<models::ScreenLines>(*m_terminals, m_store.slotCount()));
    }
    m_hit = {};
    emit hitChanged();
}

void RunFinder::open(const QString &text)
{
    m_bar.show();
    m_bar.activate(text);
    patternChanged();
}

bool RunFinder::isOpen() const
{
    return !m_bar.isHidden();
}

void RunFinder::close()
{
    m_bar.hide();
    (void)m_search.setPattern({}); // nothing cannot be wrong
    m_filter.setMatchesOnly(false);
    m_hit = {};
    emit hitChanged();
    emit shownChanged();
    emit closed();
}

void RunFinder::patternChanged()
{
    const Result<> usable = m_search.setPattern(m_bar.pattern());
    m_bar.showProblem(usable ? QString() : usable.error().text());
    m_bar.showCounts(m_search);
    m_filter.setMatchesOnly(m_bar.matchesOnly() && m_search.isActive());
    m_hit = {};
    emit hitChanged();
    emit shownChanged();
}

void RunFinder::step(bool forward)
{
    const QVector<int> order = m_filter.shownSlots();
    if (!m_search.isActive() || order.isEmpty()) {
        return;
    }
    if (m_lines) {
        m_hit = m_lines->step(m_search, m_hit, forward);
        emit hitChanged();
        return;
    }
    if (m_hit.place.length == 0) {
        m_hit = {order.contains(m_start) ? m_start : order.first(), {0, -1, 0}};
    }
    m_hit = m_search.step(m_hit, forward, order);
    emit hitChanged();
}

} // namespace podium::ui
