// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/manual/clipages.h"

#include "app/manual/helptext.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>

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
             formatter.make_option_opts(option), formatter.make_option_desc(option)});
    }
    return entries;
}

std::vector<const CLI::App *> shownSubcommands(const CLI::App &app)
{
    return app.get_subcommands([](const CLI::App *each) { return !each->get_group().empty(); });
}

std::vector<std::string> paragraphsOf(const std::string &text)
{
    std::vector<std::string> paragraphs(1);
    std::stringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty()) {
            paragraphs.emplace_back();
        } else {
            paragraphs.back() += line + '\n';
        }
    }
    return paragraphs;
}

/// Without the paragraphs of the one above: the parser hands its text down, and some begin with it.
std::string ownTextOf(const std::string &text, const CLI::App &above)
{
    const auto known = paragraphsOf(partsOf(above.get_footer()).front().text);
    std::string own;
    for (const std::string &paragraph : paragraphsOf(text)) {
        const bool isKnown = std::find(known.begin(), known.end(), paragraph) != known.end();
        own += isKnown ? "" : paragraph + '\n';
    }
    return own;
}

/// Headings with what stands below them, and where on a page that was said first.
using Said = std::map<std::string, std::string>;

/// What stands below headings; where an earlier part of the page has just that, its name.
std::string notSaidBefore(const std::vector<TextPart> &parts, const std::string &path, Said &said)
{
    std::string text;
    for (auto part = parts.begin() + 1; part != parts.end(); ++part) {
        const std::size_t end = part->text.find_last_not_of('\n') + 1;
        const std::string below = part->text.substr(0, end);
        const auto [first, isNew] = said.emplace(part->heading + '\n' + below, path);
        text += part->heading + (part->heading == "Examples" ? ":\n" : "\n") +
                (isNew ? below : "  As of `" + first->second + "`.") + "\n\n";
    }
    return text;
}

void addParts(std::vector<Section> &sections, const CLI::App &app, Said &said)
{
    for (const CLI::App *each : shownSubcommands(app)) {
        if (shownSubcommands(*each).empty()) {
            const std::string path = pathOf(*each, ' ');
            const std::vector<TextPart> parts = partsOf(textOf(*each));
            sections.push_back(
                {path, synopsisOf(*each), ownTextOf(parts.front().text, app), entriesOf(*each),
                 true, notSaidBefore(parts, path, said)});
        }
        addParts(sections, *each, said);
    }
}

} // namespace

Section exitStatusSection(const std::string &text)
{
    static const std::regex status(R"((?:^|; )(\d+) )");
    static const std::regex spaces(R"(\s+)");
    const std::string line = std::regex_replace(text, spaces, " ");
    const std::string all = line.substr(std::min(line.find_first_of("0123456789"), line.size()));
    Section section{"Exit status", {}, {}, {}};
    for (std::sregex_iterator each(all.begin(), all.end(), status), end; each != end; ++each) {
        const auto next = std::next(each);
        std::string said = next == end ? each->suffix().str() : next->prefix().str();
        said.erase(said.find_last_not_of(" .") + 1);
        section.entries.push_back({each->str(1), {}, said});
    }
    return section;
}

ManPage pageOf(const CLI::App &app)
{
    ManPage page;
    page.name = pathOf(app, '-');
    page.summary = app.get_description();
    page.sections.push_back({"Synopsis", synopsisOf(app), {}, {}});
    std::vector<TextPart> parts = partsOf(textOf(app));
    page.sections.push_back({"Description", {}, parts.front().text, {}});
    if (auto entries = entriesOf(app); !entries.empty()) {
        page.sections.push_back({"Options", {}, {}, std::move(entries)});
    }
    if (app.get_parent() && !shownSubcommands(app).empty()) {
        page.sections.push_back({"Subcommands", {}, {}, {}});
        Said said;
        addParts(page.sections, app, said);
    } else if (!app.get_parent()) {
        Section subcommands{"Subcommands", {}, {}, {}};
        for (const CLI::App *each : shownSubcommands(app)) {
            subcommands.entries.push_back({each->get_name(), {}, each->get_description()});
            page.seeAlso.push_back(pathOf(*each, '-') + "(1)");
        }
        page.sections.push_back(subcommands);
    }
    // What has a heading comes behind the options, as in other pages.
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const bool isExitStatus = parts[i].heading == "EXIT STATUS";
        page.sections.push_back(
            isExitStatus ? exitStatusSection(parts[i].text)
                         : Section{parts[i].heading, {}, parts[i].text, {}});
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
