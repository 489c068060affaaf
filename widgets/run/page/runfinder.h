// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/mergedlines.h"
#include "core/models/run/runfilter.h"
#include "core/models/run/runsearch.h"

#include <QObject>

namespace podium::ui {

class FindBar;

/// Find in the panes of a run: from what is typed to what is counted and which place is shown.
class RunFinder final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it.
    RunFinder(
        const run::OutputStore &store, models::RunModel &model, models::RunFilter &filter,
        FindBar &bar, QObject *parent = nullptr);

    /// Opens the bar with this text, or what was looked for last.
    void open(const QString &text);
    [[nodiscard]] bool isOpen() const;
    void close();
    /// From the last place, or the pane of `slot` where there is none, to the next.
    void step(bool forward);
    /// Goes from place to place in the order of these lines; null: pane by pane.
    void setOrder(const models::MergedLines *lines);
    /// The panes are these terminals: looks through what they show. Null: they are none.
    void setTerminals(const run::RunTerminals *terminals);
    /// The pane to begin with.
    void setStart(int slot) { m_start = slot; }
    void outputGrew(const QVector<int> &grown) { m_search.outputGrew(grown); }
    /// What to mark; null: nothing.
    [[nodiscard]] const std::shared_ptr<const run::OutputSearch> &search() const
    {
        return m_search.search();
    }
    /// Where the last step led; its length is 0 where there is no such place.
    [[nodiscard]] const models::SearchHit &hit() const { return m_hit; }

signals:
    void hitChanged();   ///< search() or hit() is another
    void shownChanged(); ///< other panes are to be shown
    void closed();

private:
    void patternChanged();
    void chooseLines();

    const run::OutputStore &m_store;
    models::RunFilter &m_filter;
    FindBar &m_bar;
    models::RunSearch m_search;
    models::SearchHit m_hit;
    const models::MergedLines *m_lines = nullptr;
    const run::RunTerminals *m_terminals = nullptr;
    int m_start = 0;
};

} // namespace podium::ui
