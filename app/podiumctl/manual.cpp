// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/manual.h"

#include "app/manual/clipages.h"
#include "app/podiumctl/topics.h"

namespace podium::ctl {

namespace {

manual::ManPage pageOfFile(const Topic &topic)
{
    manual::ManPage page;
    page.name = topic.file;
    page.section = 5;
    page.summary = topic.title;
    page.sections.push_back({"Description", {}, topic.text, {}});
    page.seeAlso = {"podium(1)", "podiumctl(1)"};
    return page;
}

} // namespace

std::string writeManual(const CLI::App &program, const std::string &folder)
{
    std::vector<manual::ManPage> pages = manual::pagesOfSubcommands(program);
    manual::ManPage first = manual::pageOf(program);
    first.summary = "Google Cloud TPU VMs and pod slices, for scripts";
    for (const Topic &topic : allTopics()) {
        if (topic.file.empty()) {
            first.sections.push_back({topic.title, {}, topic.text, {}});
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
