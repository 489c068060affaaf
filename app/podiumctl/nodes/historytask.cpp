// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/nodes/historytask.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/eventtexts.h"

#include <QCryptographicHash>

#include <algorithm>

namespace podium::ctl {

namespace {

using store::Fact;
using store::FactKind;
using store::NodeHistory;

/// As ssh-keygen -l shows it.
QString fingerprint(const QString &hostKey)
{
    const QByteArray blob = QByteArray::fromBase64(hostKey.section(QLatin1Char(' '), 1).toLatin1());
    const QByteArray hash = QCryptographicHash::hash(blob, QCryptographicHash::Sha256);
    return QStringLiteral("SHA256:") +
           QString::fromLatin1(hash.toBase64(QByteArray::OmitTrailingEquals));
}

QString when(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODate);
}

QString valueText(const Fact &fact)
{
    return fact.kind == FactKind::HostKey ? QString(
                                                fact.value.section(QLatin1Char(' '), 0, 0) %
                                                QLatin1Char(' ') % fingerprint(fact.value))
                                          : fact.value;
}

void printFacts(const NodeHistory &history)
{
    std::vector<QStringList> rows{
        {QStringLiteral("FIRST"), QStringLiteral("LAST"), QStringLiteral("WHAT"),
         QStringLiteral("WORKER"), QStringLiteral("VALUE")}};
    for (const Fact &fact : history.facts) {
        rows.push_back(
            {when(fact.first), fact.open ? QStringLiteral("now") : when(fact.last),
             store::factKindName(fact.kind),
             fact.worker < 0 ? QStringLiteral("-") : QString::number(fact.worker),
             valueText(fact)});
    }
    printTable(rows);
}

void printEvents(const NodeHistory &history)
{
    if (history.events.empty()) {
        return;
    }
    printLine({});
    std::vector<QStringList> rows{{QStringLiteral("TIME"), QStringLiteral("EVENT")}};
    for (auto event = history.events.rbegin(); event != history.events.rend(); ++event) {
        const QString sentence = inventory::eventSentence(*event);
        const QString detail = inventory::eventDetail(*event);
        // Host keys are long, and stand above.
        const bool isLong = event->kind == inventory::EventKind::HostKeyChanged;
        rows.push_back(
            {when(event->time), detail.isEmpty() || isLong
                                    ? sentence
                                    : QString(sentence % QLatin1Char(' ') % detail)});
    }
    printTable(rows);
}

Json factJson(const Fact &fact)
{
    Json json{{"what", text(store::factKindName(fact.kind))}};
    if (fact.worker >= 0) {
        json["worker"] = fact.worker;
    }
    json["value"] = text(fact.value);
    if (fact.kind == FactKind::HostKey) {
        json["fingerprint"] = text(fingerprint(fact.value));
    }
    json["first"] = time(fact.first);
    json["last"] = time(fact.last);
    json["current"] = fact.open;
    return json;
}

QString auditText(const cloud::AuditEntry &entry)
{
    QString said = entry.action();
    if (!entry.reason.isEmpty()) {
        said += QStringLiteral(" (%1)").arg(entry.reason);
    }
    return entry.failure.isEmpty() ? said : said + QStringLiteral("; failed: ") + entry.failure;
}

void printAudit(const std::vector<cloud::AuditEntry> &entries)
{
    printLine({});
    if (entries.empty()) {
        printNote(QStringLiteral("the audit log has nothing of it; it keeps 400 days"));
        return;
    }
    std::vector<QStringList> rows{
        {QStringLiteral("TIME"), QStringLiteral("WHO"), QStringLiteral("WHAT")}};
    for (const cloud::AuditEntry &entry : entries) {
        rows.push_back(
            {when(entry.time), entry.who.isEmpty() ? QStringLiteral("Google") : entry.who,
             auditText(entry)});
    }
    printTable(rows);
}

Json auditJson(const std::vector<cloud::AuditEntry> &entries)
{
    Json list = Json::array();
    for (const cloud::AuditEntry &entry : entries) {
        list.push_back(
            {{"time", time(entry.time)},
             {"who", text(entry.who)},
             {"action", text(entry.action())},
             {"method", text(entry.method)},
             {"reason", text(entry.reason)},
             {"failure", text(entry.failure)}});
    }
    return list;
}

Json historyJson(const NodeHistory &history)
{
    Json facts = Json::array();
    for (const Fact &fact : history.facts) {
        facts.push_back(factJson(fact));
    }
    Json events = Json::array();
    for (auto event = history.events.rbegin(); event != history.events.rend(); ++event) {
        events.push_back(eventJson(*event));
    }
    Json looks = Json::array();
    for (const auto &[first, last] : history.looks) {
        looks.push_back({{"first", time(first)}, {"last", time(last)}});
    }
    return {
        {"node",
         {{"project", text(history.node.project.text())},
          {"zone", text(history.node.zone.text())},
          {"name", text(history.node.name.text())}}},
        {"asOf", time(history.asOf)},
        {"facts", std::move(facts)},
        {"events", std::move(events)},
        {"looks", std::move(looks)}};
}

/// As one error: with --json it is the document.
Error meansSeveral(const QString &name, const std::vector<NodeRef> &nodes)
{
    constexpr std::size_t Most = 10;
    QStringList names;
    for (std::size_t i = 0; i < std::min(nodes.size(), Most); ++i) {
        names << nodes[i].text();
    }
    const QString more = nodes.size() > Most
                             ? QStringLiteral(", and %1 more.").arg(nodes.size() - Most)
                             : QStringLiteral(".");
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("\"%1\" is or was the name of %2 nodes.").arg(name).arg(nodes.size()),
        names.join(QStringLiteral(", ")) + more,
        QStringLiteral("Write the full name of the one that is meant."), name};
}

} // namespace

HistoryTask::HistoryTask(
    store::History &history, cloud::AuditClient &audit, Question question, QObject *parent)
    : Task(parent)
    , m_history(history)
    , m_audit(audit)
    , m_question(std::move(question))
{}

void HistoryTask::start()
{
    m_history.nodesNamed(m_question.node, {this, [this](const Result<std::vector<NodeRef>> &nodes) {
                                               handleNames(nodes);
                                           }});
}

void HistoryTask::handleNames(const Result<std::vector<NodeRef>> &nodes)
{
    if (!nodes) {
        printError(nodes.error());
        emit finished(ExitRefused);
        return;
    }
    if (nodes->empty()) {
        printError(
            {ErrorKind::NotFound,
             QStringLiteral("Podium has never seen a node %1.").arg(m_question.node),
             {},
             QStringLiteral("podiumctl nodes lists those that there are, and remembers them."),
             m_question.node});
        emit finished(ExitUsage);
        return;
    }
    if (nodes->size() > 1) {
        printError(meansSeveral(m_question.node, *nodes));
        emit finished(ExitUsage);
        return;
    }
    m_history.node(
        nodes->front(), {this, [this](const Result<NodeHistory> &history) { print(history); }});
}

void HistoryTask::print(const Result<NodeHistory> &history)
{
    if (!history) {
        printError(history.error());
        emit finished(ExitRefused);
        return;
    }
    if (!m_question.asksWho) {
        printWithAudit(*history, {});
        return;
    }
    m_audit.ofNode(
        history->node,
        {this, [this, kept = *history](const Result<std::vector<cloud::AuditEntry>> &entries) {
             printWithAudit(kept, entries);
         }});
}

void HistoryTask::printWithAudit(
    const NodeHistory &history,
    const std::optional<Result<std::vector<cloud::AuditEntry>>> &entries)
{
    const bool isRead = entries && *entries;
    if (m_question.asJson) {
        Json document = historyJson(history);
        if (isRead) {
            document["audit"] = auditJson(**entries);
        } else if (entries) {
            document["errors"] = Json::array({errorJson(entries->error())});
        }
        printJson(document, 2);
    } else {
        printLine(QStringLiteral("%1, as of %2").arg(history.node.text(), when(history.asOf)));
        printLine({});
        printFacts(history);
        printEvents(history);
        if (isRead) {
            printAudit(**entries);
        }
    }
    if (entries && !isRead) {
        printError(entries->error());
    }
    emit finished(entries && !isRead ? ExitCloud : ExitDone);
}

} // namespace podium::ctl
