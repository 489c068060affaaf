// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/people/roster/collaborator.h"

#include <QDateTime>
#include <QString>

namespace podium::people {

/// A mail to someone who was added: where they may be, as whom, and the first steps. Plain text,
/// nothing secret.
struct WelcomeText
{
    QString subject;
    QString body;

    /// For the person's own mail program: "mailto:…".
    [[nodiscard]] QString mailto(const QString &email) const;
    bool operator==(const WelcomeText &) const = default;
};

/// `hostEntries`: the part of an ssh config for this person, with what to do with it; may be empty.
[[nodiscard]] WelcomeText welcomeText(
    const Person &person, const inventory::Snapshot &snapshot, const QString &hostEntries,
    const QDateTime &now);

} // namespace podium::people
