// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/document/configscan.h"

#include "core/base/files.h"
#include "core/sshconfig/document/includes.h"
#include "core/sshconfig/document/sshline.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fnmatch.h>

namespace podium::sshconfig {

namespace {

/// As deep as ssh goes.
constexpr int kScanDepth = 16;
/// Files that include each other are many quickly.
constexpr int kMostFiles = 500;

/// ssh's patterns have `*` and `?` only.
bool matchesPattern(const std::string &pattern, const std::string &name)
{
    std::string escaped;
    for (const char c : pattern) {
        if (c == '[' || c == '\\') {
            escaped += '\\';
        }
        escaped += c;
    }
    return ::fnmatch(escaped.c_str(), name.c_str(), 0) == 0;
}

bool matchesList(const std::vector<std::string> &patterns, const std::string &name)
{
    bool isNamed = false;
    for (const std::string &pattern : patterns) {
        const bool isNegated = !pattern.empty() && pattern.front() == '!';
        if (matchesPattern(isNegated ? pattern.substr(1) : pattern, name)) {
            if (isNegated) {
                return false;
            }
            isNamed = true;
        }
    }
    return isNamed;
}

} // namespace

class ConfigScan::Reader final
{
public:
    Reader(ConfigScan &scan, const Paths &paths, const Matters &matters)
        : m_scan(scan)
        , m_paths(paths)
        , m_matters(matters)
        , m_generated(
              QFileInfo(paths.podiumSshDir() + QStringLiteral("/config")).canonicalFilePath())
    {}

    void read(const QString &path, const QString &folder, bool isOwn, int outer, int depth)
    {
        const QString real = QFileInfo(path).canonicalFilePath();
        const auto bytes = readFile(path); // what cannot be read is for ssh itself to judge
        if (!m_generated.isEmpty() && real == m_generated) {
            return;
        }
        if (!bytes || depth > kScanDepth || ++m_files > kMostFiles) {
            m_scan.m_isWhole = m_scan.m_isWhole && !QFileInfo::exists(path);
            return;
        }
        m_hash.addData(*bytes);
        m_hash.addData("", 1); // where one ends and the next begins
        int block = outer;
        for (const QByteArray &text : bytes->split('\n')) {
            const SshLine line = lexSshLine(text.toStdString());
            if (line.startsBlock()) {
                m_scan.m_blocks.push_back({line.keyword == "match", line.arguments, outer});
                block = int(m_scan.m_blocks.size()) - 1;
            } else if (line.keyword == "include") {
                for (const std::string &pattern : line.arguments) {
                    for (const QString &file : includedFiles(m_paths, folder, pattern)) {
                        read(file, folder, isOwn, block, depth + 1);
                    }
                }
            } else if (const auto keyword = QByteArray::fromStdString(line.keyword);
                       m_matters(keyword, isOwn)) {
                m_scan.m_lines.push_back({keyword, text.trimmed(), isOwn, block});
            }
        }
    }

    [[nodiscard]] QByteArray fingerprint() const { return m_hash.result(); }

private:
    ConfigScan &m_scan;
    const Paths &m_paths;
    const Matters &m_matters;
    const QString m_generated;
    int m_files = 0;
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

ConfigScan ConfigScan::read(const Paths &paths, const Matters &matters)
{
    ConfigScan scan;
    Reader reader(scan, paths, matters);
    reader.read(paths.sshConfigFile(), paths.sshDir(), true, -1, 0);
    if (paths.accountHome.isEmpty()) {
        reader.read(
            QStringLiteral("/etc/ssh/ssh_config"), QStringLiteral("/etc/ssh"), false, -1, 0);
    }
    scan.m_fingerprint = reader.fingerprint();
    scan.arrange();
    return scan;
}

void ConfigScan::arrange()
{
    const auto isName = [](const std::string &pattern) {
        return pattern.find_first_of("*?!") == std::string::npos;
    };
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Block *block =
            m_lines[i].block < 0 ? nullptr : &m_blocks[std::size_t(m_lines[i].block)];
        if (block == nullptr || block->isMatch ||
            !std::all_of(block->patterns.begin(), block->patterns.end(), isName)) {
            m_otherLines.push_back(i);
            continue;
        }
        for (const std::string &name : std::set(block->patterns.begin(), block->patterns.end())) {
            m_linesByName[name].push_back(i);
        }
    }
}

bool ConfigScan::runsCommands() const
{
    return std::any_of(m_blocks.begin(), m_blocks.end(), [](const Block &block) {
        const auto isExec = [](const std::string &word) {
            return word.find("exec") != std::string::npos;
        };
        return block.isMatch && std::any_of(block.patterns.begin(), block.patterns.end(), isExec);
    });
}

bool ConfigScan::isReadAgain() const
{
    const auto saysSo = [](const std::string &word) {
        const QByteArray low = QByteArray::fromStdString(word).toLower();
        return low.contains("final") || low.contains("canonical");
    };
    return !m_isWhole || std::any_of(m_lines.begin(), m_lines.end(), [](const Line &line) {
        return line.keyword == "canonicalizehostname";
    }) || std::any_of(m_blocks.begin(), m_blocks.end(), [&saysSo](const Block &block) {
        return block.isMatch && std::any_of(block.patterns.begin(), block.patterns.end(), saysSo);
    });
}

bool ConfigScan::applies(int block, const std::string &name) const
{
    for (; block >= 0; block = m_blocks[std::size_t(block)].outer) {
        const Block &candidate = m_blocks[std::size_t(block)];
        if (!candidate.isMatch && !matchesList(candidate.patterns, name)) {
            return false;
        }
    }
    return true;
}

bool ConfigScan::isInMatch(int block) const
{
    for (; block >= 0; block = m_blocks[std::size_t(block)].outer) {
        if (m_blocks[std::size_t(block)].isMatch) {
            return true;
        }
    }
    return false;
}

QList<ConfigScan::Line> ConfigScan::linesFor(const QString &name) const
{
    const std::string wanted = name.toStdString();
    std::vector<std::size_t> found;
    int asked = -1; // the block of the line before
    bool isThere = true;
    for (const std::size_t i : m_otherLines) {
        if (std::exchange(asked, m_lines[i].block) != m_lines[i].block) {
            isThere = applies(m_lines[i].block, wanted);
        }
        if (isThere) {
            found.push_back(i);
        }
    }
    if (const auto named = m_linesByName.find(wanted); named != m_linesByName.end()) {
        std::copy_if(
            named->second.begin(), named->second.end(), std::back_inserter(found),
            [this, &wanted](std::size_t i) { return applies(m_lines[i].block, wanted); });
    }
    std::sort(found.begin(), found.end());
    QList<Line> lines;
    for (const std::size_t i : found) {
        lines << m_lines[i];
    }
    return lines;
}

bool ConfigScan::isMeant(const QList<Line> &lines, const QString &name) const
{
    const std::string wanted = name.toStdString();
    const auto means = [&wanted](const std::string &pattern) {
        return pattern.find_first_not_of("*?!") != std::string::npos &&
               matchesPattern(pattern, wanted);
    };
    return std::any_of(lines.begin(), lines.end(), [this, &means](const Line &line) {
        for (int at = line.block; at >= 0; at = m_blocks[std::size_t(at)].outer) {
            const Block &block = m_blocks[std::size_t(at)];
            if (!block.isMatch &&
                std::any_of(block.patterns.begin(), block.patterns.end(), means)) {
                return true;
            }
        }
        return false;
    });
}

bool ConfigScan::hasMatch(const QList<Line> &lines) const
{
    return std::any_of(
        lines.begin(), lines.end(), [this](const Line &line) { return isInMatch(line.block); });
}

} // namespace podium::sshconfig
