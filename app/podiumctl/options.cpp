// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/options.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

bool isFlagName(const std::string &name)
{
    return name[0] == '-';
}

/// A script says one where its variable is not set; as if the option were not there, `clean
/// --project "$P"` would be about all projects, and an end of "" would be none.
std::string refuseEmpty(const std::string &word)
{
    return word.empty() ? "its value is empty: give one, or leave the option out." : "";
}

} // namespace

CLI::Option *addText(CLI::App *app, const std::string &name, QString &to, const char *what)
{
    auto *option = app->add_option_function<std::string>(
        name, [&to](const std::string &value) { to = QString::fromStdString(value); }, what);
    return isFlagName(name) ? option->check(refuseEmpty) : option;
}

CLI::Option *addTexts(CLI::App *app, const std::string &name, QStringList &to, const char *what)
{
    auto *option = app->add_option_function<std::vector<std::string>>(
        name,
        [&to](const std::vector<std::string> &values) {
            for (const std::string &value : values) {
                to << QString::fromStdString(value);
            }
        },
        what);
    return isFlagName(name) ? option->allow_extra_args(false)->check(refuseEmpty) : option;
}

CLI::Option *
addSeconds(CLI::App *app, const std::string &name, std::chrono::seconds &to, const char *what)
{
    return app->add_option_function<int>(
        name, [&to](int value) { to = std::chrono::seconds(value); }, what);
}

void addProjects(CLI::App *app, QStringList &to)
{
    addTexts(app, "--project,-p", to, "Only this project (may be repeated)")->type_name("P");
}

void addJson(CLI::App *app, bool &to, const char *what)
{
    app->add_flag("--json", to, what);
}

} // namespace podium::ctl
