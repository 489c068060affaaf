// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/outputfold.h"

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

/// The lines of one stream: the order between the streams is no difference.
QStringList linesOfStream(const OutputStore &store, int slot, bool isError)
{
    QStringList lines;
    const OutputCut cut = store.cut(slot);
    for (int i = 0; i < store.lineCount(slot); ++i) {
        const StyledLine line = store.line(slot, i);
        const bool isMark = cut.lines > 0 && i == cut.line;
        const bool cameOverErr = !line.runs.empty() && line.runs.front().style.isError;
        if (!isMark && cameOverErr == isError) {
            lines << line.text;
        }
    }
    return lines;
}

bool haveSameText(const OutputStore &store, int a, int b)
{
    // The same bytes are the same text, and the usual case.
    const auto sameBytes = [&](ssh::OutputStream stream) {
        return store.bytes(a, stream) == store.bytes(b, stream);
    };
    if (store.cutBytes(a) == store.cutBytes(b) && sameBytes(ssh::OutputStream::Out) &&
        sameBytes(ssh::OutputStream::Err)) {
        return true;
    }
    return linesOfStream(store, a, false) == linesOfStream(store, b, false) &&
           linesOfStream(store, a, true) == linesOfStream(store, b, true);
}

/// The group of those with this key to which the slot belongs; -1: none yet.
int groupFor(
    const OutputStore &store, const std::vector<QVector<int>> &groups,
    const QVector<int> &candidates, int slot, FoldProof proof)
{
    const auto found = std::find_if(candidates.begin(), candidates.end(), [&](int group) {
        const int first = groups.at(std::size_t(group)).first();
        return proof == FoldProof::Digests || haveSameText(store, first, slot);
    });
    return found == candidates.end() ? -1 : *found;
}

} // namespace

Fold fold(
    const OutputStore &store, const QVector<int> &slotNumbers,
    const std::function<QString(int slot)> &tagOf, FoldProof proof)
{
    Fold result;
    QHash<FoldKey, QVector<int>> groupsOfKey;
    for (const int slot : slotNumbers) {
        const OutputDigest digest = store.digest(slot);
        QVector<int> &candidates =
            groupsOfKey[{digest.out, digest.err, tagOf ? tagOf(slot) : QString()}];
        const int group = groupFor(store, result.groups, candidates, slot, proof);
        if (group >= 0) {
            result.groups[std::size_t(group)].append(slot);
        } else {
            candidates.append(int(result.groups.size()));
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
