// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/configentries.h"

#include "core/cloud/values/hostkeyalias.h"
#include "core/sshconfig/plan/aliases.h"
#include "core/sshconfig/plan/configrules.h"
#include "core/sshconfig/plan/workerroute.h"

#include <algorithm>

namespace podium::sshconfig {

namespace {

/// Keys that Google vouches for; what it does not tell this time stays as it was, for a key is
/// made once in a node's life.
QStringList pinnedKeys(const cloud::Worker &worker, const QString &alias, const KnownHosts &known)
{
    QStringList keys;
    std::copy_if(
        worker.hostKeys.begin(), worker.hostKeys.end(), std::back_inserter(keys), isHostKey);
    if (keys.isEmpty()) {
        keys = known.value(alias);
    }
    keys.sort();
    keys.removeDuplicates();
    return keys;
}

ConfigEntry makeEntry(
    const cloud::Node &node, int index, const cloud::Worker &worker, const ReachRules &rules,
    const KnownHosts &known)
{
    ConfigEntry entry;
    entry.worker = {node.ref, index};
    const Reach reach = rules.reachOf(entry.worker);
    entry.aliasPattern = reach.aliasPattern;
    const WorkerWay way = wayTo(entry.worker, worker, reach);
    entry.hostName = way.hostName;
    entry.hostKeyAlias = hostKeyAlias(node, index);
    entry.hostKeys = pinnedKeys(worker, entry.hostKeyAlias, known);
    entry.user = reach.user;
    entry.identityFile = reach.identityFile;
    entry.port = reach.port;
    entry.forwardAgent = reach.forwardAgent;
    entry.proxyJump = way.proxyJump;
    entry.proxyCommand = way.proxyCommand;
    entry.isLeftOut = reach.isLeftOut;
    if (reach.isLeftOut) {
        entry.note = QStringLiteral("A rule leaves it out.");
    } else if (!isPlainName(node.ref.name.text())) {
        entry.note = QStringLiteral("Its name cannot be an ssh alias.");
        entry.isLeftOut = true;
    } else if (!cloud::mayBeReached(node.state)) {
        entry.note = QStringLiteral("It is %1.").arg(cloud::nodeStateName(node.state));
    } else {
        entry.note = way.problem;
    }
    entry.isActive = entry.note.isEmpty();
    return entry;
}

} // namespace

Result<Entries> makeEntries(
    const inventory::Snapshot &snapshot, const ConfigOptions &options, const OwnAliases &own,
    const KnownHosts &known, std::vector<ConfigEntry> kept)
{
    if (auto checked = checkOptions(options); !checked) {
        return failure(checked.error());
    }
    const ReachRules rules(options);
    Entries entries;
    for (const inventory::NodeEntry &nodeEntry : snapshot.nodes) {
        const cloud::Node &node = nodeEntry.node;
        // A node that is being made has no workers yet, but keeps its name free.
        const int count = std::max(1, int(node.workers.size()));
        for (int i = 0; i < count; ++i) {
            const cloud::Worker worker =
                i < int(node.workers.size()) ? node.workers[std::size_t(i)] : cloud::Worker();
            entries.list.push_back(makeEntry(node, i, worker, rules, known));
        }
    }
    for (ConfigEntry &entry : kept) {
        entry.aliasPattern = rules.reachOf(entry.worker).aliasPattern;
        entries.list.push_back(std::move(entry));
    }
    std::stable_sort(
        entries.list.begin(), entries.list.end(),
        [](const ConfigEntry &a, const ConfigEntry &b) { return a.worker < b.worker; });
    giveAliases(entries, own);
    for (const ConfigEntry &entry : entries.list) {
        const bool isFirst = entry.worker.index == 0;
        if (entry.isLeftOut && isFirst && !isPlainName(entry.worker.node.name.text())) {
            entries.warnings
                << QStringLiteral("%1 is left out: %2").arg(entry.worker.node.text(), entry.note);
        }
    }
    return entries;
}

} // namespace podium::sshconfig
