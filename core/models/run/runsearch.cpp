// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/runsearch.h"

#include "core/models/run/cutlines.h"

#include <QElapsedTimer>

#include <algorithm>
#include <numeric>

namespace podium::models {

namespace {

constexpr int StepMs = 4;         // of a frame's 16
constexpr int LinesPerCheck = 64; // between two looks at the clock
constexpr int MostWaiting = 4;    // slots that read from disk at once: the store keeps few windows

bool isBefore(const run::OutputHit &a, const run::OutputHit &b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

} // namespace

RunSearch::RunSearch(const run::OutputStore &store, QObject *parent)
    : QObject(parent)
    , m_lines(std::make_unique<OutputLines>(store))
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &RunSearch::work);
}

Result<> RunSearch::setPattern(const run::OutputPattern &pattern)
{
    auto compiled = run::OutputSearch::compile(pattern);
    if (pattern != m_pattern) {
        m_pattern = pattern;
        m_search = compiled && !pattern.text.isEmpty()
                       ? std::make_shared<const run::OutputSearch>(*compiled)
                       : nullptr;
        restart();
    }
    if (!compiled) {
        return failure(compiled.error());
    }
    return {};
}

void RunSearch::setLines(std::unique_ptr<const SearchedLines> lines)
{
    m_lines = std::move(lines);
    restart();
}

void RunSearch::restart()
{
    const int slotNumber = m_lines->slotCount();
    m_progress.assign(std::size_t(slotNumber), Progress());
    m_counts = isActive() ? QVector<int>(slotNumber, 0) : QVector<int>();
    m_areAtLeast.fill(false, m_counts.size());
    m_isQueued.fill(false, slotNumber);
    m_queue.clear();
    m_waiting = 0;
    m_timer.stop();
    if (isActive()) {
        QVector<int> all(slotNumber);
        std::iota(all.begin(), all.end(), 0);
        outputGrew(all);
    }
    emit countsChanged();
}

void RunSearch::outputGrew(const QVector<int> &grown)
{
    if (!isActive()) {
        return;
    }
    for (const int slot : grown) {
        Progress &progress = m_progress.at(std::size_t(slot));
        m_waiting -= progress.waits ? 1 : 0;
        progress.waits = false;
        if (!m_isQueued.at(slot)) {
            m_isQueued[slot] = true;
            m_queue.append(slot);
        }
    }
    if (!m_queue.isEmpty() && !m_timer.isActive()) {
        m_timer.start();
    }
}

void RunSearch::work()
{
    QElapsedTimer elapsed;
    elapsed.start();
    QVector<int> waiting;
    int next = 0;
    while (next < m_queue.size() && elapsed.elapsed() < StepMs) {
        const int slot = m_queue.at(next);
        const Step step = searchSome(slot);
        if (step == Step::Done) {
            m_isQueued[slot] = false;
        } else if (step == Step::Waits) {
            waiting.append(slot);
        }
        next += step == Step::GoesOn ? 0 : 1;
    }
    m_queue.remove(0, next);
    if (m_queue.isEmpty()) {
        m_timer.stop(); // what waits is called again when it has come
    }
    m_queue += waiting;
    emit countsChanged();
}

/// Whether a line must be read from disk first; asks for it, unless enough others are.
bool RunSearch::waitsForDisk(int slot, int line)
{
    if (m_lines->isThere(slot, line)) {
        return false;
    }
    Progress &progress = m_progress.at(std::size_t(slot));
    if (!progress.waits && m_waiting < MostWaiting) {
        progress.waits = true;
        ++m_waiting;
        m_lines->want(slot, line);
    }
    return true;
}

/// Lines that are gone take their matches with them; those after them have moved up. After
/// forgetTail(): what is counted is settled.
void RunSearch::followCut(int slot)
{
    Progress &progress = m_progress.at(std::size_t(slot));
    const run::Elision cut = m_lines->cut(slot);
    if (cut == progress.cut) {
        return;
    }
    std::vector<run::OutputHit> kept;
    kept.reserve(progress.hits.size());
    for (run::OutputHit hit : progress.hits) {
        hit.line = lineAfterCut(hit.line, progress.cut, cut);
        if (hit.line >= 0) {
            kept.push_back(hit);
        }
    }
    // Of matches whose place is not known, none is sure to be there still.
    m_areAtLeast[slot] = m_areAtLeast.at(slot) || m_counts.at(slot) > int(progress.hits.size());
    m_counts[slot] = int(kept.size());
    progress.hits = std::move(kept);
    progress.searchedLines = placeAfterCut(progress.searchedLines, progress.cut, cut);
    progress.cut = cut;
}

/// What is not settled may have become another: what it held is counted anew.
void RunSearch::forgetTail(int slot)
{
    Progress &progress = m_progress.at(std::size_t(slot));
    m_counts[slot] -= progress.tailCount;
    progress.tailCount = 0;
    while (!progress.hits.empty() && progress.hits.back().line >= progress.searchedLines) {
        progress.hits.pop_back();
    }
}

RunSearch::Step RunSearch::searchSome(int slot)
{
    forgetTail(slot);
    followCut(slot);
    Progress &progress = m_progress.at(std::size_t(slot));
    const int lines = m_lines->lineCount(slot);
    const int settled = m_lines->settledCount(slot);
    // What is not settled is looked through in one go, as it would be counted twice otherwise.
    const int some = progress.searchedLines + LinesPerCheck;
    const int end = some < settled ? some : lines;
    for (int line = progress.searchedLines; line < end; ++line) {
        if (waitsForDisk(slot, line)) {
            return Step::Waits;
        }
        const std::vector<run::OutputHit> hits = m_search->find(m_lines->text(slot, line), line);
        m_counts[slot] += int(hits.size());
        if (progress.hits.size() < HitLimit) {
            progress.hits.insert(progress.hits.end(), hits.begin(), hits.end());
        }
        if (line >= settled) {
            progress.tailCount += int(hits.size());
        } else {
            progress.searchedLines = line + 1;
        }
    }
    return end >= lines ? Step::Done : Step::GoesOn;
}

bool RunSearch::reachesAll() const
{
    for (int slot = 0; slot < m_counts.size(); ++slot) {
        if (m_areAtLeast.at(slot) || m_counts.at(slot) > int(hits(slot).size())) {
            return false;
        }
    }
    return true;
}

int RunSearch::total() const
{
    return std::accumulate(m_counts.begin(), m_counts.end(), 0);
}

int RunSearch::slotsWithHits() const
{
    return int(std::count_if(m_counts.begin(), m_counts.end(), [](int n) { return n > 0; }));
}

SearchHit RunSearch::found(int slot, const run::OutputHit &hit) const
{
    return {slot, hit, m_progress.at(std::size_t(slot)).cut};
}

SearchHit RunSearch::moved(const SearchHit &hit) const
{
    SearchHit now = hit;
    if (hit.place.length > 0) {
        now.cut = m_progress.at(std::size_t(hit.slot)).cut;
        now.place.line = placeAfterCut(hit.place.line, hit.cut, now.cut);
    }
    return now;
}

SearchHit
RunSearch::step(const SearchHit &before, bool forward, const QVector<int> &slotOrder) const
{
    const SearchHit from = moved(before);
    const int place = slotOrder.indexOf(from.slot);
    const auto &own = m_progress.at(std::size_t(from.slot)).hits;
    if (place >= 0 && forward) {
        const auto next = std::upper_bound(own.begin(), own.end(), from.place, isBefore);
        if (next != own.end()) {
            return found(from.slot, *next);
        }
    } else if (place >= 0) {
        const auto here = std::lower_bound(own.begin(), own.end(), from.place, isBefore);
        if (here != own.begin()) {
            return found(from.slot, *std::prev(here));
        }
    }
    const int count = slotOrder.size();
    const int begin = std::max(0, place);
    for (int i = place >= 0 ? 1 : 0; i <= count && count > 0; ++i) {
        const int at = forward ? (begin + i) % count : (begin - i % count + count) % count;
        const auto &hits = m_progress.at(std::size_t(slotOrder.at(at))).hits;
        if (!hits.empty()) {
            return found(slotOrder.at(at), forward ? hits.front() : hits.back());
        }
    }
    return {};
}

} // namespace podium::models
