// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/sgr.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace podium::run {

namespace {

/// One parameter with the sub-parameters that colons joined to it.
struct Parameter
{
    int value = 0;
    std::vector<int> subs;
};

int number(std::string_view digits)
{
    int value = 0;
    for (const char digit : digits) {
        if (digit >= '0' && digit <= '9') {
            value = std::min(value * 10 + (digit - '0'), 65535);
        }
    }
    return value;
}

std::vector<Parameter> split(std::string_view text)
{
    std::vector<Parameter> parameters(1);
    bool isSub = false;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && text[i] != ';' && text[i] != ':') {
            continue;
        }
        const int value = number(text.substr(from, i - from));
        if (isSub) {
            parameters.back().subs.push_back(value);
        } else {
            parameters.back().value = value;
        }
        from = i + 1;
        isSub = i < text.size() && text[i] == ':';
        if (i < text.size() && !isSub) {
            parameters.emplace_back();
        }
    }
    return parameters;
}

TextColour paletteColour(int index)
{
    return {TextColour::Kind::Palette, quint32(std::clamp(index, 0, 255))};
}

TextColour rgbColour(int red, int green, int blue)
{
    const auto part = [](int value) { return quint32(std::clamp(value, 0, 255)); };
    return {TextColour::Kind::Rgb, part(red) << 16 | part(green) << 8 | part(blue)};
}

/// 38:5:N, 38:2:R:G:B, 38:2:SPACE:R:G:B.
std::optional<TextColour> colonColour(const std::vector<int> &subs)
{
    if (subs.size() >= 2 && subs[0] == 5) {
        return paletteColour(subs[1]);
    }
    if (subs.size() >= 4 && subs[0] == 2) {
        const std::size_t red = subs.size() >= 5 ? 2 : 1;
        return rgbColour(subs[red], subs[red + 1], subs[red + 2]);
    }
    return std::nullopt;
}

/// 38;5;N and 38;2;R;G;B; moves `at` onto the last parameter used.
std::optional<TextColour> semicolonColour(const std::vector<Parameter> &parameters, std::size_t &at)
{
    const std::size_t left = parameters.size() - at - 1;
    if (left >= 2 && parameters[at + 1].value == 5) {
        at += 2;
        return paletteColour(parameters[at].value);
    }
    if (left >= 4 && parameters[at + 1].value == 2) {
        at += 4;
        return rgbColour(parameters[at - 2].value, parameters[at - 1].value, parameters[at].value);
    }
    at = parameters.size() - 1; // cut short: what is left means nothing
    return std::nullopt;
}

/// The colours that have a number of their own; true where it was one.
bool applyShortColour(TextStyle &style, int value)
{
    const int digit = value % 10;
    const bool isColour = digit < 8;
    switch (value / 10) {
    case 3:
        style.foreground = isColour ? paletteColour(digit) : TextColour{};
        return isColour || digit == 9;
    case 4:
        style.background = isColour ? paletteColour(digit) : TextColour{};
        return isColour || digit == 9;
    case 9:
        style.foreground = isColour ? paletteColour(digit + 8) : style.foreground;
        return isColour;
    case 10:
        style.background = isColour ? paletteColour(digit + 8) : style.background;
        return isColour;
    default:
        return false;
    }
}

void applyAttribute(TextStyle &style, const Parameter &parameter)
{
    switch (parameter.value) {
    case 0:
        style = TextStyle{};
        break;
    case 1:
        style.bold = true;
        break;
    case 2:
        style.faint = true;
        break;
    case 3:
        style.italic = true;
        break;
    case 4: // 4:0 is none, 4:1 … 4:5 are kinds of it
        style.underline = parameter.subs.empty() || parameter.subs.front() != 0;
        break;
    case 7:
        style.inverse = true;
        break;
    case 21: // doubly underlined
        style.underline = true;
        break;
    case 22:
        style.bold = style.faint = false;
        break;
    case 23:
        style.italic = false;
        break;
    case 24:
        style.underline = false;
        break;
    case 27:
        style.inverse = false;
        break;
    default:
        applyShortColour(style, parameter.value);
        break;
    }
}

} // namespace

TextStyle withSgr(TextStyle style, std::string_view parameters)
{
    const std::vector<Parameter> list = split(parameters);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const int value = list[i].value;
        if (value != 38 && value != 48 && value != 58) {
            applyAttribute(style, list[i]);
            continue;
        }
        const std::optional<TextColour> colour =
            list[i].subs.empty() ? semicolonColour(list, i) : colonColour(list[i].subs);
        if (colour && value != 58) { // 58 is the colour of the underline
            (value == 38 ? style.foreground : style.background) = *colour;
        }
    }
    return style;
}

} // namespace podium::run
