// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/configexport.h"

#include "core/sshconfig/plan/configrules.h"
#include "core/sshconfig/plan/configtext.h"

#include <QRegularExpression>

#include <algorithm>

namespace podium::sshconfig {

namespace {

constexpr const char *kExportHead =
    "# Workers of Cloud TPUs, put together by Podium. Save this as ~/.ssh/podium_config, and put\n"
    "#     Include podium_config\n"
    "# at the top of ~/.ssh/config. A later one replaces this one: your own lines belong there.\n";

/// "~" is the home on Windows as well, and ssh takes slashes there.
QString portablePath(QString path)
{
    static const QRegularExpression profile(
        QStringLiteral("\\A%USERPROFILE%/"), QRegularExpression::CaseInsensitiveOption);
    path.replace(QLatin1Char('\\'), QLatin1Char('/'));
    return path.replace(profile, QStringLiteral("~/"));
}

/// Who jumps is another one there.
QString withoutUsers(const QString &jump)
{
    QStringList hops = jump.split(QLatin1Char(','));
    for (QString &hop : hops) {
        hop = hop.mid(hop.lastIndexOf(QLatin1Char('@')) + 1);
    }
    return hops.join(QLatin1Char(','));
}

/// A command that names a place of this machine, or asks its shell for something, is no use there.
bool isOfThisMachine(const QString &command)
{
    return std::any_of(command.begin(), command.end(), [](QChar c) {
        return QStringLiteral("/\\~$`").contains(c);
    });
}

/// Why this one cannot be given; empty: it can.
QString obstacle(const ConfigEntry &entry)
{
    if (!entry.isActive) {
        return entry.note;
    }
    return isOfThisMachine(entry.proxyCommand)
               ? QStringLiteral("The command that reaches it is one of this machine.")
               : QString();
}

ConfigEntry asTheirs(ConfigEntry entry, const ExportOptions &options)
{
    entry.user = options.user;
    entry.identityFile = portablePath(options.identityFile);
    entry.forwardAgent = false;
    entry.proxyJump = withoutUsers(entry.proxyJump);
    return entry;
}

bool isWanted(const ConfigEntry &entry, const ExportOptions &options)
{
    const auto &wanted = options.workers;
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), entry.worker) != wanted.end();
}

const QString &hintsText()
{
    static const QString text = QStringLiteral(
        R"(Linux, macOS
  Save the first file as ~/.ssh/podium_config and the second as
  ~/.ssh/podium_known_hosts. Put this line at the very top of ~/.ssh/config
  (make the file if there is none):
      Include podium_config
  Then: ssh %1

Windows (the OpenSSH client that comes with it)
  The same, in %USERPROFILE%\.ssh: podium_config, podium_known_hosts, and the
  line in the file config (without an ending like .txt). "~" in the entries is
  %USERPROFILE% there.

VS Code, with the extension Remote - SSH
  F1, "Remote-SSH: Connect to Host...", choose %1. It reads the same
  file; where it does not, set "remote.SSH.configFile" to its full path.

PyCharm
  Settings, Tools, SSH Configurations, +: Host %1, tick "Parse config
  file ~/.ssh/config", Authentication type "OpenSSH config and authentication
  agent". Then Settings, Python Interpreter, Add Interpreter, On SSH.
)");
    return text;
}

} // namespace

Result<ConfigExport>
exportConfig(const std::vector<ConfigEntry> &entries, const ExportOptions &options)
{
    ConfigOptions theirs;
    theirs.user = options.user;
    theirs.identityFile = portablePath(options.identityFile);
    if (auto checked = checkOptions(theirs); !checked) {
        return failure(checked.error());
    }
    ConfigExport part;
    std::vector<ConfigEntry> given;
    for (const ConfigEntry &entry : entries) {
        if (!isWanted(entry, options)) {
            continue;
        }
        if (const QString reason = obstacle(entry); !reason.isEmpty()) {
            part.notExported.push_back({entry.worker, reason});
            continue;
        }
        given.push_back(asTheirs(entry, options));
        part.aliases << entry.aliases.front();
        if (!given.back().proxyJump.isEmpty()) {
            part.jumps << given.back().proxyJump;
        }
    }
    part.jumps.removeDuplicates();
    const QString known = QStringLiteral("~/.ssh/podium_known_hosts");
    part.config = kExportHead + blocksText(given, {known, known});
    part.knownHosts = knownHostsText(given);
    return part;
}

Result<ConfigExport> exportConfig(
    const inventory::Snapshot &snapshot, const ConfigOptions &ours, const KnownHosts &known,
    const ExportOptions &options)
{
    // The names that this person's own files give to machines mean nothing there.
    const auto entries = makeEntries(snapshot, ours, {}, known);
    return entries ? exportConfig(entries->list, options)
                   : Result<ConfigExport>(failure(entries.error()));
}

QString importHints(const ConfigExport &part)
{
    const QString alias = part.aliases.isEmpty() ? QStringLiteral("NAME") : part.aliases.front();
    QString text = hintsText();
    text.replace(QStringLiteral("%1"), alias);
    if (!part.jumps.isEmpty()) {
        text += QStringLiteral("\nOn the way\n  You need a login of your own on: %1\n")
                    .arg(part.jumps.join(QStringLiteral(", ")));
    }
    return text;
}

QString exportText(const ConfigExport &part)
{
    const auto file = [](const char *name, const QByteArray &bytes) {
        return QStringLiteral("\n-------- ~/.ssh/%1 --------\n%2-------- end of %1 --------\n")
            .arg(QLatin1String(name), QString::fromUtf8(bytes));
    };
    return importHints(part) + file("podium_config", part.config) +
           file("podium_known_hosts", part.knownHosts);
}

} // namespace podium::sshconfig
