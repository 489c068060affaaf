// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <chrono>

namespace podium::ctl {

/// `podiumctl run`.
struct RunArguments
{
    enum class Style { Prefix, Fold, Diff, Json };
    QStringList targets;
    QByteArray command;
    QString scriptFile;           ///< its contents are the command
    QString inputFile;            ///< its contents are each worker's stdin; "-": this program's
    QStringList environment;      ///< names of variables of this program that go to the command
    QStringList environmentFiles; ///< lines of more
    QString logDir;
    QString user;
    Style style = Style::Prefix;
    int jobs = 0;                    ///< 0: as the engine thinks best
    std::chrono::seconds timeout{0}; ///< 0: none
    std::chrono::seconds connectTimeout{15};
    std::chrono::seconds stepTimeout{0};        ///< each step of the login; 0: none of its own
    std::chrono::seconds firstOutputTimeout{0}; ///< 0: none
    std::chrono::seconds idleTimeout{0};        ///< without output; 0: none
    std::chrono::seconds endWhenLost{0};        ///< without word from here; 0: it goes on
    int logins = 0;                             ///< at once; 0: as many as fit the machine
    bool failFast = false;
    bool detach = false; ///< leave it running on the workers
    bool tty = false;    ///< a terminal there; without a command, the login shell
};

[[nodiscard]] Subcommand runSubcommand(const std::shared_ptr<RunArguments> &arguments);

} // namespace podium::ctl
