// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/diffrows.h"

#include <algorithm>
#include <utility>

namespace podium::models {

using sshconfig::DiffLine;

namespace {

struct CommonEnds
{
    int head = 0; ///< QChars
    int tail = 0;
};

CommonEnds commonEnds(const QString &a, const QString &b)
{
    const int shorter = qMin(a.size(), b.size());
    CommonEnds common;
    while (common.head < shorter && a.at(common.head) == b.at(common.head)) {
        ++common.head;
    }
    while (common.tail < shorter - common.head &&
           a.at(a.size() - 1 - common.tail) == b.at(b.size() - 1 - common.tail)) {
        ++common.tail;
    }
    return common;
}

QString firstWord(const QString &line)
{
    return line.simplified().section(QLatin1Char(' '), 0, 0);
}

/// How much two lines speak of the same; 0: of different things. The first word is the keyword in
/// a config, the name in known_hosts.
int kinship(const QString &a, const QString &b)
{
    const CommonEnds common = commonEnds(a, b);
    const int alike = common.head + common.tail;
    const QString word = firstWord(a);
    return !word.isEmpty() && word == firstWord(b) ? 1 + alike
           : alike * 2 > qMax(a.size(), b.size())  ? alike
                                                   : 0;
}

void markChangedPart(DiffSide &before, DiffSide &after)
{
    // Lines of different things are two lines, not one that changed a little.
    if (kinship(before.text, after.text) > 0) {
        const auto [head, tail] = commonEnds(before.text, after.text);
        before.changed = {head, before.text.size() - head - tail};
        after.changed = {head, after.text.size() - head - tail};
    }
}

/// Which lines of a change are the same one before and after, in their order: the pairs that have
/// most in common altogether.
std::vector<std::pair<size_t, size_t>>
partners(const std::vector<DiffLine> &removed, const std::vector<DiffLine> &added)
{
    constexpr size_t MostCells = 40000; // beyond it a whole part is another, and time matters
    const size_t rows = removed.size();
    const size_t columns = added.size();
    if (rows * columns > MostCells) {
        return {};
    }
    // best[i][j]: of the lines from i and j on.
    std::vector<std::vector<int>> best(rows + 1, std::vector<int>(columns + 1, 0));
    std::vector<std::vector<int>> own(rows, std::vector<int>(columns, 0));
    for (size_t i = rows; i-- > 0;) {
        for (size_t j = columns; j-- > 0;) {
            own[i][j] = kinship(removed[i].text, added[j].text);
            const int together = own[i][j] > 0 ? own[i][j] + best[i + 1][j + 1] : 0;
            best[i][j] = std::max({together, best[i + 1][j], best[i][j + 1]});
        }
    }
    std::vector<std::pair<size_t, size_t>> pairs;
    for (size_t i = 0, j = 0; i < rows && j < columns;) {
        if (own[i][j] > 0 && best[i][j] == own[i][j] + best[i + 1][j + 1]) {
            pairs.emplace_back(i++, j++);
        } else {
            best[i][j] == best[i + 1][j] ? ++i : ++j;
        }
    }
    return pairs;
}

DiffSide sideOf(const DiffLine &line, int number)
{
    return {number, line.text, {}};
}

DiffRow rowOf(const DiffLine *removed, const DiffLine *added)
{
    DiffRow row;
    row.kind = !removed ? DiffRow::Kind::Added
               : !added ? DiffRow::Kind::Removed
                        : DiffRow::Kind::Changed;
    if (removed) {
        row.before = sideOf(*removed, removed->oldLine);
    }
    if (added) {
        row.after = sideOf(*added, added->newLine);
    }
    if (removed && added) {
        markChangedPart(row.before, row.after);
    }
    return row;
}

/// The lines of one change: removed ones, then added ones, each beside its partner; those without
/// one stand side by side in their order.
void appendChange(
    std::vector<DiffRow> &rows, const std::vector<DiffLine> &removed,
    const std::vector<DiffLine> &added)
{
    size_t i = 0;
    size_t j = 0;
    const auto appendUntil = [&](size_t removedEnd, size_t addedEnd) {
        while (i < removedEnd || j < addedEnd) {
            rows.push_back(
                rowOf(i < removedEnd ? &removed[i] : nullptr, j < addedEnd ? &added[j] : nullptr));
            i = std::min(i + 1, removedEnd);
            j = std::min(j + 1, addedEnd);
        }
    };
    for (const auto &[of, with] : partners(removed, added)) {
        appendUntil(of, with);
        appendUntil(of + 1, with + 1);
    }
    appendUntil(removed.size(), added.size());
}

} // namespace

std::vector<DiffRow> diffRows(const std::vector<DiffLine> &lines)
{
    std::vector<DiffRow> rows;
    std::vector<DiffLine> removed;
    std::vector<DiffLine> added;
    int lastOld = 0;
    const auto flush = [&] {
        appendChange(rows, removed, added);
        removed.clear();
        added.clear();
    };
    const auto noteGap = [&](const DiffLine &line) {
        if (line.oldLine > lastOld + 1) {
            flush();
            DiffRow gap;
            gap.kind = DiffRow::Kind::Gap;
            gap.hidden = line.oldLine - lastOld - 1;
            rows.push_back(gap);
        }
        lastOld = qMax(lastOld, line.oldLine);
    };
    for (const DiffLine &line : lines) {
        noteGap(line);
        switch (line.kind) {
        case DiffLine::Kind::Removed:
            if (!added.empty()) {
                flush();
            }
            removed.push_back(line);
            break;
        case DiffLine::Kind::Added:
            added.push_back(line);
            break;
        case DiffLine::Kind::Same:
            flush();
            rows.push_back(
                {DiffRow::Kind::Same, sideOf(line, line.oldLine), sideOf(line, line.newLine), 0});
            break;
        }
    }
    flush();
    return rows;
}

QString diffCountText(const std::vector<DiffLine> &lines)
{
    const auto count = [&lines](DiffLine::Kind kind) {
        return std::count_if(
            lines.begin(), lines.end(), [kind](const DiffLine &line) { return line.kind == kind; });
    };
    return QStringLiteral("+%1 \u2212%2")
        .arg(count(DiffLine::Kind::Added))
        .arg(count(DiffLine::Kind::Removed));
}

} // namespace podium::models
