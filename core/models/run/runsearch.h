// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/searchedlines.h"
#include "core/run/output/outputsearch.h"

#include <QObject>
#include <QTimer>
#include <QVector>

#include <memory>
#include <vector>

namespace podium::models {

/// A place in one of the panes; its length is 0 where there is none.
struct SearchHit
{
    int slot = 0;
    run::OutputHit place;
    run::Elision cut = {}; ///< of its slot, when it was found
    bool operator==(const SearchHit &) const = default;
};

/// Looks through all panes of a run in short steps on the store's own thread, so that neither
/// output nor input waits; follows output that grows. Counts every match in what is kept; keeps the
/// places of the first `HitLimit` of each slot for going from one to the next. Where lines are cut
/// from a slot with more, nobody knows how many of the others went: its count is what is there at
/// least.
class RunSearch final : public QObject
{
    Q_OBJECT

public:
    static constexpr int HitLimit = 10000;

    /// `store` must outlive the search.
    explicit RunSearch(const run::OutputStore &store, QObject *parent = nullptr);
    /// Looks through other lines from here on; what they look at must outlive the search.
    void setLines(std::unique_ptr<const SearchedLines> lines);

    /// What is wrong with the pattern, where something is.
    Result<> setPattern(const run::OutputPattern &pattern);
    [[nodiscard]] const run::OutputPattern &pattern() const { return m_pattern; }
    [[nodiscard]] bool isActive() const { return m_search != nullptr; }
    /// For marking what matches; null while nothing is looked for.
    [[nodiscard]] const std::shared_ptr<const run::OutputSearch> &search() const
    {
        return m_search;
    }

    /// These slots have more lines now, or some that were not settled are others.
    void outputGrew(const QVector<int> &grown);

    [[nodiscard]] const QVector<int> &counts() const { return m_counts; } ///< per slot
    /// Per slot, whether there may be more matches than are counted.
    [[nodiscard]] const QVector<bool> &areAtLeast() const { return m_areAtLeast; }
    [[nodiscard]] bool isAtLeast() const { return m_areAtLeast.contains(true); } ///< of total()
    /// The places in a slot that step() goes to, in their order.
    [[nodiscard]] const std::vector<run::OutputHit> &hits(int slot) const
    {
        return m_progress.at(std::size_t(slot)).hits;
    }
    [[nodiscard]] bool reachesAll() const; ///< step() comes to every match that is counted
    [[nodiscard]] int total() const;
    [[nodiscard]] int slotsWithHits() const;
    [[nodiscard]] bool isBusy() const { return !m_queue.isEmpty(); }

    /// A hit of hits(), as it is found now.
    [[nodiscard]] SearchHit found(int slot, const run::OutputHit &hit) const;
    /// Where one that was found before is now; the mark of what is cut, where it is gone.
    [[nodiscard]] SearchHit moved(const SearchHit &hit) const;
    /// The next place from `before` on, or back, in the order of `slotOrder`, around the end.
    [[nodiscard]] SearchHit
    step(const SearchHit &before, bool forward, const QVector<int> &slotOrder) const;

signals:
    void countsChanged();

private:
    struct Progress
    {
        int searchedLines = 0; ///< settled ones; the others are looked at each time
        int tailCount = 0;     ///< matches in those others
        run::Elision cut;      ///< as it was then
        std::vector<run::OutputHit> hits;
        bool waits = false; ///< for lines that are being read from disk
    };
    void restart();
    void work();
    enum class Step { Done, GoesOn, Waits };
    /// Some lines of one slot; Waits where the next one is on disk still.
    Step searchSome(int slot);
    [[nodiscard]] bool waitsForDisk(int slot, int line);
    void followCut(int slot);
    void forgetTail(int slot);

    std::unique_ptr<const SearchedLines> m_lines;
    run::OutputPattern m_pattern;
    std::shared_ptr<const run::OutputSearch> m_search;
    std::vector<Progress> m_progress;
    QVector<int> m_counts;
    QVector<bool> m_areAtLeast; ///< as long as m_counts
    QVector<int> m_queue;       ///< slots with lines not yet seen
    QVector<bool> m_isQueued;
    QTimer m_timer;
    int m_waiting = 0; ///< slots that wait for the disk
};

} // namespace podium::models
