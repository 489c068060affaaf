// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/auditrows.h"

#include "core/people/plantexts.h"
#include "core/people/roster.h"
#include "core/ssh/plaintext.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace podium::models {

using namespace podium::people;

namespace {

QString auditWord(const char *text)
{
    return QCoreApplication::translate("Audit", text);
}

QString ownerOf(const Roster &roster, const PublicKey &key)
{
    QStringList names;
    for (const UserName &login : ownersOf(roster, key)) {
        names << login.text();
    }
    for (const Leaver &leaver : roster.leavers) {
        if (std::find(leaver.keys.begin(), leaver.keys.end(), key) != leaver.keys.end()) {
            names << auditWord("%1, who left").arg(leaver.login.text());
        }
    }
    return names.join(QStringLiteral(", "));
}

AuditRow rowOf(const WorkerRef &worker, const FoundAccount &account)
{
    AuditRow row;
    row.worker = worker;
    row.login = ssh::plainText(account.login.toUtf8(), 40);
    row.keeper = account.origin != AccountOrigin::None ? QStringLiteral("Podium")
                 : account.isGoogles                   ? QStringLiteral("Google")
                                                       : QString();
    row.canBeRoot = account.isRoot() || account.hasPodiumSudo || !account.sudoSources.isEmpty();
    row.lastLogin = ssh::plainText(account.lastLogin.toUtf8(), 80);
    row.remarks = account.pathProblems;
    if (account.isClosed()) {
        row.remarks << auditWord("closed");
    }
    if (account.password == QLatin1String("set") || account.password == QLatin1String("empty")) {
        row.remarks
            << (account.password == QLatin1String("set") ? auditWord("has a password")
                                                         : auditWord("has an empty password"));
    }
    if (const QString traces = tracesText(account); !traces.isEmpty()) {
        row.remarks << traces;
    }
    return row;
}

void addKey(AuditRow &row, const FoundKey &key, const Roster &roster)
{
    if (!key.line) {
        row.key = auditWord("a line that is no key");
        return;
    }
    row.key = key.line->key.fingerprint();
    row.comment = ssh::plainText(key.line->comment, 80);
    row.person = ownerOf(roster, key.line->key);
    row.until = key.until ? timeText(*key.until) : QString();
    if (row.person.isEmpty()) {
        row.remarks << auditWord("a key of nobody on the roster");
    }
    if (key.inSecondFile) {
        row.remarks << auditWord("in authorized_keys2");
    }
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

QStringList AuditRow::texts() const
{
    return {worker.text(), login,
            keeper,        canBeRoot ? auditWord("yes") : auditWord("no"),
            person,        key,
            comment,       until,
            lastLogin,     remarks.join(QStringLiteral("; "))};
}

QStringList auditHeaders()
{
    return {auditWord("Worker"),     auditWord("Account"), auditWord("Kept by"), auditWord("Root"),
            auditWord("Person"),     auditWord("Key"),     auditWord("Comment"), auditWord("Until"),
            auditWord("Last login"), auditWord("Remarks")};
}

std::vector<AuditRow> auditRows(const PeopleService &service)
{
    std::vector<AuditRow> rows;
    for (const WorkerRef &worker : service.workers()) {
        const WorkerLook *look = service.look(worker);
        if (!look || !look->found) {
            continue;
        }
        for (const FoundAccount &account : look->found->accounts) {
            const AuditRow row = rowOf(worker, account);
            for (const FoundKey &key : account.keys) {
                rows.push_back(row);
                addKey(rows.back(), key, service.roster());
            }
            if (account.keys.empty()) {
                rows.push_back(row);
            }
        }
    }
    return rows;
}

QByteArray auditToCsv(const std::vector<AuditRow> &rows)
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
        csv += line(row.texts());
    }
    return csv;
}

QByteArray auditToJson(const std::vector<AuditRow> &rows)
{
    QJsonArray list;
    for (const AuditRow &row : rows) {
        list.append(QJsonObject{
            {QStringLiteral("worker"), row.worker.text()},
            {QStringLiteral("login"), row.login},
            {QStringLiteral("keptBy"), row.keeper},
            {QStringLiteral("person"), row.person},
            {QStringLiteral("root"), row.canBeRoot},
            {QStringLiteral("key"), row.key},
            {QStringLiteral("comment"), row.comment},
            {QStringLiteral("until"), row.until},
            {QStringLiteral("lastLogin"), row.lastLogin},
            {QStringLiteral("remarks"), QJsonArray::fromStringList(row.remarks)}});
    }
    return QJsonDocument(list).toJson();
}

} // namespace podium::models
