// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/diffrows.h"

#include <algorithm>

namespace podium::models {

using sshconfig::DiffLine;

namespace {

void markChangedPart(DiffSide &before, DiffSide &after)
{
    const QString &a = before.text;
    const QString &b = after.text;
    const int shorter = qMin(a.size(), b.size());
    int head = 0;
    while (head < shorter && a.at(head) == b.at(head)) {
        ++head;
    }
    int tail = 0;
    while (tail < shorter - head && a.at(a.size() - 1 - tail) == b.at(b.size() - 1 - tail)) {
        ++tail;
    }
    // Lines with little in common are two lines, not one that changed a little.
    if (head + tail > 0) {
        before.changed = {head, a.size() - head - tail};
        after.changed = {head, b.size() - head - tail};
    }
}

DiffSide sideOf(const DiffLine &line, int number)
{
    return {number, line.text, {}};
}

/// The lines of one change: removed ones, then added ones, each beside its partner.
void appendChange(
    std::vector<DiffRow> &rows, const std::vector<DiffLine> &removed,
    const std::vector<DiffLine> &added)
{
    for (size_t i = 0; i < std::max(removed.size(), added.size()); ++i) {
        DiffRow row;
        if (i < removed.size()) {
            row.before = sideOf(removed[i], removed[i].oldLine);
        }
        if (i < added.size()) {
            row.after = sideOf(added[i], added[i].newLine);
        }
        if (i >= removed.size()) {
            row.kind = DiffRow::Kind::Added;
        } else if (i >= added.size()) {
            row.kind = DiffRow::Kind::Removed;
        } else {
            row.kind = DiffRow::Kind::Changed;
            markChangedPart(row.before, row.after);
        }
        rows.push_back(row);
    }
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
