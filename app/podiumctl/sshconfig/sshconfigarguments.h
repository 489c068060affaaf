// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/arguments.h"

namespace CLI {
class App;
}

namespace podium::ctl {

/// Of `ssh-config write` and of `watch --write`.
inline constexpr const char *AllowShrinkText =
    "Write also where fewer than a tenth of the hosts would be left";

/// Reads the part of the command line behind `ssh-config`.
class SshConfigParser final
{
public:
    /// Adds `ssh-config` with its actions; this must outlive the parsing.
    void addTo(CLI::App &app);
    /// What was read; `command` is the parsed `ssh-config`.
    [[nodiscard]] SshConfigArguments take(const CLI::App &command) const;

private:
    void addReading(CLI::App &command);
    void addChanging(CLI::App &command);
    void addExport(CLI::App &command);
    CLI::App *action(CLI::App &command, const char *name, const char *text, const char *footer);
    void addProjects(CLI::App *action);

    std::vector<std::string> m_projects;
    std::vector<std::string> m_targets;
    std::string m_user;
    std::string m_identity;
    std::string m_part = "all";
    int m_version = 0;
    int m_timeout = 30;
    bool m_json = false;
    bool m_login = false;
    bool m_yes = false;
    bool m_allowShrink = false;
};

} // namespace podium::ctl
