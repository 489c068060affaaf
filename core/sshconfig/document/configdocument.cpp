// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/document/configdocument.h"

#include "core/sshconfig/document/sshline.h"

#include <QStringList>

#include <algorithm>

namespace podium::sshconfig {

namespace {

// Other tools look for the first line with the word "Host", comments too: it must not be here.
constexpr std::string_view kBegin = "# BEGIN Podium";
constexpr std::string_view kNote = "# Kept by Podium. The rest of this file is yours.";
constexpr std::string_view kInclude = "Include ~/.ssh/podium/config";
constexpr std::string_view kEnd = "# END Podium";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view trimmedEnd(std::string_view text)
{
    const auto last = text.find_last_not_of(" \t\r");
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view trimmed(std::string_view text)
{
    text = trimmedEnd(text);
    return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return QLatin1String(a.data(), int(a.size()))
               .compare(QLatin1String(b.data(), int(b.size())), Qt::CaseInsensitive) == 0;
}

bool startsWithMark(const QByteArray &bytes)
{
    return std::string_view(bytes.constData(), std::size_t(bytes.size()))
        .starts_with(kByteOrderMark);
}

bool isOwnInclude(const std::string &pattern)
{
    return pattern == ConfigDocument::includePath() || pattern == "podium/config";
}

Error refusal(const QString &summary, const QString &hint)
{
    return {ErrorKind::Refused, summary, {}, hint};
}

QString marksHint()
{
    return QStringLiteral("Delete Podium's lines, marks included, and write again.");
}

} // namespace

ConfigDocument::ConfigDocument(QByteArray bytes) : m_bytes(std::move(bytes))
{
    splitLines();
    readLines();
}

std::string_view ConfigDocument::includePath()
{
    return kInclude.substr(kInclude.find(' ') + 1);
}

std::string_view ConfigDocument::line(int number) const
{
    const Line &line = m_lines[std::size_t(number - 1)];
    return {m_bytes.constData() + line.begin, std::size_t(line.length)};
}

void ConfigDocument::splitLines()
{
    for (int begin = 0; begin < m_bytes.size();) {
        const int newline = m_bytes.indexOf('\n', begin);
        const int end = newline < 0 ? m_bytes.size() : newline + 1;
        int length = (newline < 0 ? end : newline) - begin;
        if (newline >= 0 && length > 0 && m_bytes.at(newline - 1) == '\r') {
            --length;
        }
        m_lines.push_back({begin, length, end});
        begin = end;
    }
}

void ConfigDocument::readLines()
{
    for (int number = 1; number <= lineCount(); ++number) {
        const SshLine read = lexSshLine(line(number));
        if (read.startsBlock() && m_firstBlock == 0) {
            m_firstBlock = number;
        }
        if (read.keyword == "host") {
            for (const std::string &pattern : read.arguments) {
                if (isLiteralPattern(pattern)) {
                    m_aliases.push_back({pattern, number});
                }
            }
        } else if (read.keyword == "match") {
            readMatch(read.arguments, number);
        } else if (read.keyword == "include") {
            m_includes.push_back({read.arguments, number, m_firstBlock == 0});
        }
    }
}

void ConfigDocument::readMatch(const std::vector<std::string> &arguments, int line)
{
    // "host=a,b" and "host a,b" both are a criterion and its comma-separated patterns.
    std::vector<std::string> words;
    for (const std::string &argument : arguments) {
        const auto equals = argument.find('=');
        words.push_back(argument.substr(0, equals));
        if (equals != std::string::npos) {
            words.push_back(argument.substr(equals + 1));
        }
    }
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (!equalsIgnoringCase(words[i], "host") &&
            !equalsIgnoringCase(words[i], "originalhost")) {
            continue;
        }
        const std::string &list = words[++i];
        for (std::size_t begin = 0; begin <= list.size();) {
            const auto end = std::min(list.find(',', begin), list.size());
            const std::string name = list.substr(begin, end - begin);
            if (isLiteralPattern(name)) {
                m_aliases.push_back({name, line});
            }
            begin = end + 1;
        }
    }
}

bool ConfigDocument::isBlank(int number) const
{
    return number >= 1 && number <= lineCount() && line(number).empty();
}

bool ConfigDocument::usesCrLf() const
{
    int crLf = 0;
    int ended = 0;
    for (const Line &line : m_lines) {
        const int endLength = line.end - line.begin - line.length;
        ended += endLength > 0 ? 1 : 0;
        crLf += endLength == 2 ? 1 : 0;
    }
    return crLf * 2 > ended;
}

Result<std::optional<Region>> ConfigDocument::region() const
{
    std::vector<int> begins;
    std::vector<int> ends;
    QStringList places;
    for (int number = 1; number <= lineCount(); ++number) {
        std::string_view text = line(number);
        if (number == 1 && text.starts_with(kByteOrderMark)) {
            text.remove_prefix(kByteOrderMark.size());
        }
        const std::string_view bare = trimmed(text);
        const bool isBegin = equalsIgnoringCase(bare, kBegin);
        if (!isBegin && !equalsIgnoringCase(bare, kEnd)) {
            continue;
        }
        places << QString::number(number);
        if (trimmedEnd(text) != (isBegin ? kBegin : kEnd)) {
            return failure(refusal(
                QStringLiteral("Podium's mark in line %1 was altered or indented.").arg(number),
                marksHint()));
        }
        (isBegin ? begins : ends).push_back(number);
    }
    if (begins.empty() && ends.empty()) {
        return std::optional<Region>();
    }
    if (begins.size() != 1 || ends.size() != 1 || begins[0] > ends[0]) {
        return failure(refusal(
            QStringLiteral("Podium's marks should be there once, BEGIN before END; they are in "
                           "lines %1.")
                .arg(places.join(QStringLiteral(", "))),
            marksHint()));
    }
    auto checked = checkedRegion(begins[0], ends[0]);
    if (!checked) {
        return failure(checked.error());
    }
    return std::optional<Region>(*checked);
}

Result<Region> ConfigDocument::checkedRegion(int beginLine, int endLine) const
{
    Region region{beginLine, endLine, false};
    int includes = 0;
    for (int number = beginLine + 1; number < endLine; ++number) {
        const std::string_view text = trimmed(line(number));
        if (text == kInclude) {
            ++includes;
        } else if (!text.empty() && text != kNote) {
            return failure(refusal(
                QStringLiteral("Line %1 stands between Podium's marks, but is not Podium's.")
                    .arg(number),
                QStringLiteral("Move it out of the marks and write again.")));
        }
    }
    region.isComplete = includes == 1 && isBlank(endLine + 1);
    return region;
}

bool ConfigDocument::hasIncludeOfTheirOwn() const
{
    const auto found = region();
    if (!found) {
        return false;
    }
    return std::any_of(m_includes.begin(), m_includes.end(), [&](const IncludeLine &include) {
        const bool isInside =
            *found && include.line > (*found)->beginLine && include.line < (*found)->endLine;
        return !isInside && include.isGlobal &&
               std::any_of(include.patterns.begin(), include.patterns.end(), isOwnInclude);
    });
}

QByteArray ConfigDocument::regionBytes() const
{
    const char *end = usesCrLf() ? "\r\n" : "\n";
    QByteArray bytes;
    for (const std::string_view text : {kBegin, kNote, kInclude, kEnd, std::string_view()}) {
        bytes.append(text.data(), int(text.size())).append(end);
    }
    return bytes;
}

QByteArray ConfigDocument::cutOut(const Region &region) const
{
    int begin = m_lines[std::size_t(region.beginLine - 1)].begin;
    if (begin == 0 && startsWithMark(m_bytes)) {
        begin = int(kByteOrderMark.size());
    }
    const int last = region.endLine + (isBlank(region.endLine + 1) ? 1 : 0);
    const int end = m_lines[std::size_t(last - 1)].end;
    return m_bytes.left(begin) + m_bytes.mid(end);
}

Result<QByteArray> ConfigDocument::withRegion() const
{
    const auto found = region();
    if (!found) {
        return failure(found.error());
    }
    const bool isInPlace = *found && (m_firstBlock == 0 || (*found)->beginLine < m_firstBlock);
    if (isInPlace && (*found)->isComplete) {
        return m_bytes;
    }
    if (!*found && hasIncludeOfTheirOwn()) {
        return m_bytes;
    }
    QByteArray bytes = *found ? cutOut(**found) : m_bytes;
    int at = startsWithMark(bytes) ? int(kByteOrderMark.size()) : 0;
    if (isInPlace && (*found)->beginLine > 1) {
        at = m_lines[std::size_t((*found)->beginLine - 1)].begin;
    }
    return bytes.insert(at, regionBytes());
}

Result<QByteArray> ConfigDocument::withoutRegion() const
{
    const auto found = region();
    if (!found) {
        return failure(found.error());
    }
    return *found ? cutOut(**found) : m_bytes;
}

QByteArray ConfigDocument::withIncludeOf(const QString &fileName) const
{
    const QByteArray path(includePath().data(), int(includePath().size()));
    const QByteArray other = path.left(path.lastIndexOf('/') + 1) + fileName.toUtf8();
    QByteArray bytes = m_bytes;
    for (auto include = m_includes.rbegin(); include != m_includes.rend(); ++include) {
        const Line &line = m_lines[std::size_t(include->line - 1)];
        const int at = bytes.indexOf(path, line.begin);
        if (at >= 0 && at < line.begin + line.length &&
            std::find(include->patterns.begin(), include->patterns.end(), includePath()) !=
                include->patterns.end()) {
            bytes.replace(at, path.size(), other);
        }
    }
    return bytes;
}

} // namespace podium::sshconfig
