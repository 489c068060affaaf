// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/aliaschanges.h"

#include "core/models/nodes/workermodel.h"
#include "core/sshconfig/plan/makeplan.h"
#include "core/sshconfig/plan/writtenblocks.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace podium::models {

using sshconfig::ConfigEntry;
using sshconfig::ConfigPlan;

namespace {

struct AliasChangeWords
{
    Q_DECLARE_TR_FUNCTIONS(AliasChanges)
};

/// The same reader for both sides: what differs is in the files, and not in how they are made.
std::vector<ConfigEntry> entriesOf(const ConfigPlan &plan, QByteArray sshconfig::FileChange::*side)
{
    if (plan.files.size() <= sshconfig::kKnownHostsFile) {
        return {};
    }
    return sshconfig::writtenEntries(
        plan.files[sshconfig::kGeneratedFile].*side,
        sshconfig::readKnownHosts(plan.files[sshconfig::kKnownHostsFile].*side));
}

QString addressOf(const ConfigEntry &entry)
{
    if (!entry.isActive || entry.hostName.isEmpty()) {
        return AliasChangeWords::tr("inactive");
    }
    QString address = entry.hostName;
    if (entry.port != 22 && entry.port != 0) {
        address += QStringLiteral(":%1").arg(entry.port);
    }
    if (!entry.proxyJump.isEmpty()) {
        return AliasChangeWords::tr("%1 through %2").arg(address, entry.proxyJump);
    }
    return entry.proxyCommand.isEmpty() ? address
                                        : AliasChangeWords::tr("%1 through a command").arg(address);
}

QString keyOf(const ConfigEntry &entry)
{
    const auto best =
        std::find_if(entry.hostKeys.begin(), entry.hostKeys.end(), [](const QString &key) {
            return key.startsWith(QLatin1String("ssh-ed25519 "));
        });
    return entry.hostKeys.isEmpty()
               ? AliasChangeWords::tr("seen at first login")
               : hostKeyFingerprint(best == entry.hostKeys.end() ? entry.hostKeys.front() : *best);
}

QString textOrNone(const QString &text)
{
    return text.isEmpty() ? AliasChangeWords::tr("none") : text;
}

QStringList otherDifferences(const ConfigEntry &before, const ConfigEntry &after)
{
    QStringList texts;
    const auto compare = [&texts](const QString &name, const QString &old, const QString &now) {
        if (old != now) {
            texts << QStringLiteral("%1 %2 → %3").arg(name, textOrNone(old), textOrNone(now));
        }
    };
    const auto yesOrNo = [](bool is) {
        return is ? AliasChangeWords::tr("yes") : AliasChangeWords::tr("no");
    };
    compare(
        AliasChangeWords::tr("alias"), before.aliases.join(QLatin1Char(' ')),
        after.aliases.join(QLatin1Char(' ')));
    compare(AliasChangeWords::tr("user"), before.user, after.user);
    compare(AliasChangeWords::tr("key file"), before.identityFile, after.identityFile);
    compare(
        AliasChangeWords::tr("agent forwarding"), yesOrNo(before.forwardAgent),
        yesOrNo(after.forwardAgent));
    if (before.proxyCommand != after.proxyCommand) {
        texts << AliasChangeWords::tr("proxy command");
    }
    if (before.hostKeys != after.hostKeys) {
        compare(AliasChangeWords::tr("host key"), keyOf(before), keyOf(after));
        if (keyOf(before) == keyOf(after)) {
            texts << AliasChangeWords::tr("more host keys or fewer");
        }
    }
    if (texts.isEmpty() && addressOf(before) == addressOf(after)) {
        texts << AliasChangeWords::tr("other lines");
    }
    return texts;
}

/// `before` or `after` may be null, not both.
AliasChange changeOf(const ConfigEntry *before, const ConfigEntry *after)
{
    AliasChange change;
    change.kind = !after    ? AliasChange::Kind::Removed
                  : !before ? AliasChange::Kind::Added
                            : AliasChange::Kind::Changed;
    const ConfigEntry &shown = after ? *after : *before;
    change.aliases = shown.aliases.join(QStringLiteral(", "));
    change.oldAddress = before ? addressOf(*before) : QString();
    change.newAddress = after ? addressOf(*after) : QString();
    change.hostKey = after ? keyOf(*after) : QString();
    change.isInactive = !shown.isActive;
    if (before && after) {
        change.others = otherDifferences(*before, *after);
    }
    if (after && change.isInactive && !after->note.isEmpty()) {
        change.others << after->note;
    }
    return change;
}

} // namespace

AliasChanges aliasChanges(const ConfigPlan &plan)
{
    const std::vector<ConfigEntry> before = entriesOf(plan, &sshconfig::FileChange::before);
    const std::vector<ConfigEntry> after = entriesOf(plan, &sshconfig::FileChange::after);
    QHash<WorkerRef, const ConfigEntry *> old;
    for (const ConfigEntry &entry : before) {
        old.insert(entry.worker, &entry);
    }
    AliasChanges result;
    for (const ConfigEntry &entry : after) {
        const ConfigEntry *was = old.take(entry.worker);
        if (was && was->written == entry.written && was->hostKeys == entry.hostKeys) {
            ++result.unchanged;
        } else {
            result.changes.push_back(changeOf(was, &entry));
        }
    }
    for (const ConfigEntry &entry : before) {
        if (old.contains(entry.worker)) {
            result.changes.push_back(changeOf(&entry, nullptr));
        }
    }
    std::stable_sort(
        result.changes.begin(), result.changes.end(),
        [](const AliasChange &a, const AliasChange &b) { return a.kind < b.kind; });
    return result;
}

bool changesWorker(const ConfigPlan &plan, const WorkerRef &worker)
{
    const std::vector<ConfigEntry> before = entriesOf(plan, &sshconfig::FileChange::before);
    const std::vector<ConfigEntry> after = entriesOf(plan, &sshconfig::FileChange::after);
    const auto find = [&worker](const std::vector<ConfigEntry> &entries) {
        return std::find_if(entries.begin(), entries.end(), [&worker](const ConfigEntry &entry) {
            return entry.worker == worker;
        });
    };
    const auto was = find(before);
    const auto willBe = find(after);
    if (was == before.end() || willBe == after.end()) {
        return was != before.end() || willBe != after.end();
    }
    return was->written != willBe->written || was->hostKeys != willBe->hostKeys;
}

QString aliasChangesText(const AliasChanges &changes)
{
    const auto count = [&changes](const auto &isCounted) {
        return int(std::count_if(changes.changes.begin(), changes.changes.end(), isCounted));
    };
    using Kind = AliasChange::Kind;
    const int removed = count([](const AliasChange &c) { return c.kind == Kind::Removed; });
    const int added = count([](const AliasChange &c) { return c.kind == Kind::Added; });
    const int moved = count([](const AliasChange &c) {
        return c.kind == Kind::Changed && c.oldAddress != c.newAddress;
    });
    const int others = int(changes.changes.size()) - removed - added - moved;
    QStringList parts;
    const auto add = [&parts](int number, const char *one, const char *many) {
        if (number > 0) {
            parts
                << (number == 1 ? AliasChangeWords::tr(one)
                                : AliasChangeWords::tr(many).arg(number));
        }
    };
    add(removed, QT_TRANSLATE_NOOP("AliasChanges", "1 host removed"),
        QT_TRANSLATE_NOOP("AliasChanges", "%1 hosts removed"));
    add(moved, QT_TRANSLATE_NOOP("AliasChanges", "1 address changed"),
        QT_TRANSLATE_NOOP("AliasChanges", "%1 addresses changed"));
    add(others, QT_TRANSLATE_NOOP("AliasChanges", "1 entry changed"),
        QT_TRANSLATE_NOOP("AliasChanges", "%1 entries changed"));
    const int inactive =
        count([](const AliasChange &c) { return c.kind == Kind::Added && c.isInactive; });
    add(added - inactive, QT_TRANSLATE_NOOP("AliasChanges", "1 host added"),
        QT_TRANSLATE_NOOP("AliasChanges", "%1 hosts added"));
    add(inactive, QT_TRANSLATE_NOOP("AliasChanges", "1 inactive added"),
        QT_TRANSLATE_NOOP("AliasChanges", "%1 inactive added"));
    add(changes.unchanged, QT_TRANSLATE_NOOP("AliasChanges", "1 unchanged"),
        QT_TRANSLATE_NOOP("AliasChanges", "%1 unchanged"));
    return parts.join(QStringLiteral(" · "));
}

} // namespace podium::models
