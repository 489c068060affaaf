// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runengine.h"

namespace podium::tests {

/// A worker of the node "pod".
inline WorkerRef worker(int index)
{
    return {
        {*ProjectId::parse(QStringLiteral("lab")), *Zone::parse(QStringLiteral("us-a")),
         *NodeName::parse(QStringLiteral("pod"))},
        index};
}

inline run::RunSpec specFor(int count)
{
    run::RunSpec spec;
    spec.command = "hostname";
    for (int i = 0; i < count; ++i) {
        spec.workers.push_back(worker(i));
    }
    return spec;
}

inline ssh::Endpoint reachable(const WorkerRef &ref)
{
    ssh::Endpoint endpoint;
    endpoint.worker = ref;
    endpoint.address = QStringLiteral("127.0.0.1");
    return endpoint;
}

/// Whether a slot has ended so.
template <typename T>
bool endedAs(const run::Run &theRun, int slot)
{
    const auto &ending = theRun.state().workers().at(std::size_t(slot)).ending;
    return ending && std::holds_alternative<T>(*ending);
}

/// Whether a slot was never started, for one had failed on another worker.
inline bool wasSkippedForAFailure(const run::Run &theRun, int slot)
{
    const auto &ending = theRun.state().workers().at(std::size_t(slot)).ending;
    return ending == run::WorkerEnding(run::NeverStarted{.isAfterFailure = true});
}

} // namespace podium::tests
