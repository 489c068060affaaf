// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/runspec.h"

#include <algorithm>

namespace podium::run {

std::size_t RunSpec::gatewayPlace() const
{
    const auto found =
        gateway ? std::find(workers.begin(), workers.end(), *gateway) : workers.begin();
    return found == workers.end() ? 0 : std::size_t(found - workers.begin());
}

RunSpec RunSpec::onWorkers(const std::vector<WorkerRef> &some) const
{
    RunSpec spec = *this;
    spec.workers = some;
    spec.inputs.clear();
    for (const WorkerRef &worker : some) {
        const auto found = std::find(workers.begin(), workers.end(), worker);
        if (!inputs.empty() && found != workers.end()) {
            spec.inputs.push_back(inputOf(int(found - workers.begin())));
        }
    }
    return spec;
}

} // namespace podium::run
