// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/nearestword.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace podium {

namespace {

/// Optimal string alignment: one for each letter that is changed, added, left out or swapped.
int distance(const QString &a, const QString &b)
{
    std::vector<int> beforeLast(std::size_t(b.size()) + 1);
    std::vector<int> last(beforeLast.size());
    std::vector<int> row(beforeLast.size());
    std::iota(last.begin(), last.end(), 0);
    for (int i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (int j = 1; j <= b.size(); ++j) {
            const auto at = std::size_t(j);
            const int change = a[i - 1] == b[j - 1] ? 0 : 1;
            row[at] = std::min({last[at] + 1, row[at - 1] + 1, last[at - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[at] = std::min(row[at], beforeLast[at - 2] + 1);
            }
        }
        beforeLast.swap(last);
        last.swap(row);
    }
    return last.back();
}

} // namespace

QString nearestWord(const QString &word, const QStringList &known)
{
    QString nearest;
    int least = std::max(1, int(word.size()) / 3) + 1;
    for (const QString &candidate : known) {
        if (std::abs(candidate.size() - word.size()) >= least) {
            continue; // however long the word is, this stays cheap
        }
        const int steps = distance(word.toLower(), candidate.toLower());
        if (steps < least) {
            least = steps;
            nearest = candidate;
        }
    }
    return nearest;
}

QString didYouMean(const QString &word, const QStringList &known)
{
    const QString nearest = nearestWord(word, known);
    return nearest.isEmpty() ? QString() : QStringLiteral(" Did you mean \"%1\"?").arg(nearest);
}

} // namespace podium
