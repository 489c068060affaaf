// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/runspec.h"
#include "core/run/runstate.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::store {

/// How a recipe stood at its end on workers on which it stood in the same way.
struct PastVerdicts
{
    std::vector<WorkerRef> workers;
    QStringList states; ///< of its steps, the stable words of core/remote; empty: none was told
    QString error;      ///< why they gave no whole answer, a sentence; empty: they gave one
    bool operator==(const PastVerdicts &) const = default;
};

/// A run that there was: enough to find it again and to run the same again. Never what may be
/// secret in one: its stdin, its environment; only that it had some. Of a recipe neither the values
/// of its parameters nor what workers printed.
struct PastRun
{
    enum class End {
        Open,     ///< it goes on, or the program that ran it was killed
        Finished, ///< each worker has an ending
        Closed,   ///< it was closed while it ran, and its workers were told to stop
        Left,     ///< it was let go, and goes on by itself
    };
    QString id;      ///< RunSpec::runId, or detachedId
    QString program; ///< "podium", "podiumctl"
    QString title;   ///< RunSpec::title, mostly empty
    QByteArray command;
    QStringList targets; ///< words that name its workers
    int workers = 0;
    QDateTime startedAt; ///< UTC
    QDateTime endedAt;   ///< UTC; invalid while End::Open
    End end = End::Open;
    run::RunSummary summary; ///< when it ended
    bool isDetached = false;
    bool hadInput = false;              ///< stdin from a file
    bool hadEnvironment = false;        ///< variables
    QString recipe;                     ///< its name; empty: a command was run
    QString person;                     ///< a login: a recipe that was run for a new account
    QStringList steps;                  ///< of a recipe, their titles
    std::vector<PastVerdicts> verdicts; ///< of a recipe that has ended
    /// Put together by Podium itself, with data of its own for each worker: not to be run again.
    bool isOwn = false;
    /// Of a RunSpec only its options: limits, terminal and the like; workers, command and what it
    /// is given are not in here.
    run::RunSpec options;

    /// All that it needs was kept.
    [[nodiscard]] bool canRunAgain() const
    {
        return !isOwn && !hadInput && !hadEnvironment && recipe.isEmpty();
    }
};

/// What is to be remembered of a run that begins now.
[[nodiscard]] PastRun pastRunOf(
    const run::RunSpec &spec, const QString &program, const QStringList &targets,
    const QDateTime &now);
/// What to run again on `workers`.
[[nodiscard]] run::RunSpec specOf(const PastRun &run, std::vector<WorkerRef> workers);

/// What is known of it when it begins, but for id, program and time, as a JSON text for the
/// database, and back.
[[nodiscard]] QByteArray factsToJson(const PastRun &run);
void readFacts(PastRun &run, const QByteArray &json);
/// The same of its numbers and verdicts when it ended.
[[nodiscard]] QByteArray summaryToJson(const PastRun &run);
void readSummary(PastRun &run, const QByteArray &json);

/// A stable word: "open", "finished", "closed", "left".
[[nodiscard]] QString endName(PastRun::End end);
[[nodiscard]] PastRun::End endFromName(const QString &name); ///< Open where it is none

} // namespace podium::store
