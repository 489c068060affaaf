// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/actual/actualindex.h"

#include <algorithm>

namespace podium::people {

namespace {

constexpr int MostGroups = 1000;
constexpr int MostRules = 100;
constexpr int MostPatterns = 1000;
constexpr int LongestPattern = 256;

template <typename List, typename Item>
void addBounded(List &list, const Item &item, int most)
{
    if (list.size() < most) {
        list << item;
    }
}

/// As sshd compares a pattern of '*' and '?' with a name.
bool fitsPattern(const QString &name, const QString &pattern)
{
    int n = 0;
    int p = 0;
    int star = -1; // the last in the pattern that was met, and how far it reaches
    int reach = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == QLatin1Char('*')) {
            star = p++;
            reach = n;
        } else if (
            p < pattern.size() && (pattern[p] == QLatin1Char('?') || pattern[p] == name[n])) {
            ++p;
            ++n;
        } else if (star >= 0) {
            p = star + 1;
            n = ++reach;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == QLatin1Char('*')) {
        ++p;
    }
    return p == pattern.size();
}

bool fitsAny(const QString &name, const QStringList &patterns)
{
    return std::any_of(patterns.begin(), patterns.end(), [&name](const QString &pattern) {
        return fitsPattern(name, pattern);
    });
}

/// What an option lists, without the addresses behind an '@'.
std::optional<QStringList> patternsOf(const ActualFacts &facts, const char *option)
{
    const auto lines = facts.sshd.constFind(QString::fromLatin1(option));
    if (lines == facts.sshd.constEnd()) {
        return std::nullopt;
    }
    QStringList patterns;
    for (const QString &word : lines->join(QLatin1Char(' ')).split(QLatin1Char(' '))) {
        const QString pattern = word.section(QLatin1Char('@'), 0, 0);
        if (pattern.size() <= LongestPattern) {
            addBounded(patterns, pattern, MostPatterns);
        }
    }
    return patterns;
}

std::optional<QSet<QString>> groupsIn(const ActualFacts &facts, const char *option)
{
    const auto patterns = patternsOf(facts, option);
    if (!patterns) {
        return std::nullopt;
    }
    QSet<QString> listed;
    for (const GroupFact &group : facts.groups) {
        if (group.name.size() <= LongestPattern && fitsAny(group.name, *patterns)) {
            listed << group.name;
        }
    }
    return listed;
}

bool haveCommon(const QStringList &groups, const QSet<QString> &listed)
{
    return std::any_of(groups.begin(), groups.end(), [&listed](const QString &group) {
        return listed.contains(group);
    });
}

} // namespace

ActualIndex::ActualIndex(const ActualFacts &facts)
    : m_facts(facts)
    , m_allowedUsers(patternsOf(facts, "allowusers"))
    , m_deniedUsers(patternsOf(facts, "denyusers"))
    , m_allowedGroups(groupsIn(facts, "allowgroups"))
    , m_deniedGroups(groupsIn(facts, "denygroups"))
{
    for (const GroupFact &group : facts.groups) {
        addBounded(m_groupsOfId[group.gid], group.name, MostGroups);
        for (const QString &member : group.members) {
            addBounded(m_groupsOfMember[member], group.name, MostGroups);
        }
    }
    for (int i = 0; i < int(facts.sudoRules.size()); ++i) {
        const SudoRule &rule = facts.sudoRules[std::size_t(i)];
        addBounded(m_rulesOfFile[rule.file], i, MostRules);
        for (const QString &name : rule.users) {
            addBounded(m_rulesOfName[name], i, MostRules);
        }
    }
}

QStringList ActualIndex::groupsOf(const QString &login, qint64 gid) const
{
    QStringList groups = m_groupsOfMember.value(login) + m_groupsOfId.value(gid);
    groups.sort();
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    return groups;
}

QVector<const SudoRule *>
ActualIndex::rulesFor(const QString &login, qint64 uid, const QStringList &groups) const
{
    QVector<int> found = m_rulesOfFile.value(QStringLiteral("/etc/sudoers.d/podium-") + login) +
                         m_rulesOfName.value(login) + m_rulesOfName.value(QStringLiteral("ALL")) +
                         m_rulesOfName.value(QLatin1Char('#') % QString::number(uid));
    for (const QString &group : groups) {
        if (found.size() > 4 * MostRules) {
            break;
        }
        found += m_rulesOfName.value(QLatin1Char('%') % group);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    QVector<const SudoRule *> rules;
    for (const int i : qAsConst(found)) {
        rules << &m_facts.sudoRules[std::size_t(i)];
    }
    return rules;
}

QStringList ActualIndex::barriersFor(const QString &login, const QStringList &groups) const
{
    QStringList options;
    const auto add = [&options](const char *option, bool keepsOut) {
        if (keepsOut) {
            options << QString::fromLatin1(option);
        }
    };
    add("allowusers", m_allowedUsers && !fitsAny(login, *m_allowedUsers));
    add("denyusers", m_deniedUsers && fitsAny(login, *m_deniedUsers));
    add("allowgroups", m_allowedGroups && !haveCommon(groups, *m_allowedGroups));
    add("denygroups", m_deniedGroups && haveCommon(groups, *m_deniedGroups));
    return options;
}

} // namespace podium::people
