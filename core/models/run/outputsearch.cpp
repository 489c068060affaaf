// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/outputsearch.h"

#include <QElapsedTimer>

#include <algorithm>
#include <numeric>

namespace podium::models {

namespace {

constexpr int StepMs = 4;         // of a frame's 16
constexpr int LinesPerCheck = 64; // between two looks at the clock

bool isBefore(const SearchHit &a, const SearchHit &b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

} // namespace

QRegularExpression compiledPattern(const SearchPattern &pattern)
{
    QRegularExpression::PatternOptions options = QRegularExpression::UseUnicodePropertiesOption;
    if (!pattern.matchCase) {
        options |= QRegularExpression::CaseInsensitiveOption;
    }
    return QRegularExpression(
        pattern.isRegularExpression ? pattern.text : QRegularExpression::escape(pattern.text),
        options);
}

std::vector<SearchHit>
hitsInLine(const QRegularExpression &expression, const QString &text, int slot, int line)
{
    std::vector<SearchHit> hits;
    QRegularExpressionMatchIterator matches = expression.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        if (match.capturedLength() > 0) {
            hits.push_back({slot, line, match.capturedStart(), match.capturedLength()});
        }
    }
    return hits;
}

OutputSearch::OutputSearch(const run::OutputStore &store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &OutputSearch::work);
}

void OutputSearch::setPattern(const SearchPattern &pattern)
{
    if (pattern != m_pattern) {
        m_pattern = pattern;
        m_expression = compiledPattern(pattern);
        m_expression.optimize();
        restart();
    }
}

bool OutputSearch::isActive() const
{
    return !m_pattern.text.isEmpty() && m_expression.isValid();
}

void OutputSearch::restart()
{
    const int slotNumber = m_store.slotCount();
    m_progress.assign(std::size_t(slotNumber), Progress());
    m_counts = isActive() ? QVector<int>(slotNumber, 0) : QVector<int>();
    m_queue.clear();
    m_timer.stop();
    if (isActive()) {
        m_queue.resize(slotNumber);
        std::iota(m_queue.begin(), m_queue.end(), 0);
        m_timer.start();
    }
    emit countsChanged();
}

void OutputSearch::outputGrew(const QVector<int> &grown)
{
    if (!isActive()) {
        return;
    }
    for (const int slot : grown) {
        if (!m_queue.contains(slot)) {
            m_queue.append(slot);
        }
    }
    if (!m_queue.isEmpty() && !m_timer.isActive()) {
        m_timer.start();
    }
}

void OutputSearch::work()
{
    QElapsedTimer elapsed;
    elapsed.start();
    while (!m_queue.isEmpty() && elapsed.elapsed() < StepMs) {
        if (searchSome(m_queue.constFirst())) {
            m_queue.removeFirst();
        }
    }
    if (m_queue.isEmpty()) {
        m_timer.stop();
    }
    emit countsChanged();
}

bool OutputSearch::searchSome(int slot)
{
    Progress &progress = m_progress.at(std::size_t(slot));
    const int lines = m_store.lineCount(slot);
    // The unfinished last line may have become another: what it held is counted anew.
    m_counts[slot] -= progress.tailHits;
    while (progress.tailHits > 0 && !progress.hits.empty() &&
           progress.hits.back().line >= progress.searchedLines) {
        progress.hits.pop_back();
    }
    progress.tailHits = 0;
    const int end = std::min(lines, progress.searchedLines + LinesPerCheck);
    for (int line = progress.searchedLines; line < end; ++line) {
        const std::vector<SearchHit> hits =
            hitsInLine(m_expression, m_store.line(slot, line).text, slot, line);
        m_counts[slot] += int(hits.size());
        if (progress.hits.size() < HitLimit) {
            progress.hits.insert(progress.hits.end(), hits.begin(), hits.end());
        }
        if (line == lines - 1) {
            progress.tailHits = int(hits.size());
        } else {
            progress.searchedLines = line + 1;
        }
    }
    return end >= lines;
}

int OutputSearch::total() const
{
    return std::accumulate(m_counts.begin(), m_counts.end(), 0);
}

int OutputSearch::slotsWithHits() const
{
    return int(std::count_if(m_counts.begin(), m_counts.end(), [](int n) { return n > 0; }));
}

SearchHit
OutputSearch::step(const SearchHit &from, bool forward, const QVector<int> &slotOrder) const
{
    const int place = slotOrder.indexOf(from.slot);
    const auto &own = m_progress.at(std::size_t(from.slot)).hits;
    if (place >= 0 && forward) {
        const auto next = std::upper_bound(own.begin(), own.end(), from, isBefore);
        if (next != own.end()) {
            return *next;
        }
    } else if (place >= 0) {
        const auto here = std::lower_bound(own.begin(), own.end(), from, isBefore);
        if (here != own.begin()) {
            return *std::prev(here);
        }
    }
    const int count = slotOrder.size();
    const int begin = std::max(0, place);
    for (int i = place >= 0 ? 1 : 0; i <= count; ++i) {
        const int at = forward ? (begin + i) % count : (begin - i % count + count) % count;
        const auto &hits = m_progress.at(std::size_t(slotOrder.at(at))).hits;
        if (!hits.empty()) {
            return forward ? hits.front() : hits.back();
        }
    }
    return {};
}

} // namespace podium::models
