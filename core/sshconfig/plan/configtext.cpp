// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/configtext.h"

namespace podium::sshconfig {

namespace {

constexpr const char *kGeneratedHead =
    "# Written by Podium from what the cloud says, and rewritten at every change.\n"
    "# What you write here is lost: put your own lines in ~/.ssh/config.\n";

/// Text from the cloud in a comment: one line, and nothing that a terminal would act on.
QByteArray inComment(const QString &text)
{
    QByteArray bytes;
    for (const QChar c : text) {
        bytes += c.unicode() >= 0x20 && c.unicode() < 0x7f ? char(c.unicode()) : '?';
    }
    return bytes;
}

class BlockWriter final
{
public:
    BlockWriter(QByteArray &text, bool isActive) : m_text(text), m_isActive(isActive) {}

    void head(const QStringList &aliases)
    {
        start();
        m_text += "Host ";
        m_text += aliases.join(QLatin1Char(' ')).toUtf8();
        m_text += '\n';
    }
    void line(const char *keyword, const QByteArray &value)
    {
        start();
        m_text += "    ";
        m_text += keyword;
        m_text += ' ';
        m_text += value;
        m_text += '\n';
    }

private:
    void start()
    {
        if (!m_isActive) {
            m_text += "# ";
        }
    }
    QByteArray &m_text;
    bool m_isActive;
};

void writeRoute(BlockWriter &block, const ConfigEntry &entry)
{
    if (!entry.proxyJump.isEmpty()) {
        block.line("ProxyJump", entry.proxyJump.toUtf8());
    } else if (!entry.proxyCommand.isEmpty()) {
        block.line("ProxyCommand", entry.proxyCommand.toUtf8());
        block.line("ProxyUseFdpass", "no");
    } else {
        // "ProxyJump none" would let a later ProxyCommand through.
        block.line("ProxyCommand", "none");
    }
}

void writeEntry(QByteArray &text, const ConfigEntry &entry, const KnownHostsFiles &files)
{
    text += "\n# " + inComment(entry.worker.text());
    text += entry.isActive ? QByteArray("\n") : " - " + inComment(entry.note) + '\n';
    BlockWriter block(text, entry.isActive);
    block.head(entry.aliases);
    if (!entry.hostName.isEmpty()) {
        block.line("HostName", entry.hostName.toUtf8());
    }
    if (!entry.user.isEmpty()) {
        block.line("User", entry.user.toUtf8());
    }
    block.line("Port", QByteArray::number(entry.port));
    if (!entry.identityFile.isEmpty()) {
        block.line("IdentityFile", quotedPath(entry.identityFile));
        block.line("IdentitiesOnly", "yes");
    }
    const bool isPinned = !entry.hostKeys.isEmpty();
    block.line("HostKeyAlias", entry.hostKeyAlias.toUtf8());
    block.line("UserKnownHostsFile", quotedPath(isPinned ? files.pinned : files.firstUse));
    block.line("StrictHostKeyChecking", isPinned ? "yes" : "accept-new");
    writeRoute(block, entry);
    block.line("ForwardAgent", entry.forwardAgent ? "yes" : "no");
    // First value wins: what is said here cannot come from the person's "Host *", where it may
    // be right for other machines. An address can be another machine's tomorrow, so nothing that
    // is kept by address (CheckHostIP, a shared connection's socket) may be used.
    block.line("ForwardX11", "no");
    block.line("CheckHostIP", "no");
    block.line("UpdateHostKeys", "no");
    block.line("HashKnownHosts", "no");
    block.line("ControlPath", "none");
    block.line("RemoteCommand", "none");
    block.line("RequestTTY", "auto");
}

} // namespace

QByteArray blocksText(const std::vector<ConfigEntry> &entries, const KnownHostsFiles &files)
{
    QByteArray text;
    text.reserve(int(entries.size()) * 700);
    for (const ConfigEntry &entry : entries) {
        if (entry.isKept()) {
            text += entry.written;
        } else if (!entry.isLeftOut && !entry.aliases.isEmpty()) {
            writeEntry(text, entry, files);
        }
    }
    return text;
}

QByteArray configText(const std::vector<ConfigEntry> &entries, const KnownHostsFiles &files)
{
    return kGeneratedHead + blocksText(entries, files);
}

QByteArray quotedPath(const QString &path)
{
    QByteArray bytes = path.toUtf8().replace('%', "%%");
    const bool isPlain =
        bytes.indexOf(' ') < 0 && bytes.indexOf('\'') < 0 && bytes.indexOf('#') < 0;
    return isPlain ? bytes : '"' + bytes + '"';
}

} // namespace podium::sshconfig
