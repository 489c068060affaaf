// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"
#include "core/run/runspec.h"

namespace podium::ctl {

/// `podiumctl run`.
struct RunArguments
{
    enum class Style { Prefix, Fold, Diff, Events };
    QStringList targets;
    QByteArray command;
    QString scriptFile;           ///< its contents are the command
    QString scriptsFolder;        ///< of a project; `job` is the one of its scripts to run
    QString job;                  ///< a recipe::projectJobName()
    QString workFolder;           ///< of it, on the workers
    QString inputFile;            ///< its contents are each worker's stdin; "-": this program's
    QStringList environment;      ///< names of variables of this program that go to the command
    QStringList environmentFiles; ///< lines of more
    QString logDir;
    QString user;
    Style style = Style::Prefix;
    std::string gateway;  ///< for gatewayAmong(); empty: none
    run::RunSpec options; ///< those of RunOption and RunFlag
    bool detach = false;  ///< leave it running on the workers
    bool tty = false;     ///< a terminal there; without a command, the login shell
};

[[nodiscard]] Subcommand runSubcommand(const std::shared_ptr<RunArguments> &arguments);

} // namespace podium::ctl
