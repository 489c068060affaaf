// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/action/nodeaction.h"
#include "core/models/mark.h"
#include "core/run/runstate.h"
#include "core/sshconfig/writer/configversion.h"
#include "core/store/activity.h"
#include "core/store/pastrun.h"

#include <QDateTime>
#include <QString>

namespace podium::models {

using store::ActivityEntry;
using store::ActivityKind;
using store::ActivityPart;
using store::Outcome;

[[nodiscard]] Mark markOf(Outcome outcome);

/// A run that has come to an end of this kind; its parts are its workers. `title`: the command as
/// the Run page names it; `where`: its workers in a few words.
[[nodiscard]] ActivityEntry activityOfRun(
    const QString &title, const QString &where, const store::PastRun &run,
    const run::RunState &state, const QDateTime &time);
/// The same of one that was left running, after its ending was seen: by its numbers, without parts.
[[nodiscard]] ActivityEntry activityOfLeftRun(
    const QString &title, const QString &where, const store::PastRun &run,
    const std::vector<WorkerRef> &workers);
[[nodiscard]] ActivityEntry
activityOfWrite(const sshconfig::WriteReport &report, bool restored, const QDateTime &time);
/// What several places answered to one question, as one entry; at least one.
[[nodiscard]] ActivityEntry
activityOfErrors(const std::vector<Error> &errors, const QDateTime &time);

/// "6 ok · 1 failed": only what there is of.
[[nodiscard]] QString runNumbers(const run::RunSummary &summary);
/// "tpu1", "pod-v4:3", a login, as a part is named in its entry.
[[nodiscard]] QString partPlace(const ActivityPart &part);
/// What came of an action on a node that has been done: a sentence.
[[nodiscard]] QString nodeActionDoneText(lifecycle::NodeAction action);
/// All texts of an entry and its parts, lower case: what words are looked for in.
[[nodiscard]] QString activitySearchText(const ActivityEntry &entry);
/// "IP address", "Run" …
[[nodiscard]] QString activityKindText(ActivityKind kind);
/// "failed", "needs a look" …: an outcome in a word, for who cannot see its mark.
[[nodiscard]] QString outcomeText(Outcome outcome);

} // namespace podium::models
