// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/commandline.h"

#include "app/podiumctl/clihelp.h"
#include "app/podiumctl/commandtree.h"
#include "app/podiumctl/exitcodes.h"
#include "app/podiumctl/topics.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace podium::ctl {

namespace {

bool isOption(const std::string &word)
{
    return !word.empty() && word[0] == '-';
}

std::vector<CLI::App *> subcommandsOf(CLI::App &app)
{
    return app.get_subcommands([](const CLI::App *) { return true; });
}

/// The subcommands that the words name, the outermost first.
std::vector<CLI::App *> namedBy(const std::vector<std::string> &words, CLI::App &app)
{
    std::vector<CLI::App *> path;
    CLI::App *at = &app;
    for (const std::string &word : words) {
        const auto all = subcommandsOf(*at);
        const auto next = std::find_if(all.begin(), all.end(), [&word](const CLI::App *each) {
            return each->check_name(word);
        });
        if (next != all.end()) {
            path.push_back(at = *next);
        } else if (!isOption(word)) {
            break;
        }
    }
    return path;
}

bool isShortOptionOf(const CLI::App *app, const std::string &word)
{
    return app && (app->get_option_no_throw(word) || isShortOptionOf(app->get_parent(), word));
}

/// `-TARGET` would look like an option to the parser; `--…` is one.
QStringList extractExcludedTargets(std::vector<std::string> &words, const CLI::App *action)
{
    QStringList excluded;
    if (!action->get_option_no_throw("TARGET") && !action->get_option_no_throw("SELECTOR")) {
        return excluded;
    }
    bool isOver = false; // behind `--` all is taken as it stands
    std::erase_if(words, [&](const std::string &word) {
        isOver = isOver || word == "--";
        const bool isShort = isOption(word) && word.size() > 1 && word[1] != '-';
        if (isOver || !isShort || isShortOptionOf(action, word)) {
            return false;
        }
        excluded << QString::fromStdString(word);
        return true;
    });
    return excluded;
}

/// All behind `--`, whatever it looks like.
QByteArray extractCommand(std::vector<std::string> &words)
{
    const auto separator = std::find(words.begin(), words.end(), "--");
    if (separator == words.end()) {
        return {};
    }
    std::string joined;
    for (auto word = separator + 1; word != words.end(); ++word) {
        joined += (joined.empty() ? "" : " ") + *word;
    }
    words.erase(separator, words.end());
    return QByteArray::fromStdString(joined);
}

/// Of the words of this row, what the parser cannot read.
Rest extractRest(
    std::vector<std::string> &words, const Subcommand &subcommand, const CLI::App *action)
{
    Rest rest;
    if (subcommand.hasCommand) {
        rest.command = extractCommand(words);
    }
    if (subcommand.complete) {
        rest.excludedTargets = extractExcludedTargets(words, action);
    }
    return rest;
}

EarlyExit earlyExit(const CLI::App &app, const CLI::ParseError &error)
{
    std::ostringstream out;
    std::ostringstream err;
    const int code = app.exit(error, out, err);
    if (code == 0) {
        return {ExitDone, out.str()};
    }
    return {ExitUsage, err.str()};
}

} // namespace

std::variant<Arguments, EarlyExit>
parseArguments(std::vector<std::string> words, const std::vector<Subcommand> &subcommands)
{
    if (words.size() == 2 && words.front() == "help") {
        if (const Topic *topic = findTopic(words.back())) {
            return EarlyExit{ExitDone, topic->text + '\n'};
        }
    }
    takeHelpWord(words);
    CommandTree tree(subcommands);
    CLI::App &app = tree.app();
    if (const std::string problem = unknownSubcommand(app, words); !problem.empty()) {
        return EarlyExit{ExitUsage, problem + '\n'};
    }
    Rest rest;
    if (const auto named = namedBy(words, app); !named.empty()) {
        rest = extractRest(words, tree.rowOf(named.front()), named.back());
    }
    try {
        std::reverse(words.begin(), words.end()); // CLI11 takes them from the back
        app.parse(words);
    } catch (const CLI::ParseError &error) {
        return earlyExit(app, error);
    }
    const CLI::App *chosen = app.get_subcommands().front();
    const Subcommand &subcommand = tree.rowOf(chosen);
    const std::string problem = subcommand.complete ? subcommand.complete(rest) : "";
    if (!problem.empty()) {
        return EarlyExit{ExitUsage, "podiumctl " + chosen->get_name() + ": " + problem + '\n'};
    }
    return Arguments{subcommand, tree.isVerbose()};
}

bool wantsJson(const std::vector<std::string> &words)
{
    // As the parser reads a flag.
    static const QStringList no{QStringLiteral("false"), QStringLiteral("off"),
                                QStringLiteral("no"),    QStringLiteral("disable"),
                                QStringLiteral("0"),     QStringLiteral("f"),
                                QStringLiteral("n"),     QStringLiteral("-")};
    const std::string name = "--json";
    const auto end = std::find(words.begin(), words.end(), "--");
    return std::any_of(words.begin(), end, [&name](const std::string &word) {
        const bool hasValue = word.rfind(name + '=', 0) == 0;
        return word == name ||
               (hasValue &&
                !no.contains(
                    QString::fromStdString(word.substr(name.size() + 1)), Qt::CaseInsensitive));
    });
}

} // namespace podium::ctl
