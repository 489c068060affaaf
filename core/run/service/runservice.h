// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/run/detached/runjournal.h"
#include "core/run/runengine.h"
#include "core/run/runspec.h"
#include "core/ssh/transport.h"

#include <QString>

#include <functional>
#include <memory>
#include <utility>

namespace podium::run {

/// How anything runs on workers. Every run is narrowed to what this process may have open, has a
/// mark on its workers, and is noted in the journal, so that after a crash it can be said where it
/// may still run. Lives on the thread of its runs.
class RunService final
{
public:
    /// A run that has not been started.
    struct Made
    {
        std::unique_ptr<Run> run;
        /// What had to be narrowed, as a sentence for the person; mostly empty.
        QString narrowed;
        /// Of the run, whose child it is; null where none is kept. Look at its problem(), and
        /// follow its failed().
        const RunJournal *journal = nullptr;
    };
    /// A transport of one run's own, which goes before this one; let go of with the run.
    using Before = std::function<std::shared_ptr<ssh::Transport>(ssh::Transport &transport)>;
    /// Whether a run is noted down. None for one that only asks, or that ends with its terminal.
    enum class Journal { Kept, None };

    /// What a run through a gateway (RunSpec::viaGateway) goes by instead.
    struct Gateway
    {
        std::shared_ptr<ssh::Transport> transport; ///< let go of with the run
        Run::EndpointOf endpointOf;
    };
    using GatewayFor = std::function<Gateway(
        const RunSpec &spec, ssh::Transport &transport, const Run::EndpointOf &endpointOf)>;

    /// All references must outlive the service and its runs, as must what `endpointOf` refers to.
    RunService(ssh::Transport &transport, Run::EndpointOf endpointOf, const Clock &clock);

    [[nodiscard]] const Clock &clock() const { return m_clock; }
    /// Where the journal is; empty, as it is at first: there is none.
    void setJournalFolder(const QString &folder) { m_journalFolder = folder; }

    /// Without it no run may ask for a gateway.
    void setGateways(GatewayFor gatewayFor) { m_gatewayFor = std::move(gatewayFor); }

    /// A run that goes on without us (RunSpec::detachedId) is remembered by its folder: it gets no
    /// mark and no journal.
    [[nodiscard]] Made
    make(RunSpec spec, Journal journal = Journal::Kept, const Before &before = {}) const;

private:
    [[nodiscard]] std::unique_ptr<Run> throughGateway(RunSpec spec) const;
    [[nodiscard]] std::unique_ptr<Run> direct(RunSpec spec, const Before &before) const;
    [[nodiscard]] std::unique_ptr<Run> keeping(
        const std::shared_ptr<ssh::Transport> &transport, RunSpec spec,
        const Run::EndpointOf &endpointOf) const;

    ssh::Transport &m_transport;
    Run::EndpointOf m_endpointOf;
    const Clock &m_clock;
    QString m_journalFolder;
    GatewayFor m_gatewayFor;
};

} // namespace podium::run
