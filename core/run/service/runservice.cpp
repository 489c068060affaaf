// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/service/runservice.h"

#include "core/run/detached/detached.h"
#include "core/run/fanoutlimit.h"
#include "core/ssh/io/descriptorlimit.h"

#include <utility>

namespace podium::run {

RunService::RunService(ssh::Transport &transport, Run::EndpointOf endpointOf, const Clock &clock)
    : m_transport(transport)
    , m_endpointOf(std::move(endpointOf))
    , m_clock(clock)
{}

RunService::Made RunService::make(RunSpec spec, Journal journal) const
{
    Made made;
    made.narrowed = fitDescriptors(spec, ssh::raiseDescriptorLimit());
    const bool isNoted = journal == Journal::Kept && spec.detachedId.isEmpty();
    spec.runId = isNoted ? newDetachedId() : QString();
    made.run = std::make_unique<Run>(std::move(spec), m_transport, m_endpointOf, m_clock);
    if (isNoted && !m_journalFolder.isEmpty()) {
        made.journal = new RunJournal(m_journalFolder, *made.run, made.run.get());
    }
    return made;
}

} // namespace podium::run
