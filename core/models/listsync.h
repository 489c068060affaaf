// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace podium::models {

namespace detail {

/// Calls `done(first, last)` for each stretch of 0 … size-1 where `hits(i)`, from the end.
template <typename Hits, typename Done>
void stretchesFromEnd(int size, Hits hits, Done done)
{
    for (int last = size - 1; last >= 0; --last) {
        if (!hits(last)) {
            continue;
        }
        int first = last;
        while (first > 0 && hits(first - 1)) {
            --first;
        }
        done(first, last);
        last = first;
    }
}

} // namespace detail

/// Turns `rows` into `fresh` by the fewest stretches of rows removed, inserted and changed, so
/// that a poll never resets a view. Both are sorted by `keyOf` and hold each key once; the rest
/// of the order is theirs. `same(old, fresh)` says whether a view would show the same. Hooks:
/// beginRemove(first, last), endRemove(), beginInsert(first, last), endInsert(),
/// changed(first, last). A row that stays the same to see is replaced too. Takes time in
/// proportion to the rows.
template <typename Row, typename KeyOf, typename Same, typename Hooks>
void syncRows(std::vector<Row> &rows, std::vector<Row> fresh, KeyOf keyOf, Same same, Hooks &&hooks)
{
    std::vector<bool> gone(rows.size());
    for (size_t i = 0, j = 0; i < rows.size(); ++i) {
        while (j < fresh.size() && keyOf(fresh[j]) < keyOf(rows[i])) {
            ++j;
        }
        gone[i] = j == fresh.size() || keyOf(rows[i]) < keyOf(fresh[j]);
    }
    detail::stretchesFromEnd(
        int(rows.size()), [&](int i) { return gone[size_t(i)]; },
        [&](int first, int last) {
            hooks.beginRemove(first, last);
            rows.erase(rows.begin() + first, rows.begin() + last + 1);
            hooks.endRemove();
        });

    for (int i = 0; i < int(fresh.size()); ++i) {
        const auto isNew = [&](int at) {
            return i >= int(rows.size()) || keyOf(fresh[size_t(at)]) < keyOf(rows[size_t(i)]);
        };
        int end = i;
        while (end < int(fresh.size()) && isNew(end)) {
            ++end;
        }
        if (end > i) {
            hooks.beginInsert(i, end - 1);
            rows.insert(rows.begin() + i, fresh.begin() + i, fresh.begin() + end);
            hooks.endInsert();
            i = end - 1;
        }
    }

    std::vector<bool> changed(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        changed[i] = !same(rows[i], fresh[i]);
        rows[i] = std::move(fresh[i]);
    }
    detail::stretchesFromEnd(
        int(rows.size()), [&](int i) { return changed[size_t(i)]; },
        [&](int first, int last) { hooks.changed(first, last); });
}

} // namespace podium::models
