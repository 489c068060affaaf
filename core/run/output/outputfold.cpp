// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputfold.h"

#include <QHash>

#include <algorithm>

namespace podium::run {

namespace {

struct FoldKey
{
    quint64 out = 0;
    quint64 err = 0;
    QString tag;
    bool operator==(const FoldKey &) const = default;
    friend uint qHash(const FoldKey &key, uint seed = 0)
    {
        return ::qHash(key.out, seed) ^ ::qHash(key.err, ~seed) ^ ::qHash(key.tag, seed);
    }
};

} // namespace

Fold fold(
    const OutputStore &store, const QVector<int> &slotNumbers,
    const std::function<QString(int slot)> &tagOf)
{
    Fold result;
    QHash<FoldKey, std::size_t> groupOf;
    for (const int slot : slotNumbers) {
        const OutputDigest digest = store.digest(slot);
        const FoldKey key{digest.out, digest.err, tagOf ? tagOf(slot) : QString()};
        const auto known = groupOf.constFind(key);
        if (known != groupOf.constEnd()) {
            result.groups[*known].append(slot);
        } else {
            groupOf.insert(key, result.groups.size());
            result.groups.push_back({slot});
        }
    }
    std::stable_sort(
        result.groups.begin(), result.groups.end(),
        [](const QVector<int> &a, const QVector<int> &b) { return a.size() < b.size(); });
    const std::size_t count = result.groups.size();
    const auto size = [&result](std::size_t group) { return result.groups[group].size(); };
    if (count > 0 && size(count - 1) > 1 && (count == 1 || size(count - 1) > size(count - 2))) {
        result.majority = int(count - 1);
    }
    return result;
}

} // namespace podium::run
