// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/exitcodes.h"
#include "app/podiumctl/sshconfig/sshconfigarguments.h"
#include "core/base/error.h"
#include "core/sshconfig/plan/configexport.h"
#include "core/sshconfig/writer/configservice.h"

namespace podium::ctl {

/// The exit status for an error of the ssh config room, after printing it: as a sentence on
/// stderr, and with Json as a document on stdout too.
[[nodiscard]] ExitCode printFailure(const Error &error, bool asJson = false);

/// What each action of `podiumctl ssh-config` prints on stdout.
void printConfig(const sshconfig::ConfigPlan &plan, bool asJson);
void printDiff(const sshconfig::ConfigPlan &plan, bool asJson);
void printReport(const sshconfig::WriteReport &report, bool asJson);
void printVersions(const std::vector<sshconfig::ConfigVersion> &versions, bool asJson);
void printExport(const sshconfig::ConfigExport &part, SshConfigArguments::Part wanted, bool asJson);
/// Says with which status it ends. Where these are not the whole, not all is good.
[[nodiscard]] ExitCode
printChecks(const std::vector<sshconfig::AliasCheck> &checks, bool isWhole, bool asJson);

} // namespace podium::ctl
