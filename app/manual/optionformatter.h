// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace podium::manual {

/// How help and manual show options: "--jobs N", and at the end of its text what may be given and
/// what holds otherwise, "(1 to 4096; default: all)". What is given by its place has its name
/// alone, or its option_text: CLI11 takes no name with a colon or a blank.
class OptionFormatter : public CLI::Formatter
{
public:
    std::string make_option_name(const CLI::Option *option, bool isPositional) const override;
    std::string make_option_usage(const CLI::Option *option) const override;
    std::string make_option_opts(const CLI::Option *option) const override;
    std::string make_option_desc(const CLI::Option *option) const override;
};

} // namespace podium::manual
