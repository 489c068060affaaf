// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/files/copysession.h"

#include <QString>
#include <QStringList>

#include <functional>

namespace podium::ctl {

/// Some workers in a few words, as inventory::describeWorkers().
using NamesOf = std::function<QString(const std::vector<WorkerRef> &)>;

/// The document of `copy --json`, before (`isDone` false) and after.
[[nodiscard]] Json copyJson(const files::CopySession &session, bool isDone);
/// What would be done, a line for all workers that are alike.
[[nodiscard]] QStringList copyPlanLines(const files::CopySession &session, const NamesOf &namesOf);
/// What came of it, likewise.
[[nodiscard]] QStringList
copyVerdictLines(const files::CopySession &session, const NamesOf &namesOf);
/// "3 of 16 workers, 45.2 MB of 160 MB, 12.3 MB/s, 10 s left".
[[nodiscard]] QString copyProgress(const files::CopySession &session, qint64 elapsedMs);
/// The contract of podiumctl, of a plan that is only shown: whether all of it could be done.
[[nodiscard]] int copyPlanExitCode(const files::CopySession &session);
/// The same of a copy that has ended.
[[nodiscard]] int copyExitCode(const files::CopySession &session);

} // namespace podium::ctl
