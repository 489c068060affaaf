// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/commandtree.h"

#include "app/podiumctl/clihelp.h"
#include "app/podiumctl/topics.h"

#include <CLI/CLI.hpp>

namespace podium::ctl {

namespace {

constexpr const char *Description =
    "Podium for scripts: list TPU nodes, keep their ssh config right, run commands on all workers, "
    "manage people's access, keep track of TPU grants.";

std::string footer()
{
    std::string topics;
    for (const Topic &topic : allTopics()) {
        topics += (topics.empty() ? "" : ", ") + topic.name;
    }
    return "`podiumctl help SUBCOMMAND` has more, with examples; `podiumctl help TOPIC` "
           "explains: " +
           topics + ".\n\n" + jsonText() + "\n\n" + exitText();
}

} // namespace

CommandTree::CommandTree(const std::vector<Subcommand> &subcommands)
    : m_subcommands(subcommands)
    , m_app(std::make_unique<CLI::App>(Description, "podiumctl"))
{
    m_app->formatter(helpFormatter());
    m_app->set_version_flag("--version", "podiumctl " PODIUM_VERSION);
    m_app->add_flag("-v,--verbose", m_isVerbose, "Log to stderr");
    m_app->require_subcommand(1);
    for (std::size_t i = 0; i < subcommands.size(); ++i) {
        subcommands[i].addTo(*m_app);
        for (const CLI::App *each : m_app->get_subcommands([](CLI::App *) { return true; })) {
            m_rows.emplace(each, i); // those of the rows before stay theirs
        }
    }
    m_app->footer(footer()); // now, so that no subcommand takes it for its own
    addExamples(*m_app);
}

CommandTree::~CommandTree() = default;

const Subcommand &CommandTree::rowOf(const CLI::App *top) const
{
    return m_subcommands[m_rows.at(top)];
}

} // namespace podium::ctl
