// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/manual/optionformatter.h"

#include <regex>

namespace podium::manual {

namespace {

/// Of "INT:INT in [1 - 4096]", as CLI11 says what an option takes.
std::string valueWord(const CLI::Option &option)
{
    const std::string type = option.get_type_name();
    const std::string word = type.substr(0, type.find(':'));
    static const std::regex choices(R"(:\{([a-z,-]+)\})");
    if (std::smatch all; std::regex_search(type, all, choices)) {
        return std::regex_replace(all.str(1), std::regex(","), "|");
    }
    return type.find(":FILE") != std::string::npos ? "FILE"
           : word == "INT" || word == "UINT"       ? "N"
                                                   : word;
}

/// Its own text says where the many are: "SRC... TARGET:DIR".
bool saysMany(const CLI::Option &option)
{
    return option.get_option_text().find("...") != std::string::npos;
}

/// "1 to 4096"; nothing where more is allowed than anybody gives.
std::string rangeText(const CLI::Option &option)
{
    static const std::regex form(R"( in \[(\d+) - (\d+)\])");
    constexpr std::size_t mostDigits = 6;
    const std::string type = option.get_type_name();
    std::smatch range;
    const bool isSaid =
        std::regex_search(type, range, form) && std::size_t(range.length(2)) <= mostDigits;
    return isSaid ? range.str(1) + " to " + range.str(2) : std::string();
}

} // namespace

std::string OptionFormatter::make_option_name(const CLI::Option *option, bool isPositional) const
{
    if (isPositional && !option->get_option_text().empty()) {
        return option->get_option_text();
    }
    std::string name = CLI::Formatter::make_option_name(option, isPositional);
    const std::size_t value = name.find('{'); // what CLI11 takes for a flag alone: "--no-x{false}"
    if (value != std::string::npos) {
        name.erase(value, name.find('}', value) + 1 - value);
    }
    const std::size_t second = name.find(",-");
    return second == std::string::npos ? name : name.insert(second + 1, " ");
}

std::string OptionFormatter::make_option_usage(const CLI::Option *option) const
{
    return saysMany(*option) ? option->get_option_text()
                             : CLI::Formatter::make_option_usage(option);
}

std::string OptionFormatter::make_option_opts(const CLI::Option *option) const
{
    if (option->get_type_size() == 0) {
        return {};
    }
    const bool isMany =
        option->get_expected_max() == CLI::detail::expected_max_vector_size && !saysMany(*option);
    const std::string word = option->get_positional() ? std::string() : valueWord(*option);
    return (word.empty() ? "" : ' ' + word) + (isMany ? " ..." : "");
}

std::string OptionFormatter::make_option_desc(const CLI::Option *option) const
{
    const std::string &text = option->get_description();
    if (option->get_type_size() == 0) {
        return text;
    }
    const bool isNeeded = option->get_required() && !option->get_positional();
    std::string more;
    const auto add = [&more](const std::string &what) {
        more += more.empty() || what.empty() ? what : "; " + what;
    };
    add(isNeeded && text.find("needed") == std::string::npos ? "needed" : "");
    add(rangeText(*option));
    add(option->get_default_str().empty() ? "" : "default: " + option->get_default_str());
    return more.empty() ? text : text + " (" + more + ')';
}

} // namespace podium::manual
