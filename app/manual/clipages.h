// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/manual/manpage.h"

namespace CLI {
class App;
}

namespace podium::manual {

/// Of "0 done; 2 usage; 3 not reached", which may go over several lines and begin with a word: an
/// entry for each.
[[nodiscard]] Section exitStatusSection(const std::string &text);

/// The page of a program or of one of its subcommands, with those below it as parts. Its name is
/// the words that call it, joined by dashes. Subcommands and options that help hides are left out.
[[nodiscard]] ManPage pageOf(const CLI::App &app);

/// A page for each subcommand of a program that help shows.
[[nodiscard]] std::vector<ManPage> pagesOfSubcommands(const CLI::App &program);

} // namespace podium::manual
