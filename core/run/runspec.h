// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/run/output/outputlimits.h"
#include "core/ssh/transport.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace podium::run {

/// One variable of the command's environment on the worker.
struct EnvironmentVariable
{
    QByteArray name;  ///< letters, digits and _, no digit first
    QByteArray value; ///< any bytes but NUL
    bool operator==(const EnvironmentVariable &) const = default;
};

/// When a run began on a worker, and ended there, by that worker's clock.
struct RunTimes
{
    QDateTime startedAt;
    QDateTime endedAt; ///< invalid: not known, or it goes on
};

/// What to run where, and how: a value that can be shown before anything starts. Its options are
/// those of the command of each worker.
struct RunSpec : ssh::CommandOptions
{
    std::vector<WorkerRef> workers; ///< in the order of the panes: a worker's place is its slot
    /// The command or multi-line script, verbatim; run by the login shell of each worker. Empty: in
    /// a terminal, that shell itself. What is typed goes to Run::type().
    QByteArray command;
    QByteArray input; ///< stdin for each worker; mostly empty
    /// Stdin worker by worker, in their order, instead of `input`; empty: `input` for all. Goes
    /// over the channel in pieces as the worker reads it, then end of file; never into a command
    /// line, a log, the history or a saved run: a secret may be in it.
    std::vector<QByteArray> inputs;
    /// For the command, beside what its login gives it; of two of one name the later. A secret may
    /// be in it: sent over stdin only, see sentCommand(); kept nowhere, as little as `inputs`.
    std::vector<EnvironmentVariable> environment;
    /// At most so many workers at a time, from the start of the login to the end of the command,
    /// sliding; 0: all. Workers of a pod that wait for each other must all fit in.
    int fanOut = 0;
    /// At most so many that are not logged in yet; 0: as many as help, by what is measured, see
    /// LoginWindow.
    int loginsAtOnce = 0;
    bool failFast = false; ///< start no more workers after a failure
    /// Once it has failed on a worker, end it on the others, as stop() does at first. For workers
    /// that wait for each other, and would wait for good.
    bool endTogether = false;
    /// Start on none before all have logged in; where one cannot be logged in on, on none at all.
    /// For workers that wait for each other. `fanOut` is best 0.
    bool allOrNone = false;
    /// Through one of the workers, which logs in on all of them: see gateway/GatewayTransport.
    bool viaGateway = false;
    /// Which of them; none, or not among them (a run again on some): the first.
    std::optional<WorkerRef> gateway;
    /// 16 hexadecimal digits that mark the processes of this run on its workers; empty: no mark.
    QString runId;
    QString detachedId; ///< of a run that goes on without us, which this one reads; empty: none
    std::vector<RunTimes> times; ///< of that, worker by worker; empty: it begins now
    OutputLimits output;         ///< how much is kept, and where
    QString saveFolder; ///< all output is saved in a new folder there at the end; empty: nowhere
    QString title;      ///< of the run; empty: as its command begins

    /// What a person has asked for: without what wraps it on its way.
    [[nodiscard]] QByteArray askedFor() const { return title.isEmpty() ? command : title.toUtf8(); }
    /// Where the gateway stands among its workers, of which there is one at least.
    [[nodiscard]] std::size_t gatewayPlace() const;
    [[nodiscard]] bool takesTyping() const { return keepsInputOpen || terminal; }
    [[nodiscard]] const QByteArray &inputOf(int slot) const
    {
        return inputs.empty() ? input : inputs.at(std::size_t(slot));
    }
    /// The same on some of its workers, each with its own input.
    [[nodiscard]] RunSpec onWorkers(const std::vector<WorkerRef> &some) const;
};

} // namespace podium::run
