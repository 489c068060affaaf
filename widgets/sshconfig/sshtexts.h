// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/models/sshconfig/sshconfigstate.h"

#include <QDateTime>
#include <QString>

namespace podium::ui {

/// How the ssh config stands, in words.
struct SshSummary
{
    models::Mark mark = models::Mark::Unknown;
    QString text;
    QString hint;
};

[[nodiscard]] SshSummary sshSummary(const models::SshConfigState &state);
/// What stands where there are no changes to show.
[[nodiscard]] SshSummary nothingToShow(const models::SshConfigState &state);
/// How a check stands, or what it found: "11 aliases: 9 good, 2 differ".
[[nodiscard]] SshSummary checkSummary(const models::SshCheck &check);
/// "Version 3 · 2 min ago · before a write".
[[nodiscard]] QString versionText(const sshconfig::ConfigVersion &version, const QDateTime &now);

} // namespace podium::ui
