// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/service/runservice.h"

#include "core/run/detached/detached.h"
#include "core/run/fanoutlimit.h"
#include "core/run/runoption.h"
#include "core/ssh/io/descriptorlimit.h"

#include <utility>

namespace podium::run {

RunService::RunService(ssh::Transport &transport, Run::EndpointOf endpointOf, const Clock &clock)
    : m_transport(transport)
    , m_endpointOf(std::move(endpointOf))
    , m_clock(clock)
{}

RunService::Made RunService::make(RunSpec spec, Journal journal, const Before &before) const
{
    Made made;
    const bool isNoted = journal == Journal::Kept && spec.detachedId.isEmpty();
    Q_ASSERT(!spec.viaGateway || m_gatewayFor);
    const bool isPassedOn = spec.viaGateway && !gatewayConflict(spec); // that is refused by the run
    if (!isPassedOn) {
        made.narrowed = fitDescriptors(spec, ssh::raiseDescriptorLimit());
    }
    spec.runId = isNoted || isPassedOn ? newDetachedId() : QString();
    made.run = isPassedOn ? throughGateway(std::move(spec)) : direct(std::move(spec), before);
    if (isNoted && !m_journalFolder.isEmpty()) {
        made.journal = new RunJournal(m_journalFolder, *made.run, made.run.get());
    }
    return made;
}

std::unique_ptr<Run> RunService::throughGateway(RunSpec spec) const
{
    const Gateway gateway = m_gatewayFor(spec, m_transport, m_endpointOf);
    return keeping(gateway.transport, std::move(spec), gateway.endpointOf);
}

std::unique_ptr<Run> RunService::direct(RunSpec spec, const Before &before) const
{
    return before ? keeping(before(m_transport), std::move(spec), m_endpointOf)
                  : std::make_unique<Run>(std::move(spec), m_transport, m_endpointOf, m_clock);
}

std::unique_ptr<Run> RunService::keeping(
    const std::shared_ptr<ssh::Transport> &transport, RunSpec spec,
    const Run::EndpointOf &endpointOf) const
{
    auto made = std::make_unique<Run>(std::move(spec), *transport, endpointOf, m_clock);
    QObject::connect(made.get(), &QObject::destroyed, [kept = transport] {});
    return made;
}

} // namespace podium::run
