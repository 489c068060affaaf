// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace podium::ctl {

/// What is no subcommand, but has to be explained: `podiumctl help NAME`.
struct Topic
{
    std::string name;
    std::string title;
    std::string text;
    std::string file; ///< where it is the format of a file: its name in the manual's section 5
};

[[nodiscard]] const std::vector<Topic> &allTopics();
/// Null: there is none of that name.
[[nodiscard]] const Topic *findTopic(const std::string &name);

[[nodiscard]] std::string jsonText(); ///< what --json does, everywhere
[[nodiscard]] std::string exitText(); ///< the exit statuses

} // namespace podium::ctl
