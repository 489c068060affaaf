// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <map>
#include <memory>
#include <vector>

namespace podium::ctl {

/// All subcommands as the parser has them, with their help: what parses, what help, the manual and
/// the shells' completion are made from.
class CommandTree final
{
public:
    /// The rows must outlive this.
    explicit CommandTree(const std::vector<Subcommand> &subcommands);
    ~CommandTree();
    CommandTree(const CommandTree &) = delete;
    CommandTree &operator=(const CommandTree &) = delete;

    [[nodiscard]] CLI::App &app() { return *m_app; }
    /// Whose row a subcommand of the top stands in.
    [[nodiscard]] const Subcommand &rowOf(const CLI::App *top) const;
    [[nodiscard]] bool isVerbose() const { return m_isVerbose; } ///< once parsed

private:
    const std::vector<Subcommand> &m_subcommands;
    std::map<const CLI::App *, std::size_t> m_rows;
    std::unique_ptr<CLI::App> m_app;
    bool m_isVerbose = false;
};

} // namespace podium::ctl
