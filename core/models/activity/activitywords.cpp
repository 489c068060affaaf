// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activitywords.h"

#include <algorithm>

namespace podium::models {

namespace {

const QLatin1String NodeField("node:");
const QLatin1String PersonField("person:");
const QLatin1String RunField("run:");

/// A name, a full name, or either with a worker. Where the worker is not known, the node fits.
bool isPlace(const std::optional<NodeRef> &node, int worker, const QString &word)
{
    if (!node) {
        return false;
    }
    const QString name = word.contains(QLatin1Char('/')) ? node->text() : node->name.text();
    if (!word.startsWith(name, Qt::CaseInsensitive)) {
        return false;
    }
    return word.size() == name.size() ||
           (worker >= 0 && word.mid(name.size()) == QStringLiteral(":%1").arg(worker));
}

bool hasPlace(const ActivityEntry &entry, const QString &word)
{
    return isPlace(entry.node, entry.worker, word) ||
           std::any_of(entry.parts.begin(), entry.parts.end(), [&word](const ActivityPart &part) {
               return isPlace(part.node, part.worker, word);
           });
}

} // namespace

ActivityWords::ActivityWords(const QString &text)
{
    QStringList others;
    for (const QString &word : text.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto readField = [&word](QLatin1String field, QStringList &values) {
            if (!word.startsWith(field)) {
                return false;
            }
            if (word.size() > field.size()) { // else it is still being typed
                values << word.mid(field.size());
            }
            return true;
        };
        if (!readField(NodeField, m_nodes) && !readField(PersonField, m_persons) &&
            !readField(RunField, m_runs)) {
            others << word;
        }
    }
    m_words = FilterWords(others.join(QLatin1Char(' ')));
}

bool ActivityWords::accept(const ActivityEntry &entry, const QString &searchText) const
{
    const auto fits = [&entry](const QStringList &words, auto predicate) {
        return std::all_of(words.begin(), words.end(), [&entry, &predicate](const QString &word) {
            return predicate(entry, word);
        });
    };
    return fits(m_nodes, hasPlace) &&
           fits(
               m_persons,
               [](const ActivityEntry &e, const QString &word) { return e.isAbout(word); }) &&
           fits(
               m_runs, [](const ActivityEntry &e,
                          const QString &word) { return e.run.startsWith(word); }) &&
           m_words.accept(searchText);
}

bool ActivityWords::accept(const ActivityPart &part) const
{
    const bool isThere = std::all_of(m_nodes.begin(), m_nodes.end(), [&part](const QString &word) {
        return !part.node || isPlace(part.node, part.worker, word);
    });
    return isThere &&
           std::all_of(m_persons.begin(), m_persons.end(), [&part](const QString &login) {
               return part.person.isEmpty() || part.person == login;
           });
}

QString ActivityWords::nodeWord(const NodeRef &node)
{
    return NodeField + node.text();
}

QString ActivityWords::personWord(const QString &login)
{
    return PersonField + login;
}

QString ActivityWords::runWord(const QString &id)
{
    return RunField + id;
}

} // namespace podium::models
