// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runmodel.h"
#include "core/models/run/runsearch.h"

#include <QObject>
#include <QVector>

#include <deque>
#include <vector>

namespace podium::models {

/// All workers' lines in the order in which they began to arrive here. Holds where they are, not
/// what they say: some bytes for each batch of lines from one worker, of which the oldest go when
/// there are too many.
class MergedLines final : public QObject
{
    Q_OBJECT

public:
    static constexpr int MostBatches = 200'000;

    /// Both must outlive it. Made before the run starts, or it misses what came before.
    MergedLines(
        const RunModel &model, const Clock &clock, int mostBatches = MostBatches,
        QObject *parent = nullptr);

    /// Shows only these workers' lines; the numbers of all lines are others then.
    void setShown(const QVector<int> &slotNumbers);
    [[nodiscard]] const QVector<int> &shown() const { return m_shownSlots; }

    [[nodiscard]] int lineCount() const;
    /// Where a line comes from; its slot is -1 for the one that says what is missing.
    struct Place
    {
        int slot = -1;
        int line = -1;     ///< in the slot; -1: it is no longer kept
        qint64 timeMs = 0; ///< since 1970
    };
    [[nodiscard]] Place place(int index) const;
    /// The line of these with line `line` of a slot; -1: not here.
    [[nodiscard]] int indexOf(int slot, int line) const;
    /// What went when there was too much; in its place stands one line.
    [[nodiscard]] run::Elision cut() const;

    /// Time, name and text as one line; the text begins at textColumn().
    [[nodiscard]] run::StyledLine line(int index) const;
    [[nodiscard]] int textColumn(int index) const;

    /// The next place from `before` on, or back, in this order, around the end.
    [[nodiscard]] SearchHit
    step(const RunSearch &search, const SearchHit &before, bool forward) const;

private:
    /// Lines of one slot that came together.
    struct Batch
    {
        int slot = 0;
        int count = 0;
        qint64 line = 0; ///< its number in the slot
        qint64 timeMs = 0;
    };
    struct Shown
    {
        qint64 batch = 0; ///< counted over all ever made
        qint64 first = 0; ///< of all lines ever shown, its first one's number
    };
    void onOutput(int slot);
    void addBatch(const Batch &batch);
    void show(qint64 number);
    void dropOldest();
    [[nodiscard]] const Batch &batch(qint64 number) const
    {
        return m_batches.at(std::size_t(number - m_droppedBatches));
    }
    [[nodiscard]] QString nameOf(int slot) const;

    const RunModel &m_model;
    const Clock &m_clock;
    const int m_mostBatches;
    std::deque<Batch> m_batches;
    qint64 m_droppedBatches = 0;
    std::vector<qint64> m_known;              ///< lines of each slot so far
    std::vector<std::deque<qint64>> m_ofSlot; ///< the batches of each
    QVector<int> m_shownSlots;
    std::vector<bool> m_isShown;
    std::deque<Shown> m_shown;
    qint64 m_shownLines = 0;   ///< all ever shown
    qint64 m_droppedLines = 0; ///< of these, no longer here
    int m_nameCells = 0;
};

} // namespace podium::models
