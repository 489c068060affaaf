// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/arguments.h"
#include "app/podiumctl/exitcodes.h"
#include "core/base/error.h"
#include "core/sshconfig/plan/configexport.h"
#include "core/sshconfig/writer/configservice.h"

namespace podium::ctl {

/// The exit status for an error of the ssh config room, after printing it: as a sentence on
/// stderr, and with Json as a document on stdout too.
[[nodiscard]] ExitCode printFailure(const Error &error, Format format = Format::Text);

/// What each action of `podiumctl ssh-config` prints on stdout.
void printConfig(const sshconfig::ConfigPlan &plan, Format format);
void printDiff(const sshconfig::ConfigPlan &plan, Format format);
void printReport(const sshconfig::WriteReport &report, Format format);
void printVersions(const std::vector<sshconfig::ConfigVersion> &versions, Format format);
void printExport(
    const sshconfig::ConfigExport &part, SshConfigArguments::Part wanted, Format format);
/// Says with which status it ends.
[[nodiscard]] ExitCode printChecks(const std::vector<sshconfig::AliasCheck> &checks, Format format);

} // namespace podium::ctl
