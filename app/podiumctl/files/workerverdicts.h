// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/files/transfer.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace podium::ctl {

// What `copy` and `fetch` say of their workers.

/// Some workers in a few words, as inventory::describeWorkers().
using NamesOf = std::function<QString(const std::vector<WorkerRef> &)>;

[[nodiscard]] QString sizeOf(qint64 bytes);
/// "1 file", "2 files".
[[nodiscard]] QString counted(qint64 count, const char *one, const char *many);

/// "2 entries to send, 3.0 MB, 1 in the place of another"; there are some.
[[nodiscard]] QString amountOf(const files::WorkerPlan &plan, const char *verb);

[[nodiscard]] Json problemsJson(const std::vector<files::FileProblem> &problems);
/// The first ten, a line each, and how many more.
[[nodiscard]] QStringList
problemLines(const QString &before, const std::vector<files::FileProblem> &problems);

/// A line for all that have the same text, in the order of the first of them.
[[nodiscard]] QStringList groupedByText(
    const std::vector<files::WorkerCopy> &workers, const NamesOf &namesOf,
    const std::function<QString(const files::WorkerCopy &)> &textOf);

/// How much is free where it goes, at the least, and whether that is not known of some.
[[nodiscard]] QStringList roomLines(const std::vector<files::WorkerCopy> &workers);

[[nodiscard]] Json workerJson(const files::WorkerCopy &copy);
/// What came of it.
[[nodiscard]] QStringList
verdictLines(const std::vector<files::WorkerCopy> &workers, const NamesOf &namesOf);
/// "3 of 16 workers, 45.2 MB of 160 MB, 12.3 MB/s, 10 s left".
[[nodiscard]] QString progressText(const std::vector<files::WorkerCopy> &workers, qint64 elapsedMs);
/// ", slowest pod-v4:3 at 12 %", of those that bytes go to or come from; empty where there is no
/// other worker. How far one behind a gateway is, nobody tells.
[[nodiscard]] QString
slowestText(const std::vector<files::WorkerCopy> &workers, const NamesOf &namesOf);

[[nodiscard]] Json passedOnJson(const std::optional<files::PassedOn> &passedOn);
/// What is uploaded, and what goes from the gateway to the others.
[[nodiscard]] QStringList passedOnLines(const files::PassedOn &passedOn);

/// The contract of podiumctl, of a plan that is only shown: whether all of it could be done.
/// `isDifferent`: something is left out anyway.
[[nodiscard]] int planExitCode(const std::vector<files::WorkerCopy> &workers, bool isDifferent);
/// The same of what has ended.
[[nodiscard]] int verdictExitCode(const std::vector<files::WorkerCopy> &workers, bool isDifferent);

} // namespace podium::ctl
