// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"

#include <QByteArray>
#include <QList>
#include <QSet>
#include <QString>

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace podium::sshconfig {

/// One cheap look over the ssh config of the person and of the machine: which lines could speak of
/// a name. It only rules out: what they mean together is for `ssh -G` to say. A value.
class ConfigScan final
{
public:
    struct Line
    {
        QByteArray keyword; ///< lower case
        QByteArray text;    ///< its arguments
        bool isOwn = true;  ///< the person's; otherwise the machine's
        int block = -1;     ///< index of the Host or Match above it; -1: none, it always applies
    };

    /// Whether a keyword (lower case) matters, in the person's own files or in the machine's.
    using Matters = std::function<bool(const QByteArray &keyword, bool isOwn)>;

    /// Reads ~/.ssh/config, what it includes except for what Podium itself has generated, and
    /// where ssh would read it too, /etc/ssh/ssh_config. Keeps the lines whose keyword `matters`.
    /// Blocks.
    [[nodiscard]] static ConfigScan read(const Paths &paths, const Matters &matters);

    /// The lines that could apply to this name, in the order in which ssh reads them. A Match
    /// block always could.
    [[nodiscard]] QList<Line> linesFor(const QString &name) const;
    /// Whether any of these stands under a Host that means this name by more than wildcards.
    [[nodiscard]] bool isMeant(const QList<Line> &lines, const QString &name) const;
    /// Whether any of these stands in a Match block, so that more than the name decides.
    [[nodiscard]] bool hasMatch(const QList<Line> &lines) const;
    /// Of all that was read: where it is another, the config may mean something else.
    [[nodiscard]] const QByteArray &fingerprint() const { return m_fingerprint; }
    /// Whether a Match runs a command, so that the config may mean something else at any time.
    [[nodiscard]] bool runsCommands() const;
    /// Whether ssh may read the config again, by the name that the first reading gave: for
    /// `Match final`, `Match canonical` and CanonicalizeHostname, which has to be among what
    /// `matters`. So it is said where not all files were read, too.
    [[nodiscard]] bool isReadAgain() const;

private:
    struct Block
    {
        bool isMatch = false;
        std::vector<std::string> patterns;
        int outer = -1; ///< the block in which its file was included
    };
    class Reader;
    [[nodiscard]] bool applies(int block, const std::string &name) const;
    [[nodiscard]] bool isInMatch(int block) const;
    void arrange();

    std::vector<Block> m_blocks;
    std::vector<Line> m_lines;
    bool m_isWhole = true; ///< all files were read
    QByteArray m_fingerprint;
    /// Configs have thousands of blocks that each name one machine: those are looked up.
    std::unordered_map<std::string, std::vector<std::size_t>> m_linesByName; ///< indices of m_lines
    std::vector<std::size_t> m_otherLines; ///< whose block has to be looked at for each name
};

} // namespace podium::sshconfig
