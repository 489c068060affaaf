// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

#include <chrono>
#include <functional>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace podium::ctl {

// Options whose values go into the arguments of a subcommand, which must outlive the parsing.

CLI::Option *addText(CLI::App *app, const std::string &name, QString &to, const char *what);
/// An option takes one word each time it is given; a positional takes all that are left.
CLI::Option *addTexts(CLI::App *app, const std::string &name, QStringList &to, const char *what);
CLI::Option *
addSeconds(CLI::App *app, const std::string &name, std::chrono::seconds &to, const char *what);
/// --project, which may be repeated.
void addProjects(CLI::App *app, QStringList &to);
void addJson(CLI::App *app, bool &to, const char *what = "One JSON document on stdout");

} // namespace podium::ctl
