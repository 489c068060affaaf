// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputfold.h"

#include <QHash>

#include <dtl/dtl.hpp>

#include <algorithm>

namespace podium::run {

namespace {

// Texts that differ in more lines are not compared line by line: that takes time by the square.
constexpr int MostLines = 3000;

std::vector<LineMatch> allDifferent(int lines, int references)
{
    std::vector<LineMatch> matches;
    matches.reserve(std::size_t(lines) + std::size_t(references));
    for (int i = 0; i < references; ++i) {
        matches.push_back({LineMatch::Kind::Missing, -1, i});
    }
    for (int i = 0; i < lines; ++i) {
        matches.push_back({LineMatch::Kind::Added, i, -1});
    }
    return matches;
}

std::vector<LineMatch> shortestWay(const QStringList &lines, const QStringList &reference)
{
    QHash<QString, int> numbers; // equal lines have equal numbers, which compare faster
    const auto numbered = [&numbers](const QStringList &texts) {
        std::vector<int> list;
        for (const QString &text : texts) {
            const auto known = numbers.constFind(text);
            list.push_back(
                known != numbers.constEnd() ? *known : *numbers.insert(text, numbers.size()));
        }
        return list;
    };
    dtl::Diff<int, std::vector<int>> diff(numbered(reference), numbered(lines));
    diff.compose();
    std::vector<LineMatch> matches;
    int line = 0;
    int referenceLine = 0;
    for (const auto &[number, info] : diff.getSes().getSequence()) {
        switch (info.type) {
        case dtl::SES_ADD:
            matches.push_back({LineMatch::Kind::Added, line++, -1});
            break;
        case dtl::SES_DELETE:
            matches.push_back({LineMatch::Kind::Missing, -1, referenceLine++});
            break;
        default:
            matches.push_back({LineMatch::Kind::Same, line++, referenceLine++});
            break;
        }
    }
    return matches;
}

} // namespace

std::vector<LineMatch> matchLines(const QStringList &lines, const QStringList &reference)
{
    const auto head =
        int(std::mismatch(lines.begin(), lines.end(), reference.begin(), reference.end()).first -
            lines.begin());
    const int shorter = std::min(lines.size(), reference.size());
    int tail = 0;
    while (tail < shorter - head &&
           lines.at(lines.size() - 1 - tail) == reference.at(reference.size() - 1 - tail)) {
        ++tail;
    }
    std::vector<LineMatch> matches;
    matches.reserve(std::size_t(lines.size()));
    for (int i = 0; i < head; ++i) {
        matches.push_back({LineMatch::Kind::Same, i, i});
    }
    const QStringList middle = lines.mid(head, lines.size() - head - tail);
    const QStringList other = reference.mid(head, reference.size() - head - tail);
    const bool isLarge = middle.size() > MostLines || other.size() > MostLines;
    for (LineMatch match :
         isLarge ? allDifferent(middle.size(), other.size()) : shortestWay(middle, other)) {
        match.line += match.line >= 0 ? head : 0;
        match.referenceLine += match.referenceLine >= 0 ? head : 0;
        matches.push_back(match);
    }
    for (int i = tail; i > 0; --i) {
        matches.push_back({LineMatch::Kind::Same, lines.size() - i, reference.size() - i});
    }
    return matches;
}

QStringList linesOf(const OutputStore &store, int slot)
{
    return store.lines(slot);
}

} // namespace podium::run
