// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podium::sshconfig {

/// One line of an ssh client config, cut up exactly as OpenSSH 9.2 does it (readconf.c and
/// misc.c; ssh_config(5) says less than the program does). There are no continued lines.
struct SshLine
{
    std::string keyword; ///< lower case; empty: a blank line or a comment
    std::vector<std::string> arguments;
    bool isValid = true; ///< false: ssh refuses the whole file for it

    [[nodiscard]] bool startsBlock() const { return keyword == "host" || keyword == "match"; }
};

/// `line` without or with its end of line; any bytes.
[[nodiscard]] SshLine lexSshLine(std::string_view line);

/// Whether a Host or Match pattern means one name only: no wildcard, not negated.
[[nodiscard]] bool isLiteralPattern(std::string_view pattern);

} // namespace podium::sshconfig
