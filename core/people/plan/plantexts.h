// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/actual/actualstate.h"
#include "core/people/plan/peopleplan.h"

#include <QString>

namespace podium::people {

/// "SHA256:… (label)", with the label as plain text.
[[nodiscard]] QString keyText(const PublicKey &key, const QByteArray &comment);
/// An end, as lastTimeText() says it.
[[nodiscard]] QString timeText(qint64 secondsSinceEpoch);
/// Why authorized_keys cannot be edited; empty where it can.
[[nodiscard]] QString keyFileProblem(const ActualAccount &found);
/// That authorized_keys2 was not read, which sshd reads, too; none: it was, or there is none.
[[nodiscard]] QVector<PlanNote> secondFileNotes(const ActualAccount &found);
/// Why keys are not changed although the file can be read.
[[nodiscard]] QString keyFileBarrierText(const ActualAccount &found);
/// Why its login shell lets nobody in, as a sentence; empty: it does.
[[nodiscard]] QString shellProblem(const QString &shell);
/// What goes on in the name of an account: processes, crontab, services. Empty: nothing.
[[nodiscard]] QString tracesText(const ActualAccount &found, const AccountProcesses &processes);

[[nodiscard]] inline PlanNote info(const QString &text)
{
    return {PlanNote::Kind::Info, text};
}
[[nodiscard]] inline PlanNote warning(const QString &text)
{
    return {PlanNote::Kind::Warning, text};
}
[[nodiscard]] inline PlanNote blocked(const QString &text)
{
    return {PlanNote::Kind::Blocked, text};
}

} // namespace podium::people
