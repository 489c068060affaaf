// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/configplan.h"

#include <dtl/dtl.hpp>

#include <QHash>

#include <algorithm>

namespace podium::sshconfig {

namespace {

using Lines = std::vector<QByteArray>;

/// Above this many lines on either side a stretch without a common unique line is shown as
/// replaced whole: the exact diff would take seconds and tell a reader nothing more.
constexpr std::size_t kExactLimit = 2000;

Lines split(const QByteArray &bytes)
{
    Lines lines;
    for (int begin = 0; begin < bytes.size();) {
        const int newline = bytes.indexOf('\n', begin);
        const int end = newline < 0 ? bytes.size() : newline + 1;
        lines.push_back(bytes.mid(begin, end - begin));
        begin = end;
    }
    return lines;
}

QString forScreen(QByteArray line)
{
    while (line.endsWith('\n') || line.endsWith('\r')) {
        line.chop(1);
    }
    return QString::fromUtf8(line);
}

struct Stretch
{
    std::size_t oldBegin;
    std::size_t oldEnd;
    std::size_t newBegin;
    std::size_t newEnd;
};

/// Puts the lines of two files side by side: lines that are unique in both are the anchors
/// (in the longest order they share), what is between them is compared exactly.
class LineDiff final
{
public:
    LineDiff(const QByteArray &before, const QByteArray &after)
        : m_old(split(before))
        , m_new(split(after))
    {}

    std::vector<DiffLine> run()
    {
        Stretch all{0, m_old.size(), 0, m_new.size()};
        takeCommonEnds(all);
        std::size_t oldAt = all.oldBegin;
        std::size_t newAt = all.newBegin;
        for (const auto &[oldLine, newLine] : anchors(all)) {
            compare({oldAt, oldLine, newAt, newLine});
            same(oldLine, newLine);
            oldAt = oldLine + 1;
            newAt = newLine + 1;
        }
        compare({oldAt, all.oldEnd, newAt, all.newEnd});
        for (std::size_t i = 0; all.oldEnd + i < m_old.size(); ++i) {
            same(all.oldEnd + i, all.newEnd + i);
        }
        return std::move(m_lines);
    }

private:
    using Pair = std::pair<std::size_t, std::size_t>;

    void same(std::size_t o, std::size_t n)
    {
        m_lines.push_back({DiffLine::Kind::Same, int(o + 1), int(n + 1), forScreen(m_old[o])});
    }
    void removed(std::size_t o)
    {
        m_lines.push_back({DiffLine::Kind::Removed, int(o + 1), 0, forScreen(m_old[o])});
    }
    void added(std::size_t n)
    {
        m_lines.push_back({DiffLine::Kind::Added, 0, int(n + 1), forScreen(m_new[n])});
    }

    void takeCommonEnds(Stretch &s)
    {
        while (s.oldBegin < s.oldEnd && s.newBegin < s.newEnd &&
               m_old[s.oldBegin] == m_new[s.newBegin]) {
            same(s.oldBegin++, s.newBegin++);
        }
        while (s.oldBegin < s.oldEnd && s.newBegin < s.newEnd &&
               m_old[s.oldEnd - 1] == m_new[s.newEnd - 1]) {
            --s.oldEnd;
            --s.newEnd;
        }
    }

    /// Lines that occur once in each, in the order of the old file, with their place in the new.
    std::vector<Pair> uniquePairs(const Stretch &s) const
    {
        struct Seen
        {
            int inOld = 0;
            int inNew = 0;
            std::size_t newLine = 0;
        };
        QHash<QByteArray, Seen> seen;
        for (std::size_t i = s.oldBegin; i < s.oldEnd; ++i) {
            ++seen[m_old[i]].inOld;
        }
        for (std::size_t i = s.newBegin; i < s.newEnd; ++i) {
            Seen &line = seen[m_new[i]];
            ++line.inNew;
            line.newLine = i;
        }
        std::vector<Pair> pairs;
        for (std::size_t i = s.oldBegin; i < s.oldEnd; ++i) {
            const auto line = seen.constFind(m_old[i]);
            if (line->inOld == 1 && line->inNew == 1) {
                pairs.emplace_back(i, line->newLine);
            }
        }
        return pairs;
    }

    /// The longest run of pairs that goes up in both files (backoff sorting).
    std::vector<Pair> anchors(const Stretch &s) const
    {
        const std::vector<Pair> pairs = uniquePairs(s);
        std::vector<std::size_t> tops;
        std::vector<std::size_t> previous(pairs.size(), pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto pile = std::lower_bound(
                tops.begin(), tops.end(), pairs[i].second,
                [&](std::size_t top, std::size_t line) { return pairs[top].second < line; });
            if (pile != tops.begin()) {
                previous[i] = *(pile - 1);
            }
            if (pile == tops.end()) {
                tops.push_back(i);
            } else {
                *pile = i;
            }
        }
        std::vector<Pair> chain;
        for (std::size_t i = tops.empty() ? pairs.size() : tops.back(); i < pairs.size();
             i = previous[i]) {
            chain.push_back(pairs[i]);
        }
        std::reverse(chain.begin(), chain.end());
        return chain;
    }

    void compare(const Stretch &s)
    {
        const std::size_t oldCount = s.oldEnd - s.oldBegin;
        const std::size_t newCount = s.newEnd - s.newBegin;
        if (oldCount == 0 || newCount == 0 || std::max(oldCount, newCount) > kExactLimit) {
            replace(s);
            return;
        }
        const auto oldBegin = m_old.begin();
        const auto newBegin = m_new.begin();
        dtl::Diff<QByteArray, Lines> diff(
            Lines(oldBegin + long(s.oldBegin), oldBegin + long(s.oldEnd)),
            Lines(newBegin + long(s.newBegin), newBegin + long(s.newEnd)));
        diff.compose();
        std::size_t o = s.oldBegin;
        std::size_t n = s.newBegin;
        for (const auto &step : diff.getSes().getSequence()) {
            if (step.second.type == dtl::SES_COMMON) {
                same(o++, n++);
            } else if (step.second.type == dtl::SES_DELETE) {
                removed(o++);
            } else {
                added(n++);
            }
        }
    }

    void replace(const Stretch &s)
    {
        for (std::size_t i = s.oldBegin; i < s.oldEnd; ++i) {
            removed(i);
        }
        for (std::size_t i = s.newBegin; i < s.newEnd; ++i) {
            added(i);
        }
    }

    Lines m_old;
    Lines m_new;
    std::vector<DiffLine> m_lines;
};

/// Within a stretch of changes what goes stands before what comes.
void putRemovedFirst(std::vector<DiffLine> &lines)
{
    const auto isChange = [](const DiffLine &line) { return line.kind != DiffLine::Kind::Same; };
    for (auto begin = lines.begin(); begin != lines.end();) {
        begin = std::find_if(begin, lines.end(), isChange);
        const auto end = std::find_if_not(begin, lines.end(), isChange);
        std::stable_partition(
            begin, end, [](const DiffLine &line) { return line.kind == DiffLine::Kind::Removed; });
        begin = end;
    }
}

std::vector<DiffLine> nearChanges(const std::vector<DiffLine> &lines, std::size_t context)
{
    std::vector<bool> keep(lines.size(), false);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].kind != DiffLine::Kind::Same) {
            const std::size_t begin = i - std::min(i, context);
            const std::size_t end = std::min(lines.size(), i + context + 1);
            std::fill(keep.begin() + long(begin), keep.begin() + long(end), true);
        }
    }
    std::vector<DiffLine> kept;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (keep[i]) {
            kept.push_back(lines[i]);
        }
    }
    return kept;
}

} // namespace

std::vector<DiffLine> diffLines(const QByteArray &before, const QByteArray &after, int context)
{
    std::vector<DiffLine> lines = LineDiff(before, after).run();
    putRemovedFirst(lines);
    return context < 0 ? lines : nearChanges(lines, std::size_t(context));
}

} // namespace podium::sshconfig
