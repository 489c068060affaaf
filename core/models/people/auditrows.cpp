// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/auditrows.h"

#include "core/people/plan/plantexts.h"
#include "core/ssh/plaintext.h"

#include <QCoreApplication>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace podium::models {

using namespace podium::people;

namespace {

struct AuditWords
{
    Q_DECLARE_TR_FUNCTIONS(Audit)
};

/// What is said of a key wherever it stands: worked out once, however many workers have it.
class KeyWords final
{
public:
    explicit KeyWords(const Roster &roster)
    {
        for (const Person &person : roster.people) {
            for (const RosterKey &key : person.keys) {
                m_owners[key.key.blob()] << person.login.text();
            }
        }
        for (const FormerMember &formerMember : roster.formerMembers) {
            for (const PublicKey &key : formerMember.keys) {
                m_owners[key.blob()]
                    << AuditWords::tr("%1, who left").arg(formerMember.login.text());
            }
        }
    }
    struct Words
    {
        QString fingerprint;
        QString owner; ///< empty: nobody on the roster
    };
    const Words &of(const PublicKey &key)
    {
        Words &words = m_words[key.blob()];
        if (words.fingerprint.isEmpty()) {
            words = {key.fingerprint(), m_owners.value(key.blob()).join(QStringLiteral(", "))};
        }
        return words;
    }

private:
    QHash<QByteArray, QStringList> m_owners;
    QHash<QByteArray, Words> m_words;
};

AuditRow rowOf(const WorkerRef &worker, const ActualWorker &found, const ActualAccount &account)
{
    AuditRow row;
    row.worker = worker;
    row.login = ssh::plainText(account.login.toUtf8(), 40);
    row.reconciler = account.origin != AccountOrigin::None ? QStringLiteral("Podium")
                     : account.isGoogles                   ? QStringLiteral("Google")
                                                           : QString();
    row.canBeRoot = account.isRoot() || account.hasPodiumSudo || !account.sudoSources.isEmpty();
    row.lastLogin = ssh::plainText(found.lastLogins.value(account.login).toUtf8(), 80);
    for (const QString &problem : account.pathProblems) {
        row.remarks << ssh::plainText(problem.toUtf8());
    }
    if (const QString problem = shellProblem(account.shell); !problem.isEmpty()) {
        row.remarks << problem;
    }
    if (account.isClosed()) {
        row.remarks << AuditWords::tr("closed");
    }
    if (account.password == QLatin1String("set") || account.password == QLatin1String("empty")) {
        row.remarks
            << (account.password == QLatin1String("set") ? AuditWords::tr("has a password")
                                                         : AuditWords::tr("has an empty password"));
    }
    if (const QString traces = tracesText(account, found.processes.value(account.login));
        !traces.isEmpty()) {
        row.remarks << traces;
    }
    return row;
}

void addKey(AuditRow &row, const ActualKey &key, KeyWords &keys)
{
    if (!key.line) {
        row.key = AuditWords::tr("a line that is not a key");
        return;
    }
    const KeyWords::Words &words = keys.of(key.line->key);
    row.key = words.fingerprint;
    row.comment = ssh::plainText(key.line->comment, 80);
    row.person = words.owner;
    row.until = key.until ? timeText(*key.until) : QString();
    if (row.person.isEmpty()) {
        row.remarks << AuditWords::tr("a key of nobody on the roster");
    }
    if (key.inSecondFile) {
        row.remarks << AuditWords::tr("in authorized_keys2");
    }
}

QString uncheckedText()
{
    return AuditWords::tr("not checked");
}

QByteArray csvField(QString text)
{
    if (!text.isEmpty() && QStringLiteral("=+-@\t\r").contains(text[0])) {
        text.prepend(QLatin1Char('\''));
    }
    text.replace(QLatin1Char('"'), QLatin1String("\"\""));
    return '"' + text.toUtf8() + '"';
}

} // namespace

QString AuditRow::text(int column) const
{
    switch (column) {
    case 0:
        return worker.text();
    case 1:
        return login;
    case 2:
        return reconciler;
    case 3:
        return canBeRoot ? AuditWords::tr("yes") : AuditWords::tr("no");
    case 4:
        return person;
    case 5:
        return key;
    case 6:
        return comment;
    case 7:
        return until;
    case 8:
        return lastLogin;
    case 9:
        return remarks.join(QStringLiteral("; "));
    default:
        return {};
    }
}

QStringList auditHeaders()
{
    return {AuditWords::tr("Worker"),  AuditWords::tr("Account"), AuditWords::tr("Kept by"),
            AuditWords::tr("Root"),    AuditWords::tr("Person"),  AuditWords::tr("Key"),
            AuditWords::tr("Comment"), AuditWords::tr("Until"),   AuditWords::tr("Last login"),
            AuditWords::tr("Remarks")};
}

QString AuditScope::text() const
{
    const int all = checked + int(unchecked.size());
    return unchecked.empty() ? QString()
           : all == 1        ? AuditWords::tr("The only worker was not checked.")
                             : AuditWords::tr("On %1 of %2 workers; %3 not checked.")
                            .arg(checked)
                            .arg(all)
                            .arg(unchecked.size());
}

AuditFacts auditFacts(const PeopleService &service)
{
    AuditFacts facts;
    facts.roster = service.roster();
    for (const WorkerRef &worker : service.workers()) {
        const WorkerCheck *check = service.check(worker);
        if (check && check->found) {
            facts.workers.emplace_back(worker, check->found);
        } else {
            facts.unchecked.push_back(worker);
        }
    }
    return facts;
}

std::vector<AuditRow> auditRows(const AuditFacts &facts)
{
    std::vector<AuditRow> rows;
    KeyWords keys(facts.roster);
    for (const auto &[worker, found] : facts.workers) {
        for (const auto &account : found->accounts) {
            const AuditRow row = rowOf(worker, *found, *account);
            for (const ActualKey &key : account->keys) {
                rows.push_back(row);
                addKey(rows.back(), key, keys);
            }
            if (account->keys.empty()) {
                rows.push_back(row);
            }
        }
    }
    return rows;
}

QByteArray auditToCsv(const std::vector<AuditRow> &rows, const std::vector<WorkerRef> &unchecked)
{
    const auto line = [](const QStringList &texts) {
        QList<QByteArray> fields;
        for (const QString &text : texts) {
            fields << csvField(text);
        }
        return QByteArray(fields.join(',') + "\r\n");
    };
    QByteArray csv = line(auditHeaders());
    for (const AuditRow &row : rows) {
        QStringList texts;
        for (int column = 0; column < AuditRow::columns; ++column) {
            texts << row.text(column);
        }
        csv += line(texts);
    }
    for (const WorkerRef &worker : unchecked) {
        QStringList texts{worker.text()};
        while (texts.size() < AuditRow::columns - 1) {
            texts << QString(); // not even "no": nobody knows
        }
        csv += line(texts << uncheckedText());
    }
    return csv;
}

QByteArray auditToJson(const std::vector<AuditRow> &rows, const std::vector<WorkerRef> &unchecked)
{
    QJsonArray list;
    for (const AuditRow &row : rows) {
        list.append(QJsonObject{
            {QStringLiteral("worker"), row.worker.text()},
            {QStringLiteral("login"), row.login},
            {QStringLiteral("keptBy"), row.reconciler},
            {QStringLiteral("person"), row.person},
            {QStringLiteral("root"), row.canBeRoot},
            {QStringLiteral("key"), row.key},
            {QStringLiteral("comment"), row.comment},
            {QStringLiteral("until"), row.until},
            {QStringLiteral("lastLogin"), row.lastLogin},
            {QStringLiteral("remarks"), QJsonArray::fromStringList(row.remarks)}});
    }
    for (const WorkerRef &worker : unchecked) {
        list.append(QJsonObject{
            {QStringLiteral("worker"), worker.text()},
            {QStringLiteral("remarks"), QJsonArray{uncheckedText()}}});
    }
    return QJsonDocument(list).toJson();
}

} // namespace podium::models
