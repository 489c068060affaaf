// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/manual/manpage.h"

#include "app/manual/helptext.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace podium::manual {

namespace {

constexpr const char *GuideFolder = "/usr/share/doc/podium/guide";

std::string upper(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return char(std::toupper(c));
    });
    return text;
}

std::string roffOfEntry(const Entry &entry)
{
    std::string roff = ".TP\n\\fB" + escaped(entry.names) + "\\fR";
    if (!entry.values.empty()) {
        roff += "\\fI" + escaped(entry.values) + "\\fR";
    }
    return roff + '\n' + (entry.text.empty() ? "\\&\n" : roffOf(entry.text));
}

std::string roffOfSection(const Section &section)
{
    std::string roff = section.isPart ? ".SS " : ".SH ";
    roff += escaped(section.isPart ? section.title : upper(section.title)) + '\n';
    if (!section.synopsis.empty()) {
        roff += "\\fB" + escaped(section.synopsis) + "\\fR\n";
        roff += section.text.empty() ? "" : ".PP\n";
    }
    roff += roffOf(section.text, section.isPart ? HeadingLevel::Bold : HeadingLevel::Subsection);
    for (const Entry &entry : section.entries) {
        roff += roffOfEntry(entry);
    }
    return roff + roffOf(section.after, HeadingLevel::Bold);
}

/// "podiumctl(1)" as man pages write it.
std::string reference(const std::string &page)
{
    const std::size_t bracket = page.find('(');
    return ".BR " + escaped(page.substr(0, bracket)) + ' ' + page.substr(bracket);
}

} // namespace

std::string ManPage::fileName() const
{
    return name + '.' + std::to_string(section);
}

std::string ManPage::roff() const
{
    std::string text = ".TH " + upper(escaped(name)) + ' ' + std::to_string(section) +
                       " \"" PODIUM_RELEASE_DATE "\" \"Podium " PODIUM_VERSION "\" \"Podium\"\n" +
                       ".nh\n.ad l\n.SH NAME\n" + escaped(name) + " \\- " + escaped(summary) + '\n';
    for (const Section &each : sections) {
        text += roffOfSection(each);
    }
    if (!seeAlso.empty()) {
        text += ".SH SEE ALSO\n";
        for (const std::string &page : seeAlso) {
            text += reference(page) + (page == seeAlso.back() ? "\n" : " ,\n");
        }
        text += ".PP\nThe guide, with a page for each job, comes with the package podium:\n" +
                escaped(GuideFolder) + '\n';
    }
    return text;
}

std::string writePages(const std::vector<ManPage> &pages, const std::string &folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    for (const ManPage &page : pages) {
        const std::string path = folder + '/' + page.fileName();
        std::ofstream file(path);
        file << page.roff();
        if (!file.flush()) {
            return "Cannot write " + path + '.';
        }
    }
    return {};
}

} // namespace podium::manual
