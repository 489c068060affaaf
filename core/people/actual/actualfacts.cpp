// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/actual/actualfacts.h"

#include "core/remote/record.h"

#include <QRegularExpression>

namespace podium::people {

namespace {

constexpr int MostAccounts = 5000;
constexpr int LongestLogin = 256;
constexpr int MostKeyLines = 100000;
constexpr int MostProcessNames = 20; ///< as the script has it

/// Takes the words of a fact one after another; the last may be all that is left.
class Words final
{
public:
    explicit Words(const QByteArray &text) : m_text(text) {}

    QByteArray next()
    {
        const int end = m_text.indexOf(' ', m_at);
        const QByteArray word = end < 0 ? m_text.mid(m_at) : m_text.mid(m_at, end - m_at);
        m_at = end < 0 ? m_text.size() : end + 1;
        return word;
    }
    qint64 number() { return next().toLongLong(); }
    QByteArray rest() { return m_text.mid(m_at); }
    QString restText() { return QString::fromUtf8(rest()); }

private:
    const QByteArray &m_text;
    int m_at = 0;
};

/// "USERS HOSTS = …": the users are what stands before the last word in front of '='.
QStringList usersOf(const QString &rule)
{
    static const QRegularExpression space(QStringLiteral("\\s+"));
    const QString head = rule.section(QLatin1Char('='), 0, 0).trimmed();
    const QString users = head.section(space, 0, -2);
    if (!rule.contains(QLatin1Char('=')) || users.startsWith(QLatin1String("Defaults")) ||
        head.contains(QLatin1String("_Alias"))) {
        return {};
    }
    QStringList names = users.split(QLatin1Char(','));
    for (QString &name : names) {
        name = name.trimmed();
    }
    return names;
}

void readTime(ActualFacts &facts, Words &words)
{
    facts.time = words.number();
    const QByteArray zone = words.next();
    if (zone.size() == 5) {
        const int seconds = zone.mid(1, 2).toInt() * 3600 + zone.mid(3, 2).toInt() * 60;
        facts.utcOffset = zone[0] == '-' ? -seconds : seconds;
    }
}

void readAccount(ActualFacts &facts, Words &words)
{
    const QList<QByteArray> fields = words.rest().split(':');
    if (fields.size() == 7 && fields[0].size() <= LongestLogin &&
        int(facts.accounts.size()) < MostAccounts) {
        facts.accounts.push_back(fields);
    }
}

void readGroup(ActualFacts &facts, Words &words)
{
    const QStringList fields = words.restText().split(QLatin1Char(':'));
    if (fields.size() == 4 && int(facts.groups.size()) < MostAccounts) {
        facts.groups.push_back(
            {fields[0], fields[2].toLongLong(),
             fields[3].split(QLatin1Char(','), Qt::SkipEmptyParts)});
    }
}

void readPath(ActualFacts &facts, Words &words)
{
    PathFact fact;
    fact.mode = words.next().toUInt(nullptr, 16);
    fact.uid = words.number();
    words.number();
    fact.size = words.number();
    facts.paths.insert(words.rest(), fact);
}

void readKeyFileRecord(ActualFacts &facts, Words &words)
{
    const int number = int(words.number());
    facts.keyFiles.insert(words.rest(), number);
}

void readKey(ActualFacts &facts, Words &words)
{
    std::vector<QByteArray> &lines = facts.keyLines[int(words.number())];
    const qint64 lineNumber = words.number();
    // The lines come in order; anything else is not the script's.
    if (lineNumber == qint64(lines.size()) + 1 && lineNumber <= MostKeyLines) {
        lines.push_back(words.rest());
    }
}

void readLastLogin(ActualFacts &facts, Words &words)
{
    const QByteArray line = words.rest();
    const int end = line.indexOf(' ');
    if (end > 0) {
        facts.lastLogins.insert(line.left(end), line.mid(end).simplified());
    }
}

void readProcess(ActualFacts &facts, Words &words)
{
    const qint64 uid = words.number();
    const QString pid = QString::fromLatin1(words.next());
    const QString name = words.restText();
    if (QStringList &names = facts.processNames[uid]; names.size() < MostProcessNames) {
        names << QString(pid % QLatin1Char(' ') % name);
    }
}

using Take = void (*)(ActualFacts &, Words &);

const QHash<QByteArray, Take> &takers()
{
    static const QHash<QByteArray, Take> table{
        {"host", [](ActualFacts &f, Words &w) { f.host = w.rest(); }},
        {"time", readTime},
        {"self", [](ActualFacts &f, Words &w) { f.self = w.rest(); }},
        {"missing", [](ActualFacts &f, Words &w) { f.missingTools << w.restText(); }},
        {"account", readAccount},
        {"password",
         [](ActualFacts &f, Words &w) {
             const QByteArray login = w.next();
             f.shadow.insert(login, w.rest().split(' '));
         }},
        {"group", readGroup},
        {"managed",
         [](ActualFacts &f, Words &w) {
             const QByteArray login = w.next();
             f.managed[login] << w.rest();
         }},
        {"google", [](ActualFacts &f, Words &w) { f.googleUsers << w.rest(); }},
        {"sudoers",
         [](ActualFacts &f, Words &w) {
             const QString file = QString::fromUtf8(w.next());
             const QString rule = w.restText();
             f.sudoRules.push_back({file, rule, usersOf(rule)});
         }},
        {"sshd",
         [](ActualFacts &f, Words &w) {
             const QString name = QString::fromUtf8(w.next());
             f.sshd[name] << w.restText();
         }},
        {"path", readPath},
        {"keyfile", readKeyFileRecord},
        {"key", readKey},
        {"keycut", [](ActualFacts &f, Words &w) { f.cutKeyFiles << int(w.number()); }},
        {"cut", [](ActualFacts &f, Words &w) { f.cuts << w.rest(); }},
        {"expiry",
         [](ActualFacts &f, Words &w) {
             const QByteArray digits = w.next();
             f.expiries.insert(digits, w.number());
         }},
        {"lastlog", readLastLogin},
        {"process", readProcess},
        {"processes",
         [](ActualFacts &f, Words &w) {
             const qint64 uid = w.number();
             f.processCounts.insert(uid, int(w.number()));
         }},
        {"crontab", [](ActualFacts &f, Words &w) { f.crontabs << w.rest(); }},
        {"linger", [](ActualFacts &f, Words &w) { f.lingerers << w.rest(); }},
        {"units", [](ActualFacts &f, Words &w) { f.units << w.rest(); }},
    };
    return table;
}

} // namespace

ActualFacts sortFacts(const QByteArray &output)
{
    ActualFacts facts;
    bool hasBegun = false;
    remote::RecordReader reader;
    while (const auto record = reader.next(output)) {
        if (record->kind == "inspect") {
            hasBegun = true;
        } else if (hasBegun) {
            const QByteArray text = record->at(0);
            Words words(text);
            if (const Take take = takers().value(record->kind)) {
                take(facts, words);
            }
        }
    }
    facts.isWhole = hasBegun && reader.isComplete();
    return facts;
}

} // namespace podium::people
