// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/complete/completion.h"

#include "app/podiumctl/topics.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>
#include <utility>

namespace podium::ctl {

namespace {

bool startsWith(const std::string &text, const std::string &with)
{
    return text.compare(0, with.size(), with) == 0;
}

/// Where the words before the cursor lead.
struct Place
{
    const CLI::App *app = nullptr;
    const CLI::Option *option = nullptr; ///< the cursor is at its value
    std::vector<const CLI::Option *> used;
    std::size_t positionals = 0; ///< that were given
    bool isBehindDashes = false;
};

/// A subcommand takes the options of those above it as well.
const CLI::Option *findOption(const CLI::App *app, const std::string &name)
{
    for (; app != nullptr; app = app->get_parent()) {
        if (const CLI::Option *option = app->get_option_no_throw(name)) {
            return option;
        }
    }
    return nullptr;
}

const CLI::App *findSubcommand(const CLI::App &app, const std::string &word)
{
    const auto all = app.get_subcommands([](const CLI::App *) { return true; });
    const auto found = std::find_if(
        all.begin(), all.end(), [&word](const CLI::App *each) { return each->check_name(word); });
    return found == all.end() ? nullptr : *found;
}

bool takesValue(const CLI::Option *option)
{
    return option->get_items_expected_min() > 0;
}

void step(Place &place, const std::string &word)
{
    if (place.isBehindDashes || std::exchange(place.option, nullptr) != nullptr) {
        return;
    }
    if (word == "--") {
        place.isBehindDashes = true;
        return;
    }
    if (word.size() > 1 && word[0] == '-') {
        const std::size_t equals = word.find('=');
        const CLI::Option *option = findOption(place.app, word.substr(0, equals));
        if (option != nullptr) {
            place.used.push_back(option);
        }
        if (option != nullptr && takesValue(option) && equals == std::string::npos) {
            place.option = option;
        }
        return;
    }
    if (const CLI::App *next = findSubcommand(*place.app, word)) {
        place.app = next;
    } else {
        ++place.positionals;
    }
}

std::vector<const CLI::Option *> positionalsOf(const CLI::App &app)
{
    return app.get_options([](const CLI::Option *option) { return option->get_positional(); });
}

/// The one that the next word is for; the last one may take many.
const CLI::Option *positionalAt(const Place &place)
{
    const auto all = positionalsOf(*place.app);
    if (place.positionals < all.size()) {
        return all[place.positionals];
    }
    const bool isMany = !all.empty() && all.back()->get_items_expected_max() > 1;
    return isMany ? all.back() : nullptr;
}

WordKind kindOfName(const std::string &name, const CLI::App &app)
{
    const std::string command = app.get_parent() ? app.get_parent()->get_name() : std::string();
    const std::pair<const char *, WordKind> kinds[] = {
        {"TARGET", WordKind::Target},
        {"SELECTOR", WordKind::Target},
        {"NODE", WordKind::Node},
        {"LOGIN", WordKind::Person},
        {"PROJECT", WordKind::Project},
        {"ZONE", WordKind::Zone},
        {"FILE", WordKind::File},
        {"SRC", WordKind::File},
        {"PATH", WordKind::Target},
        {"DIR", WordKind::File},
        {"RECIPE", app.get_name() == "new" ? WordKind::None : WordKind::Recipe},
        {"DISK", app.get_name() == "create" ? WordKind::None : WordKind::Disk},
        {"SECRET", WordKind::Secret},
        {"GRANT", WordKind::Grant},
        {"ID", command == "request" ? WordKind::Request : WordKind::Run},
    };
    const auto found = std::find_if(std::begin(kinds), std::end(kinds), [&name](const auto &each) {
        return name == each.first;
    });
    return found == std::end(kinds) ? WordKind::None : found->second;
}

WordKind kindOf(const CLI::Option &option, const CLI::App &app)
{
    if (option.get_positional()) {
        return kindOfName(option.get_name(true), app);
    }
    const std::pair<const char *, WordKind> kinds[] = {
        {"--project", WordKind::Project}, {"--zone", WordKind::Zone},
        {"--on", WordKind::Target},       {"--env", WordKind::Variable},
        {"--input", WordKind::File},      {"--log-dir", WordKind::File},
        {"--then", WordKind::Recipe},     {"--user", WordKind::Person},
        {"--for", WordKind::Person},
    };
    for (const auto &[name, kind] : kinds) {
        if (option.check_name(name)) {
            return kind;
        }
    }
    const bool isFile = option.get_type_name().find("FILE") != std::string::npos;
    return isFile ? WordKind::File : WordKind::None;
}

/// "TEXT:{all,config}": the words between the braces.
std::vector<std::string> choicesOf(const CLI::Option &option)
{
    const std::string type = option.get_type_name();
    const std::size_t open = type.find('{');
    const std::size_t close = type.find('}');
    std::vector<std::string> choices;
    if (open != std::string::npos && close != std::string::npos) {
        std::stringstream words(type.substr(open + 1, close - open - 1));
        for (std::string word; std::getline(words, word, ',');) {
            choices.push_back(word);
        }
    }
    return choices;
}

/// In a word of `activity`, what follows its beginning.
struct WordAbout
{
    const char *beginning;
    WordKind kind;
};
constexpr WordAbout WordsAbout[] = {
    {"node:", WordKind::Node}, {"person:", WordKind::Person}, {"run:", WordKind::Run}};

void addValues(
    Completion &to, const CLI::Option &option, const CLI::App &app, const std::string &before,
    const std::string &typed)
{
    for (const std::string &choice : choicesOf(option)) {
        if (startsWith(choice, typed)) {
            to.words.push_back({before + choice, {}});
        }
    }
    to.live = kindOf(option, app);
    to.typed = typed;
    to.before = before;
    if (option.get_name(true) != "WORDS") {
        return;
    }
    for (const WordAbout &about : WordsAbout) {
        if (startsWith(typed, about.beginning)) {
            to.live = about.kind;
            to.before = before + about.beginning;
            to.typed = typed.substr(std::string(about.beginning).size());
        }
    }
}

void addOptions(Completion &to, const Place &place, const std::string &typed)
{
    for (const CLI::App *app = place.app; app != nullptr; app = app->get_parent()) {
        for (const CLI::Option *option : app->get_options()) {
            const bool isUsed =
                std::find(place.used.begin(), place.used.end(), option) != place.used.end();
            const bool isMany = option->get_items_expected_max() > 1;
            const bool isUpper = app != place.app && option == app->get_help_ptr();
            if (option->get_group().empty() || isUpper || (isUsed && !isMany)) {
                continue;
            }
            for (const std::string &name : option->get_lnames()) {
                if (startsWith("--" + name, typed)) {
                    to.words.push_back({"--" + name, option->get_description()});
                }
            }
        }
    }
}

void addSubcommands(Completion &to, const CLI::App &app, const std::string &typed)
{
    for (const CLI::App *each : app.get_subcommands([](const CLI::App *) { return true; })) {
        if (!each->get_group().empty() && startsWith(each->get_name(), typed)) {
            to.words.push_back({each->get_name(), each->get_description()});
        }
    }
}

/// Behind `help`: a topic, or the words of a subcommand.
Completion helpedWords(
    const CLI::App &program, const std::vector<std::string> &before, const std::string &current)
{
    Completion completion;
    if (before.empty()) {
        for (const Topic &topic : allTopics()) {
            if (startsWith(topic.name, current)) {
                completion.words.push_back({topic.name, topic.title});
            }
        }
    }
    Place place;
    place.app = &program;
    for (const std::string &word : before) {
        step(place, word);
    }
    if (place.positionals == 0) {
        addSubcommands(completion, *place.app, current);
    }
    return completion;
}

} // namespace

Completion completionOf(
    const CLI::App &program, const std::vector<std::string> &before, const std::string &current)
{
    if (!before.empty() && before.front() == "help") {
        return helpedWords(program, {before.begin() + 1, before.end()}, current);
    }
    Place place;
    place.app = &program;
    for (const std::string &word : before) {
        step(place, word);
    }
    Completion completion;
    const std::size_t equals = current.find('=');
    if (place.isBehindDashes) {
        completion.live = WordKind::Command;
        completion.typed = current;
    } else if (place.option != nullptr) {
        addValues(completion, *place.option, *place.app, {}, current);
    } else if (startsWith(current, "--") && equals != std::string::npos) {
        if (const CLI::Option *option = findOption(place.app, current.substr(0, equals))) {
            addValues(
                completion, *option, *place.app, current.substr(0, equals + 1),
                current.substr(equals + 1));
        }
    } else if (startsWith(current, "-")) {
        addOptions(completion, place, current);
        const CLI::Option *next = positionalAt(place);
        if (next != nullptr && !startsWith(current, "--") &&
            kindOf(*next, *place.app) == WordKind::Target) {
            addValues(completion, *next, *place.app, "-", current.substr(1));
        }
    } else {
        addSubcommands(completion, *place.app, current);
        if (before.empty() && startsWith("help", current)) {
            completion.words.push_back({"help", "Explain a subcommand or a topic"});
        }
        if (const CLI::Option *next = positionalAt(place)) {
            addValues(completion, *next, *place.app, {}, current);
            const bool isSource = next->get_name(true) == "SRC";
            // The last word of a copy says where it goes.
            completion.live =
                isSource && place.positionals > 0 ? WordKind::FileOrTarget : completion.live;
        }
    }
    return completion;
}

} // namespace podium::ctl
