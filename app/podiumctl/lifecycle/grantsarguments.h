// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>
#include <QStringList>

namespace podium::ctl {

/// `podiumctl grants …`. Texts as they were typed.
struct GrantsArguments
{
    enum class Action { List, Add, Import, Export, Remove, Check };
    Action action = Action::List;
    QString mailFile; ///< of Add; "-": stdin
    QStringList rows; ///< of Add, beside those of the mail
    QString project;
    QString from;
    QString until;
    int days = 0;  ///< 0: not given
    QString file;  ///< of Import and Export; "-": stdin, stdout; empty: stdout
    QString grant; ///< of Remove
    QString type;  ///< of Check
    QString zone;
    bool spot = false;
    bool yes = false;
    bool json = false;

    /// Whether something is given that only a mail may lack.
    [[nodiscard]] bool saysBesideMail() const
    {
        return days > 0 || !project.isEmpty() || !from.isEmpty() || !until.isEmpty();
    }
};

[[nodiscard]] Subcommand grantsSubcommand(const std::shared_ptr<GrantsArguments> &arguments);

} // namespace podium::ctl
