// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/outputstore.h"

#include <QObject>
#include <QRegularExpression>
#include <QTimer>
#include <QVector>

#include <vector>

namespace podium::models {

/// What is looked for in the output. A value.
struct SearchPattern
{
    QString text;
    bool isRegularExpression = false;
    bool matchCase = false;
    bool operator==(const SearchPattern &) const = default;
};

/// The pattern as one expression, or an invalid one (errorString() says why). Empty text: an
/// expression that is never asked.
[[nodiscard]] QRegularExpression compiledPattern(const SearchPattern &pattern);

/// One place where a pattern matches. Columns are QChar indexes.
struct SearchHit
{
    int slot = 0;
    int line = 0;
    int column = 0;
    int length = 0;
    bool operator==(const SearchHit &) const = default;
};

/// The matches in one line, in order; empty ones are left out.
[[nodiscard]] std::vector<SearchHit>
hitsInLine(const QRegularExpression &expression, const QString &text, int slot, int line);

/// Looks through all panes of a run in short steps on the store's own thread, so that neither
/// output nor input waits; follows output that grows. Counts every match; keeps the places of the
/// first `HitLimit` of each slot for going from one to the next.
class OutputSearch final : public QObject
{
    Q_OBJECT

public:
    static constexpr int HitLimit = 10000;

    /// `store` must outlive the search.
    explicit OutputSearch(const run::OutputStore &store, QObject *parent = nullptr);

    void setPattern(const SearchPattern &pattern);
    [[nodiscard]] const SearchPattern &pattern() const { return m_pattern; }
    /// Invalid where the pattern is not a regular expression; not to be asked where isActive() is
    /// false.
    [[nodiscard]] const QRegularExpression &expression() const { return m_expression; }
    [[nodiscard]] bool isActive() const;

    /// These slots have more lines now; one running, the last line may have changed.
    void outputGrew(const QVector<int> &grown);

    [[nodiscard]] const QVector<int> &counts() const { return m_counts; } ///< per slot
    [[nodiscard]] int total() const;
    [[nodiscard]] int slotsWithHits() const;
    [[nodiscard]] bool isBusy() const { return m_timer.isActive(); }

    /// The next place after (or before) `from` in the order of `slotOrder`, around the end; a hit
    /// of length 0 where there is none.
    [[nodiscard]] SearchHit
    step(const SearchHit &from, bool forward, const QVector<int> &slotOrder) const;

signals:
    void countsChanged();

private:
    struct Progress
    {
        int searchedLines = 0; ///< complete lines seen; the last one is looked at each time
        int tailHits = 0;      ///< of them in the unfinished last line
        std::vector<SearchHit> hits;
    };
    void restart();
    void work();
    /// Some lines of one slot; true where the slot is done.
    bool searchSome(int slot);

    const run::OutputStore &m_store;
    SearchPattern m_pattern;
    QRegularExpression m_expression;
    std::vector<Progress> m_progress;
    QVector<int> m_counts;
    QVector<int> m_queue; ///< slots with lines not yet seen
    QTimer m_timer;
};

} // namespace podium::models
