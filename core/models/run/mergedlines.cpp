// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/mergedlines.h"

#include "core/base/daytext.h"
#include "core/models/run/cutlines.h"

#include <QDateTime>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>

namespace podium::models {

namespace {

constexpr int MostNameCells = 24;
constexpr int TimeCells = 8;       // HH:mm:ss
constexpr qint64 TogetherMs = 100; // lines of one worker within this time may share a batch
// Of a terminal's palette, without red, which stands for faults, and the two ends.
constexpr quint32 NameColours[] = {6, 5, 2, 4, 3, 14, 13, 10, 12, 11};

QString elided(const QString &name, int cells)
{
    if (name.size() <= cells) {
        return name.leftJustified(cells);
    }
    const int right = cells / 2; // the number at the end tells workers apart
    return name.left(cells - right - 1) + QStringLiteral("…") + name.right(right);
}

run::StyledLine remark(const QString &text)
{
    run::TextStyle style;
    style.faint = true;
    style.italic = true;
    return {text, {{0, style}}};
}

} // namespace

MergedLines::MergedLines(
    const RunModel &model, const Clock &clock, int mostBatches, QObject *parent)
    : QObject(parent)
    , m_model(model)
    , m_clock(clock)
    , m_mostBatches(std::max(2, mostBatches))
    , m_known(std::size_t(model.rowCount()))
    , m_ofSlot(std::size_t(model.rowCount()))
{
    QVector<int> all(model.rowCount());
    std::iota(all.begin(), all.end(), 0);
    setShown(all);
    connect(&model.run(), &run::Run::outputArrived, this, [this](int slot) { onOutput(slot); });
}

void MergedLines::setShown(const QVector<int> &slotNumbers)
{
    m_shownSlots = slotNumbers;
    m_isShown.assign(m_known.size(), false);
    m_nameCells = 0;
    for (const int slot : slotNumbers) {
        m_isShown.at(std::size_t(slot)) = true;
        m_nameCells = std::clamp(m_model.label(slot).size(), m_nameCells, MostNameCells);
    }
    m_shown.clear();
    m_droppedLines = 0;
    for (const int slot : slotNumbers) { // what went of these before
        const auto &own = m_ofSlot.at(std::size_t(slot));
        m_droppedLines += own.empty() ? m_known.at(std::size_t(slot)) : batch(own.front()).line;
    }
    m_shownLines = m_droppedLines;
    for (qint64 number = 0; number < qint64(m_batches.size()); ++number) {
        show(m_droppedBatches + number);
    }
}

void MergedLines::onOutput(int slot)
{
    const run::OutputStore &store = m_model.run().output();
    const run::Elision cut = store.cut(slot);
    const qint64 lines = store.lineCount(slot) + (cut.lines > 0 ? cut.lines - 1 : 0);
    qint64 &known = m_known.at(std::size_t(slot));
    if (lines > known) {
        addBatch({slot, int(lines - known), known, m_clock.now().toMSecsSinceEpoch()});
        known = lines;
    }
}

void MergedLines::addBatch(const Batch &added)
{
    if (!m_batches.empty()) {
        Batch &last = m_batches.back();
        // Either way: the clock may have been set back.
        if (last.slot == added.slot && std::abs(added.timeMs - last.timeMs) < TogetherMs) {
            last.count += added.count;
            m_shownLines += m_isShown.at(std::size_t(added.slot)) ? added.count : 0;
            return;
        }
    }
    const qint64 number = m_droppedBatches + qint64(m_batches.size());
    m_batches.push_back(added);
    m_ofSlot.at(std::size_t(added.slot)).push_back(number);
    show(number);
    if (int(m_batches.size()) > m_mostBatches) {
        dropOldest();
    }
}

void MergedLines::show(qint64 number)
{
    const Batch &part = batch(number);
    if (m_isShown.at(std::size_t(part.slot))) {
        m_shown.push_back({number, m_shownLines});
        m_shownLines += part.count;
    }
}

void MergedLines::dropOldest()
{
    const Batch &oldest = m_batches.front();
    m_ofSlot.at(std::size_t(oldest.slot)).pop_front();
    if (!m_shown.empty() && m_shown.front().batch == m_droppedBatches) {
        m_droppedLines += oldest.count;
        m_shown.pop_front();
    }
    m_batches.pop_front();
    ++m_droppedBatches;
}

run::Elision MergedLines::cut() const
{
    return {0, m_droppedLines, 0};
}

int MergedLines::lineCount() const
{
    return int(m_shownLines - m_droppedLines) + (m_droppedLines > 0 ? 1 : 0);
}

MergedLines::Place MergedLines::place(int index) const
{
    if (m_droppedLines > 0 && index == 0) {
        return {};
    }
    const qint64 wanted = lineNumber(index, cut());
    const auto after = std::upper_bound(
        m_shown.begin(), m_shown.end(), wanted,
        [](qint64 line, const Shown &shown) { return line < shown.first; });
    if (after == m_shown.begin()) {
        return {};
    }
    const Shown &shown = *std::prev(after);
    const Batch &part = batch(shown.batch);
    const qint64 number = part.line + wanted - shown.first;
    return {
        part.slot, lineAfterCut(int(number), {}, m_model.run().output().cut(part.slot)),
        part.timeMs};
}

int MergedLines::indexOf(int slot, int line) const
{
    const qint64 number = lineNumber(line, m_model.run().output().cut(slot));
    const auto &own = m_ofSlot.at(std::size_t(slot));
    const auto after =
        std::upper_bound(own.begin(), own.end(), number, [this](qint64 wanted, qint64 candidate) {
            return wanted < batch(candidate).line;
        });
    if (after == own.begin()) {
        return -1;
    }
    const qint64 found = *std::prev(after);
    const auto shown = std::lower_bound(
        m_shown.begin(), m_shown.end(), found,
        [](const Shown &candidate, qint64 wanted) { return candidate.batch < wanted; });
    if (shown == m_shown.end() || shown->batch != found ||
        number >= batch(found).line + batch(found).count) {
        return -1;
    }
    return lineAfterCut(int(shown->first + number - batch(found).line), {}, cut());
}

QString MergedLines::nameOf(int slot) const
{
    return elided(m_model.label(slot), m_nameCells);
}

int MergedLines::textColumn(int index) const
{
    const bool isMark = m_droppedLines > 0 && index == 0;
    return isMark ? 0 : TimeCells + 1 + m_nameCells + 2;
}

run::StyledLine MergedLines::line(int index) const
{
    const Place at = place(index);
    if (at.slot < 0) {
        return remark(
            tr("… %n earlier lines are in the panes of their workers …", nullptr,
               int(m_droppedLines)));
    }
    run::StyledLine line =
        at.line >= 0 ? m_model.run().output().line(at.slot, at.line) : remark(tr("… not kept …"));
    const int column = textColumn(index);
    for (run::StyleRun &run : line.runs) {
        run.start += column;
    }
    if (line.runs.empty() || line.runs.front().start > column) {
        line.runs.insert(line.runs.begin(), {column, run::TextStyle()});
    }
    run::TextStyle name;
    name.bold = true;
    name.foreground = {
        run::TextColour::Kind::Palette, NameColours[std::size_t(at.slot) % std::size(NameColours)]};
    run::TextStyle time;
    time.faint = true;
    line.runs.insert(
        line.runs.begin(), {{0, time}, {TimeCells + 1, name}, {column - 2, run::TextStyle()}});
    const QString clock =
        plainTime(QDateTime::fromMSecsSinceEpoch(at.timeMs), QStringLiteral("HH:mm:ss"));
    line.text.prepend(clock + QLatin1Char(' ') + nameOf(at.slot) + QStringLiteral("  "));
    return line;
}

SearchHit MergedLines::step(const RunSearch &search, const SearchHit &before, bool forward) const
{
    const SearchHit from = search.moved(before);
    using Key = std::pair<int, int>; // line of these, column
    const auto keyOf = [this](int slot, const run::OutputHit &hit) {
        return Key(indexOf(slot, hit.line), hit.column);
    };
    const bool isSomewhere = from.place.length > 0;
    const Key here = isSomewhere ? keyOf(from.slot, from.place) : Key(-1, -1);
    std::optional<std::pair<Key, SearchHit>> next;
    std::optional<std::pair<Key, SearchHit>> around;
    const auto consider = [forward](auto &best, const Key &key, const SearchHit &hit) {
        if (key.first >= 0 && (!best || (forward ? key < best->first : best->first < key))) {
            best.emplace(key, hit);
        }
    };
    for (const int slot : m_shownSlots) {
        const auto &hits = search.hits(slot);
        if (hits.empty()) {
            continue;
        }
        // Within a slot, the order of these lines is that of its own.
        const auto isUpTo = [&](const run::OutputHit &hit) {
            return forward ? keyOf(slot, hit) <= here : keyOf(slot, hit) < here;
        };
        const auto known = std::partition_point(
            hits.begin(), hits.end(), [&](const auto &hit) { return keyOf(slot, hit).first < 0; });
        const auto split = std::partition_point(known, hits.end(), isUpTo);
        if (forward && split != hits.end()) {
            consider(next, keyOf(slot, *split), search.found(slot, *split));
        } else if (!forward && split != known) {
            const run::OutputHit &hit = *std::prev(split);
            consider(next, keyOf(slot, hit), search.found(slot, hit));
        }
        if (known != hits.end()) {
            const run::OutputHit &end = forward ? *known : hits.back();
            consider(around, keyOf(slot, end), search.found(slot, end));
        }
    }
    return next ? next->second : around ? around->second : SearchHit();
}

} // namespace podium::models
