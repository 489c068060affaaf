// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/manual/clipages.h"

#include <CLI/CLI.hpp>

namespace podium::manual {

namespace {

std::string pathOf(const CLI::App &app, char between)
{
    const CLI::App *parent = app.get_parent();
    return (parent ? pathOf(*parent, between) + between : std::string()) + app.get_name();
}

const CLI::Formatter &formatterOf(const CLI::App &app)
{
    return dynamic_cast<const CLI::Formatter &>(*app.get_formatter());
}

/// As on the first line of help, without its heading.
std::string synopsisOf(const CLI::App &app)
{
    std::string usage = formatterOf(app).make_usage(&app, pathOf(app, ' '));
    const std::size_t begin = usage.find(pathOf(app, ' '));
    const std::size_t end = usage.find_last_not_of('\n') + 1;
    return begin == std::string::npos ? usage : usage.substr(begin, end - begin);
}

/// What it is, as a sentence, and all that its help says below the options.
std::string textOf(const CLI::App &app)
{
    const std::string &what = app.get_description();
    const bool isSentence = !what.empty() && what.back() == '.';
    return what + (isSentence ? "\n\n" : ".\n\n") + app.get_footer();
}

std::vector<Entry> entriesOf(const CLI::App &app)
{
    std::vector<Entry> entries;
    for (const CLI::Option *option : app.get_options()) {
        const bool isHelp = option == app.get_help_ptr() && app.get_parent();
        if (option->get_group().empty() || isHelp) {
            continue;
        }
        const CLI::Formatter &formatter = formatterOf(app);
        entries.push_back(
            {formatter.make_option_name(option, option->get_positional()),
             formatter.make_option_opts(option), option->get_description()});
    }
    return entries;
}

std::vector<const CLI::App *> shownSubcommands(const CLI::App &app)
{
    return app.get_subcommands([](const CLI::App *each) { return !each->get_group().empty(); });
}

void addParts(std::vector<Section> &sections, const CLI::App &app)
{
    for (const CLI::App *each : shownSubcommands(app)) {
        if (shownSubcommands(*each).empty()) {
            sections.push_back(
                {pathOf(*each, ' '), synopsisOf(*each), textOf(*each), entriesOf(*each), true});
        }
        addParts(sections, *each);
    }
}

} // namespace

ManPage pageOf(const CLI::App &app)
{
    ManPage page;
    page.name = pathOf(app, '-');
    page.summary = app.get_description();
    page.sections.push_back({"Synopsis", synopsisOf(app), {}, {}});
    page.sections.push_back({"Description", {}, textOf(app), {}});
    if (auto entries = entriesOf(app); !entries.empty()) {
        page.sections.push_back({"Options", {}, {}, std::move(entries)});
    }
    if (app.get_parent() && !shownSubcommands(app).empty()) {
        page.sections.push_back({"Subcommands", {}, {}, {}});
        addParts(page.sections, app);
    } else if (!app.get_parent()) {
        Section subcommands{"Subcommands", {}, {}, {}};
        for (const CLI::App *each : shownSubcommands(app)) {
            subcommands.entries.push_back({each->get_name(), {}, each->get_description()});
            page.seeAlso.push_back(pathOf(*each, '-') + "(1)");
        }
        page.sections.push_back(subcommands);
    }
    if (app.get_parent()) {
        page.seeAlso.push_back(pathOf(*app.get_parent(), '-') + "(1)");
    }
    return page;
}

std::vector<ManPage> pagesOfSubcommands(const CLI::App &program)
{
    std::vector<ManPage> pages;
    for (const CLI::App *each : shownSubcommands(program)) {
        pages.push_back(pageOf(*each));
    }
    return pages;
}

} // namespace podium::manual
