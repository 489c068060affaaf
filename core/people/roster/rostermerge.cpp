// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/rostermerge.h"

#include "core/people/roster/roster.h"
#include "core/people/roster/rosterjson.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace podium::people {

namespace {

QString jsonText(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
}

/// Merges one person that both rosters have.
class PersonMerge final
{
public:
    PersonMerge(const Person &ours, const Person &theirs, MergeSide prefer, Merge &merge)
        : m_ours(ours)
        , m_theirs(theirs)
        , m_prefer(prefer)
        , m_merge(merge)
        , m_result(ours)
    {}

    Person run()
    {
        text(QStringLiteral("name"), &Person::fullName);
        text(QStringLiteral("e-mail"), &Person::email);
        text(QStringLiteral("note"), &Person::note);
        list(
            &Person::keys, "keys",
            [](const RosterKey &a, const RosterKey &b) { return a.key == b.key; },
            [](const RosterKey &key) -> QString {
                return QStringLiteral("key ") + key.key.fingerprint();
            });
        list(
            &Person::grants, "grants",
            [](const Grant &a, const Grant &b) {
                return a.selector == b.selector && a.login == b.login;
            },
            [](const Grant &grant) -> QString {
                return QStringLiteral("grant for ") + grant.selector;
            });
        return m_result;
    }

private:
    void text(const QString &what, QString Person::*field)
    {
        const QString &ours = m_ours.*field;
        const QString &theirs = m_theirs.*field;
        if (ours.isEmpty()) {
            m_result.*field = theirs;
        } else if (!theirs.isEmpty() && ours != theirs) {
            m_merge.conflicts.push_back({m_ours.login, what, ours, theirs});
            m_result.*field = m_prefer == MergeSide::Ours ? ours : theirs;
        }
    }

    template <typename Item, typename Same, typename Name>
    void list(std::vector<Item> Person::*field, const char *member, Same isSame, Name name)
    {
        const std::vector<Item> &theirs = m_theirs.*field;
        std::vector<Item> &result = m_result.*field;
        for (size_t i = 0; i < theirs.size(); ++i) {
            const auto mine = std::find_if(result.begin(), result.end(), [&](const Item &item) {
                return isSame(item, theirs[i]);
            });
            if (mine == result.end()) {
                result.push_back(theirs[i]);
            } else if (!(*mine == theirs[i])) {
                const int at = int(mine - result.begin());
                m_merge.conflicts.push_back(
                    {m_ours.login, name(*mine), describe(m_result, member, at),
                     describe(m_theirs, member, int(i))});
                if (m_prefer == MergeSide::Theirs) {
                    *mine = theirs[i];
                }
            }
        }
    }

    static QString describe(const Person &person, const char *member, int at)
    {
        const QJsonObject object = personToJson(person);
        return jsonText(object.value(QLatin1String(member)).toArray().at(at));
    }

    const Person &m_ours;
    const Person &m_theirs;
    MergeSide m_prefer;
    Merge &m_merge;
    Person m_result;
};

template <typename Entry>
const Entry *find(const std::vector<Entry> &entries, const UserName &login)
{
    const auto found = std::find_if(entries.begin(), entries.end(), [&login](const Entry &entry) {
        return entry.login == login;
    });
    return found == entries.end() ? nullptr : &*found;
}

template <typename Entry>
void insertSorted(std::vector<Entry> &entries, const Entry &entry)
{
    entries.insert(
        std::upper_bound(
            entries.begin(), entries.end(), entry,
            [](const Entry &a, const Entry &b) { return a.login < b.login; }),
        entry);
}

void mergePerson(const Person &theirs, const Roster &ours, MergeSide prefer, Merge &merge)
{
    if (const Person *mine = find(ours.people, theirs.login)) {
        const Person merged = PersonMerge(*mine, theirs, prefer, merge).run();
        *std::find_if(merge.roster.people.begin(), merge.roster.people.end(), [&](const Person &p) {
            return p.login == theirs.login;
        }) = merged;
        return;
    }
    if (find(ours.formerMembers, theirs.login)) {
        merge.conflicts.push_back(
            {theirs.login, QStringLiteral("membership"), QStringLiteral("has left"),
             QStringLiteral("is on the roster")});
        if (prefer == MergeSide::Ours) {
            return;
        }
        merge.roster = forgetFormerMember(std::move(merge.roster), theirs.login);
    }
    insertSorted(merge.roster.people, theirs);
    ++merge.added;
}

void mergeFormerMember(
    const FormerMember &theirs, const Roster &ours, MergeSide prefer, Merge &merge)
{
    if (find(ours.people, theirs.login)) {
        merge.conflicts.push_back(
            {theirs.login, QStringLiteral("membership"), QStringLiteral("is on the roster"),
             QStringLiteral("has left")});
        if (prefer == MergeSide::Ours) {
            return;
        }
        auto without = withoutPerson(merge.roster, theirs.login, theirs.offboarding, theirs.since);
        merge.roster = forgetFormerMember(std::move(*without), theirs.login);
    }
    if (!find(merge.roster.formerMembers, theirs.login)) {
        insertSorted(merge.roster.formerMembers, theirs);
    }
}

} // namespace

Merge mergeRosters(const Roster &ours, const Roster &theirs, MergeSide prefer)
{
    Merge merge;
    merge.roster = ours;
    for (const Person &person : theirs.people) {
        mergePerson(person, ours, prefer, merge);
    }
    for (const FormerMember &formerMember : theirs.formerMembers) {
        mergeFormerMember(formerMember, ours, prefer, merge);
    }
    return merge;
}

} // namespace podium::people
