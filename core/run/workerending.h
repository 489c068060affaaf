// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <QString>

#include <variant>

namespace podium::run {

/// Never begun: the run was stopped or left first.
struct NeverStarted
{
    bool isAfterFailure = false; ///< instead: it had failed on another worker
    bool operator==(const NeverStarted &) const = default;
};

/// What an ending counts as.
enum class EndingClass { Ok, Failed, Unreachable, Stopped };

/// How a worker's part of a run ended.
using WorkerEnding = std::variant<
    ssh::Exited, ssh::Signalled, ssh::TimedOut, ssh::Refused, ssh::Unreachable, ssh::Lost,
    ssh::Stopped, NeverStarted>;

/// What the transport tells of an ending, as that of a worker's part. Pure.
[[nodiscard]] WorkerEnding workerEnding(const ssh::Ending &ending);
/// "exit 0", "signal TERM", "timed out connecting", "host key changed" …: a few words for a header.
[[nodiscard]] QString describeEnding(const WorkerEnding &ending);
/// As RunSummary counts it.
[[nodiscard]] EndingClass endingClass(const WorkerEnding &ending);
/// A stable word for scripts: ok, failed, unreachable, stopped.
[[nodiscard]] QString endingClassName(EndingClass ending);
/// Why it was refused, not reached or lost; null where it ended otherwise.
[[nodiscard]] const Error *endingError(const WorkerEnding &ending);
/// The worker showed another host key than the known one, or none that proves anything.
[[nodiscard]] bool isHostKeyProblem(const WorkerEnding &ending);

} // namespace podium::run
