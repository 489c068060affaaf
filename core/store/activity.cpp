// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/activity.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>

namespace podium::store {

namespace {

const QStringList &activityKindNames()
{
    static const QStringList names{
        QStringLiteral("node"),     QStringLiteral("state"),       QStringLiteral("ip"),
        QStringLiteral("host-key"), QStringLiteral("maintenance"), QStringLiteral("node-action"),
        QStringLiteral("run"),      QStringLiteral("people"),      QStringLiteral("config-write"),
        QStringLiteral("error"),    QStringLiteral("note")};
    return names;
}

const QStringList &outcomeNames()
{
    static const QStringList names{QStringLiteral("good"),    QStringLiteral("busy"),
                                   QStringLiteral("warning"), QStringLiteral("bad"),
                                   QStringLiteral("off"),     QStringLiteral("unknown")};
    return names;
}

/// What went wrong is found first.
int rank(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Bad:
        return 0;
    case Outcome::Warning:
        return 1;
    case Outcome::Busy:
        return 2;
    default:
        return 3;
    }
}

QJsonObject partToJson(const ActivityPart &part)
{
    QJsonObject json{
        {QStringLiteral("text"), part.text},
        {QStringLiteral("outcome"), outcomeName(part.outcome)}};
    if (part.node) {
        json.insert(QStringLiteral("node"), part.node->text());
    }
    if (part.worker >= 0) {
        json.insert(QStringLiteral("worker"), part.worker);
    }
    if (!part.person.isEmpty()) {
        json.insert(QStringLiteral("person"), part.person);
    }
    return json;
}

ActivityPart partFromJson(const QJsonObject &json)
{
    return {
        nodeFromText(json.value(QStringLiteral("node")).toString()),
        json.value(QStringLiteral("worker")).toInt(-1),
        json.value(QStringLiteral("person")).toString(),
        json.value(QStringLiteral("text")).toString(),
        outcomeFromName(json.value(QStringLiteral("outcome")).toString())};
}

} // namespace

QString activityKindName(ActivityKind kind)
{
    return activityKindNames().at(int(kind));
}

std::optional<ActivityKind> activityKindFromName(const QString &name)
{
    const int index = activityKindNames().indexOf(name);
    return index < 0 ? std::nullopt : std::optional(ActivityKind(index));
}

QString outcomeName(Outcome outcome)
{
    return outcomeNames().at(int(outcome));
}

Outcome outcomeFromName(const QString &name)
{
    const int index = outcomeNames().indexOf(name);
    return index < 0 ? Outcome::Unknown : Outcome(index);
}

std::optional<NodeRef> nodeFromText(const QString &text)
{
    const auto worker = WorkerRef::parse(text + QStringLiteral(":0"));
    return worker ? std::optional(worker->node) : std::nullopt;
}

bool ActivityEntry::isAbout(const NodeRef &ref) const
{
    return node == ref || std::any_of(parts.begin(), parts.end(), [&ref](const ActivityPart &part) {
               return part.node == ref;
           });
}

bool ActivityEntry::isAbout(const QString &login) const
{
    return person == login ||
           std::any_of(parts.begin(), parts.end(), [&login](const ActivityPart &part) {
               return part.person == login;
           });
}

void ActivityEntry::setParts(std::vector<ActivityPart> all)
{
    parts = std::move(all);
    partsLeftOut = std::max(0, int(parts.size()) - MostParts);
    if (partsLeftOut > 0) {
        std::stable_sort(parts.begin(), parts.end(), [](const auto &a, const auto &b) {
            return rank(a.outcome) < rank(b.outcome);
        });
        parts.resize(MostParts);
    }
}

void setPlace(ActivityEntry &entry, const QString &place)
{
    if (const auto worker = WorkerRef::parse(place)) {
        entry.node = worker->node;
        entry.worker = worker->index;
        entry.subject = QStringLiteral("%1:%2").arg(worker->node.name.text()).arg(worker->index);
    } else if (const auto node = nodeFromText(place)) {
        entry.node = node;
        entry.subject = node->name.text();
    } else {
        entry.subject = place;
    }
}

ActivityEntry activityOf(const Error &error, const QDateTime &time)
{
    QStringList lines{error.detail, error.hint};
    lines.removeAll(QString());
    ActivityEntry entry;
    entry.time = time;
    entry.kind = ActivityKind::Error;
    entry.outcome = Outcome::Bad;
    setPlace(entry, error.subject);
    entry.text = error.summary;
    entry.detail = lines.join(QLatin1Char('\n'));
    return entry;
}

QByteArray partsToJson(const ActivityEntry &entry)
{
    if (entry.parts.empty()) {
        return QByteArrayLiteral("");
    }
    QJsonArray parts;
    for (const ActivityPart &part : entry.parts) {
        parts.append(partToJson(part));
    }
    return QJsonDocument(QJsonObject{
                             {QStringLiteral("parts"), parts},
                             {QStringLiteral("leftOut"), entry.partsLeftOut}})
        .toJson(QJsonDocument::Compact);
}

void readParts(ActivityEntry &entry, const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    for (const QJsonValue &part : object.value(QStringLiteral("parts")).toArray()) {
        entry.parts.push_back(partFromJson(part.toObject()));
    }
    entry.partsLeftOut = std::max(0, object.value(QStringLiteral("leftOut")).toInt());
}

} // namespace podium::store
