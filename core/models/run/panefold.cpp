// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/panefold.h"

#include <algorithm>

namespace podium::models {

run::Fold foldPanes(const RunModel &model, const QVector<int> &shown)
{
    return run::fold(model.run().output(), shown, [&model](int slot) -> QString {
        const run::WorkerState &worker = model.worker(slot);
        return paneStateWord(paneState(worker)) + paneHeadline(worker);
    });
}

QVector<int> differentSlots(const RunModel &model, const QVector<int> &shown)
{
    const run::Fold fold = foldPanes(model, shown);
    QVector<int> found;
    if (fold.majority < 0) {
        return found;
    }
    for (int group = 0; group < int(fold.groups.size()); ++group) {
        if (group != fold.majority) {
            found += fold.groups.at(std::size_t(group));
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace podium::models
