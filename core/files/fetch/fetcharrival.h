// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/copyplan.h"
#include "core/files/sumsrun.h"

#include <QHash>
#include <QSet>

#include <set>
#include <vector>

namespace podium::files {

/// How a fetch from one worker came to its end.
struct FetchEnd
{
    QHash<std::size_t, QByteArray> arrived; ///< sha256 of the files that arrived whole, by place
    SumsRun::Sums there;                    ///< what the worker says of those, by path
    bool hasError = false;                  ///< it broke
    bool isStopped = false;                 ///< by the person
};

/// What becomes of it.
struct FetchArrival
{
    std::set<std::size_t> places;     ///< are put in their places
    QSet<QByteArray> parts;           ///< names of parts that are kept for the next fetch
    bool isCut = false;               ///< more is to come, by another fetch
    bool isStopped = false;           ///< because of the person
    std::vector<FileProblem> missing; ///< where nothing else says why
};

/// What is proven is put in place. Where the fetch was cut, parts of the others are kept, but for
/// those that are known not to be what the worker has. Pure.
[[nodiscard]] FetchArrival
arrivalOf(const WorkerPlan &plan, const LocalTree &tree, const FetchEnd &end);

} // namespace podium::files
