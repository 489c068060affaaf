// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/aliases.h"

#include <QSet>

#include <map>

namespace podium::sshconfig {

namespace {

constexpr int kWidest = 2;

/// What a name is made of; wider names say more of where the node is. A dot cannot be part of a
/// TPU's name, so that a widened name is not another node's plain one.
QString nodeWord(const NodeRef &node, const QString &pattern, int width)
{
    QString word = node.name.text();
    if (width >= 1 && !pattern.contains(QStringLiteral("{zone}"))) {
        word += QLatin1Char('.') % node.zone.text();
    }
    if (width >= 2 && !pattern.contains(QStringLiteral("{project}"))) {
        word += QLatin1Char('.') % node.project.text();
    }
    return word.replace(QLatin1Char(':'), QLatin1Char('.')); // as in "example.com:lab"
}

/// Makes all names, finds those of two workers, and widens the nodes concerned until none is left.
class Namer final
{
public:
    Namer(Entries &entries, const OwnAliases &own) : m_entries(entries), m_own(own)
    {
        for (const ConfigEntry &entry : entries.list) {
            ++m_nodes[entry.worker.node].workers;
        }
    }

    void run()
    {
        makeNames();
        while (widenShared()) {
            makeNames();
        }
        settle();
    }

private:
    struct NodeNaming
    {
        int workers = 0;
        int width = 0;
    };

    /// A name from the cloud may be hostile, or a rule may leave the node out.
    static bool mayHaveName(const ConfigEntry &entry)
    {
        return isPlainName(entry.worker.node.name.text()) && !entry.isLeftOut;
    }

    QStringList namesOf(const ConfigEntry &entry, int width) const
    {
        const NodeRef &ref = entry.worker.node;
        QString pattern = entry.aliasPattern;
        if (!pattern.contains(QStringLiteral("{node}"))) {
            pattern.prepend(QStringLiteral("{node}-"));
        }
        if (m_nodes.at(ref).workers > 1 && !pattern.contains(QStringLiteral("{worker}"))) {
            pattern += QStringLiteral("-{worker}");
        }
        const QString word = nodeWord(ref, pattern, width);
        QStringList names;
        if (entry.worker.index == 0) {
            names << nodeWord(ref, QString(), width);
        }
        names
            << fillPattern(pattern, word, entry.worker).replace(QLatin1Char(':'), QLatin1Char('.'));
        names.removeDuplicates();
        return names;
    }

    void makeNames()
    {
        m_owners.clear();
        for (std::size_t i = 0; i < m_entries.list.size(); ++i) {
            ConfigEntry &entry = m_entries.list[i];
            if (!mayHaveName(entry)) {
                continue;
            }
            // A kept one counts with the names it would have: those of others do not depend on
            // which nodes could be looked at this time.
            const QStringList names = namesOf(entry, m_nodes[entry.worker.node].width);
            for (const QString &alias : names) {
                m_owners[alias].push_back(i);
            }
            if (!entry.isKept()) {
                entry.aliases = names;
            }
        }
    }

    bool widenShared()
    {
        QSet<NodeRef> shared;
        for (auto owners = m_owners.cbegin(); owners != m_owners.cend(); ++owners) {
            if (owners->size() > 1) {
                for (const std::size_t i : *owners) {
                    shared.insert(m_entries.list[i].worker.node);
                }
            }
        }
        bool isWidened = false;
        for (const NodeRef &ref : qAsConst(shared)) {
            if (m_nodes[ref].width < kWidest) {
                ++m_nodes[ref].width;
                isWidened = true;
            }
        }
        return isWidened;
    }

    /// Takes the person's names out, and gives a wider one to whoever has none left.
    void settle()
    {
        QSet<QString> taken;
        for (const ConfigEntry &entry : m_entries.list) {
            if (entry.isKept()) {
                taken += QSet<QString>(entry.aliases.begin(), entry.aliases.end());
            }
        }
        for (ConfigEntry &entry : m_entries.list) {
            if (entry.aliases.isEmpty() || entry.isKept()) {
                continue;
            }
            QStringList free = freeOf(entry.aliases, taken);
            reportOwn(entry.aliases);
            for (int width = 1; free.isEmpty() && width <= kWidest; ++width) {
                free = freeOf(namesOf(entry, width), taken);
            }
            entry.aliases = free;
            for (const QString &alias : qAsConst(free)) {
                taken.insert(alias);
            }
            if (free.isEmpty()) {
                entry.note = QStringLiteral("No name is free for it.");
                entry.isActive = false;
            }
        }
    }

    QStringList freeOf(const QStringList &names, const QSet<QString> &taken) const
    {
        QStringList free;
        for (const QString &name : names) {
            if (isPlainName(name) && !m_own.contains(name) && !taken.contains(name)) {
                free << name;
            }
        }
        return free;
    }

    void reportOwn(const QStringList &names)
    {
        for (const QString &name : names) {
            if (m_own.contains(name)) {
                m_entries.warnings << QStringLiteral("%1 is your own name (%2): it stays as it is.")
                                          .arg(name, m_own.value(name));
            }
        }
    }

    Entries &m_entries;
    const OwnAliases &m_own;
    std::map<NodeRef, NodeNaming> m_nodes;
    QHash<QString, std::vector<std::size_t>> m_owners;
};

} // namespace

QString fillPattern(const QString &pattern, const QString &node, const WorkerRef &worker)
{
    QString name = pattern;
    name.replace(QStringLiteral("{zone}"), worker.node.zone.text());
    name.replace(QStringLiteral("{project}"), worker.node.project.text());
    name.replace(QStringLiteral("{worker}"), QString::number(worker.index));
    // Last: a node's name could hold braces.
    name.replace(QStringLiteral("{node}"), node);
    return name;
}

void giveAliases(Entries &entries, const OwnAliases &own)
{
    Namer(entries, own).run();
}

} // namespace podium::sshconfig
