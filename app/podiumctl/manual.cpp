// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/manual.h"

#include "app/manual/clipages.h"
#include "app/manual/helptext.h"
#include "app/podiumctl/topics.h"

#include <algorithm>

namespace podium::ctl {

namespace {

/// As readers of manuals look for it: "Environment", "Files".
std::string sectionTitle(const Topic &topic)
{
    return topic.name == "json" ? "JSON output" : topic.name;
}

manual::ManPage pageOfFile(const Topic &topic)
{
    manual::ManPage page;
    page.name = topic.file;
    page.section = 5;
    page.summary = topic.title;
    const std::vector<manual::TextPart> parts = manual::partsOf(topic.text);
    page.sections.push_back({"Description", {}, parts.front().text, {}});
    for (std::size_t i = 1; i < parts.size(); ++i) {
        page.sections.push_back({parts[i].heading, {}, parts[i].text, {}});
    }
    page.seeAlso = {"podium(1)", "podiumctl(1)"};
    if (topic.name == "recipes") {
        page.seeAlso.insert(page.seeAlso.begin(), "podiumctl-recipe(1)");
    }
    return page;
}

} // namespace

std::string writeManual(const CLI::App &program, const std::string &folder)
{
    std::vector<manual::ManPage> pages = manual::pagesOfSubcommands(program);
    manual::ManPage first = manual::pageOf(program);
    first.summary = "Google Cloud TPU VMs and pod slices, for scripts";
    for (manual::Section &section : first.sections) {
        // Both have a section of their own below.
        for (const std::string &said : {jsonText(), exitText()}) {
            const std::size_t at = section.text.find(said);
            section.text.erase(std::min(at, section.text.size()), said.size());
        }
    }
    for (const Topic &topic : allTopics()) {
        if (topic.name == "exit-status") {
            first.sections.push_back(manual::exitStatusSection(topic.text));
        } else if (topic.file.empty()) {
            first.sections.push_back({sectionTitle(topic), {}, topic.text, {}});
        } else {
            pages.push_back(pageOfFile(topic));
            first.seeAlso.push_back(topic.file + "(5)");
        }
    }
    first.seeAlso.emplace_back("podium(1)");
    first.seeAlso.emplace_back("podium-sim(1)");
    pages.push_back(first);
    return manual::writePages(pages, folder);
}

} // namespace podium::ctl
