// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/clihelp.h"

#include "app/manual/optionformatter.h"
#include "app/podiumctl/helptexts.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace podium::ctl {

namespace {

class HelpFormatter final : public manual::OptionFormatter
{
public:
    std::string make_usage(const CLI::App *app, std::string name) const override
    {
        std::string usage = CLI::Formatter::make_usage(app, std::move(name));
        const CLI::App *above = app->get_parent();
        const bool isOfAll = above != nullptr && above->get_parent() == nullptr;
        if (isOfAll && app->get_name() == "run") { // not that of `recipe`
            usage.insert(usage.find_last_not_of('\n') + 1, " -- COMMAND...");
        }
        return usage;
    }
};

/// Levenshtein's distance, where two letters in the wrong order count once.
std::size_t distance(const std::string &a, const std::string &b)
{
    std::vector<std::vector<std::size_t>> table(
        a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            const bool isSame = a[i - 1] == b[j - 1];
            table[i][j] = std::min(
                {table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (isSame ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
            }
        }
    }
    return table.back().back();
}

std::string joined(const std::vector<std::string> &names)
{
    std::string text;
    for (const std::string &name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

std::string isNone(const CLI::App &app, const std::string &path, const std::string &word)
{
    std::vector<std::string> all;
    std::vector<std::string> near;
    std::size_t nearest = word.size() < 4 ? 1 : 2;
    for (const CLI::App *each : app.get_subcommands([](const CLI::App *) { return true; })) {
        const std::string &name = each->get_name();
        all.push_back(name);
        const bool isPart = word.size() >= 2 && name.find(word) == 0;
        const std::size_t far = isPart ? 0 : distance(word.substr(0, 100), name);
        if (far < nearest) {
            near.clear();
        }
        if (far <= nearest) {
            nearest = far;
            near.push_back(name);
        }
    }
    return path + ": there is no subcommand \"" + word.substr(0, 100) + "\". " +
           (near.empty() ? "There are: " + joined(all) + '.'
                         : "Did you mean " + joined(near) + '?');
}

void addExamples(CLI::App &app, const std::string &path)
{
    const auto found =
        std::find_if(std::begin(Examples), std::end(Examples), [&path](const auto &example) {
            return path == example.subcommand;
        });
    if (found != std::end(Examples)) {
        const std::string before = app.get_footer();
        app.footer(before + (before.empty() ? "" : "\n\n") + "Examples:\n" + found->examples);
    }
    for (CLI::App *each : app.get_subcommands([](const CLI::App *) { return true; })) {
        addExamples(*each, path + (path.empty() ? "" : " ") + each->get_name());
    }
}

} // namespace

std::shared_ptr<CLI::FormatterBase> helpFormatter()
{
    return std::make_shared<HelpFormatter>();
}

void addExamples(CLI::App &app)
{
    addExamples(app, {});
}

void takeHelpWord(std::vector<std::string> &words)
{
    if (!words.empty() && words.front() == "help") {
        words.erase(words.begin());
        words.emplace_back("--help");
    }
}

std::string unknownSubcommand(const CLI::App &app, const std::vector<std::string> &words)
{
    const CLI::App *at = &app;
    std::string path = app.get_name();
    for (const std::string &word : words) {
        if (at->get_require_subcommand_min() == 0) {
            return {};
        }
        if (word.empty() || word[0] == '-') {
            continue;
        }
        const auto all = at->get_subcommands([](const CLI::App *) { return true; });
        const auto next = std::find_if(all.begin(), all.end(), [&word](const CLI::App *each) {
            return each->check_name(word);
        });
        if (next == all.end()) {
            return isNone(*at, path, word);
        }
        at = *next;
        path += ' ' + word;
    }
    return {};
}

} // namespace podium::ctl
