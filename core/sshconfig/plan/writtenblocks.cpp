// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/writtenblocks.h"

#include <algorithm>
#include <map>

namespace podium::sshconfig {

namespace {

/// A block of the file: a comment that names the worker, a Host line, and what stands under it; of
/// a worker that cannot be reached now, all as comments.
struct Block
{
    WorkerRef worker;
    QByteArray note;
    QByteArray text;         ///< with the blank line before it
    QList<QByteArray> lines; ///< below the comment, those that are comments without their mark
    bool isActive = true;
};

QByteArray withoutMark(const QByteArray &line)
{
    return line.startsWith("# ") ? line.mid(2) : line;
}

/// One paragraph of the file as a block.
std::optional<Block> readBlock(const QByteArray &paragraph)
{
    QList<QByteArray> lines = paragraph.split('\n');
    if (lines.size() < 2 || !lines.front().startsWith("# ")) {
        return std::nullopt;
    }
    const QByteArray title = lines.takeFirst().mid(2);
    const int space = title.indexOf(' ');
    const auto worker = WorkerRef::parse(QString::fromUtf8(title.mid(0, space)));
    if (!worker || !withoutMark(lines.front()).startsWith("Host ")) {
        return std::nullopt;
    }
    Block block;
    block.worker = *worker;
    block.note = space < 0 ? QByteArray() : title.mid(space + 3); // " - "
    block.isActive = !lines.front().startsWith("# ");
    for (const QByteArray &line : qAsConst(lines)) {
        block.lines << withoutMark(line).trimmed();
    }
    return block;
}

std::vector<Block> readBlocks(const QByteArray &generated)
{
    std::vector<Block> blocks;
    for (int begin = generated.indexOf("\n\n# "); begin >= 0;
         begin = generated.indexOf("\n\n# ", begin + 2)) {
        const int end = generated.indexOf("\n\n", begin + 2);
        QByteArray text = generated.mid(begin + 1, end < 0 ? -1 : end - begin);
        if (!text.endsWith('\n')) {
            text += '\n';
        }
        if (auto block = readBlock(text.mid(1))) {
            block->text = std::move(text);
            blocks.push_back(std::move(*block));
        }
    }
    return blocks;
}

QString unquoted(const QByteArray &value)
{
    const bool isQuoted = value.size() > 1 && value.startsWith('"') && value.endsWith('"');
    return QString::fromUtf8(isQuoted ? value.mid(1, value.size() - 2) : value)
        .replace(QStringLiteral("%%"), QStringLiteral("%"));
}

ConfigEntry entryOf(const Block &block, const KnownHosts &known)
{
    std::map<QByteArray, QByteArray> values;
    for (const QByteArray &line : block.lines) {
        const int space = line.indexOf(' ');
        values.emplace(line.mid(0, space), space < 0 ? QByteArray() : line.mid(space + 1));
    }
    const auto value = [&values](const char *keyword) {
        return QString::fromUtf8(values[keyword]);
    };
    ConfigEntry entry;
    entry.worker = block.worker;
    entry.written = block.text;
    entry.aliases = value("Host").split(QLatin1Char(' '), Qt::SkipEmptyParts);
    entry.hostName = value("HostName");
    entry.hostKeyAlias = value("HostKeyAlias");
    entry.hostKeys = known.value(entry.hostKeyAlias);
    entry.note = QString::fromUtf8(block.note);
    entry.isActive = block.isActive;
    entry.user = value("User");
    entry.identityFile = unquoted(values["IdentityFile"]);
    entry.port = quint16(value("Port").toUShort());
    entry.forwardAgent = value("ForwardAgent") == QLatin1String("yes");
    entry.proxyJump = value("ProxyJump");
    const QString command = value("ProxyCommand");
    entry.proxyCommand = command == QLatin1String("none") ? QString() : command;
    return entry;
}

} // namespace

std::vector<ConfigEntry> writtenEntries(const QByteArray &generated, const KnownHosts &known)
{
    std::vector<ConfigEntry> entries;
    for (const Block &block : readBlocks(generated)) {
        entries.push_back(entryOf(block, known));
    }
    return entries;
}

std::vector<ConfigEntry> keptEntries(
    const QByteArray &generated, const KnownHosts &known, const inventory::Snapshot &snapshot)
{
    std::vector<ConfigEntry> entries = writtenEntries(generated, known);
    std::erase_if(entries, [&snapshot](const ConfigEntry &entry) {
        const NodeRef &node = entry.worker.node;
        return snapshot.find(node) || snapshot.coverage.provesGone(node);
    });
    return entries;
}

int writtenCount(const QByteArray &generated)
{
    return int(readBlocks(generated).size());
}

} // namespace podium::sshconfig
