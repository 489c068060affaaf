// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podium::sshconfig {

/// A name that a file gives to a machine, and where. Lines count from 1.
struct LiteralAlias
{
    std::string name;
    int line = 0;
};

/// An Include line.
struct IncludeLine
{
    std::vector<std::string> patterns;
    int line = 0;
    bool isGlobal = true; ///< above every Host and Match, so it applies always
};

/// Podium's lines in a person's config: from the BEGIN mark to the END mark, both included.
struct Region
{
    int beginLine = 0;
    int endLine = 0;
    bool isComplete = false; ///< holds the Include, and a blank line follows it
};

/// A person's ssh config, byte by byte: whatever is not Podium's region comes back as it was.
/// A value; pure; any bytes.
class ConfigDocument final
{
public:
    explicit ConfigDocument(QByteArray bytes);

    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    [[nodiscard]] int lineCount() const { return int(m_lines.size()); }
    /// Line `number` (from 1) without its end.
    [[nodiscard]] std::string_view line(int number) const;

    /// The line of the first Host or Match; 0: there is none.
    [[nodiscard]] int firstBlockLine() const { return m_firstBlock; }
    /// The names in Host lines, and in Match's host and originalhost, that mean one machine.
    [[nodiscard]] const std::vector<LiteralAlias> &aliases() const { return m_aliases; }
    [[nodiscard]] const std::vector<IncludeLine> &includes() const { return m_includes; }

    /// Podium's region, none, or Refused with the line numbers where the marks or what is between
    /// them are not as Podium wrote them.
    [[nodiscard]] Result<std::optional<Region>> region() const;
    /// Podium's Include stands outside of any region, where it works: written by the person.
    [[nodiscard]] bool hasIncludeOfTheirOwn() const;

    /// The bytes with the region in place: once, above the first Host or Match, untouched where it
    /// already is so.
    [[nodiscard]] Result<QByteArray> withRegion() const;
    /// The bytes without the region and the blank line after it.
    [[nodiscard]] Result<QByteArray> withoutRegion() const;

    /// The bytes with Podium's Include led to another file in the same folder.
    [[nodiscard]] QByteArray withIncludeOf(const QString &fileName) const;
    /// What the Include line names.
    [[nodiscard]] static std::string_view includePath();

private:
    struct Line
    {
        int begin = 0;
        int length = 0; ///< without the end of line
        int end = 0;    ///< where the next line begins
    };
    void splitLines();
    void readLines();
    void readMatch(const std::vector<std::string> &arguments, int line);
    [[nodiscard]] bool isBlank(int number) const;
    [[nodiscard]] bool usesCrLf() const;
    [[nodiscard]] QByteArray regionBytes() const;
    [[nodiscard]] QByteArray cutOut(const Region &region) const;
    [[nodiscard]] Result<Region> checkedRegion(int beginLine, int endLine) const;

    QByteArray m_bytes;
    std::vector<Line> m_lines;
    int m_firstBlock = 0;
    std::vector<LiteralAlias> m_aliases;
    std::vector<IncludeLine> m_includes;
};

} // namespace podium::sshconfig
