// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activityexport.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace podium::models {

namespace {

QString csvCell(QString text)
{
    static const QString formulaStarts = QStringLiteral("=+-@\t\r");
    if (!text.isEmpty() && formulaStarts.contains(text.front())) {
        text.prepend(QLatin1Char('\''));
    }
    text.replace(QLatin1Char('"'), QLatin1String("\"\""));
    return QStringLiteral("\"%1\"").arg(text);
}

QString timeText(const ActivityEntry &entry)
{
    return entry.time.toUTC().toString(Qt::ISODateWithMs);
}

QString nodeText(const std::optional<NodeRef> &node)
{
    return node ? node->text() : QString();
}

QString numberText(int number, int none)
{
    return number == none ? QString() : QString::number(number);
}

QByteArray csvLine(QStringList cells)
{
    for (QString &cell : cells) {
        cell = csvCell(cell);
    }
    return cells.join(QLatin1Char(',')).toUtf8() + "\r\n";
}

QJsonArray partsOf(const ActivityEntry &entry)
{
    QJsonArray parts;
    for (const ActivityPart &part : entry.parts) {
        parts.append(QJsonObject{
            {QStringLiteral("node"), nodeText(part.node)},
            {QStringLiteral("worker"), part.worker},
            {QStringLiteral("person"), part.person},
            {QStringLiteral("summary"), part.text},
            {QStringLiteral("outcome"), store::outcomeName(part.outcome)}});
    }
    return parts;
}

} // namespace

QByteArray activityToCsv(const std::vector<ActivityEntry> &entries)
{
    QByteArray csv =
        "time,kind,outcome,node,worker,run,person,configVersion,subject,summary,detail\r\n";
    for (const ActivityEntry &entry : entries) {
        csv += csvLine(
            {timeText(entry), store::activityKindName(entry.kind),
             store::outcomeName(entry.outcome), nodeText(entry.node), numberText(entry.worker, -1),
             entry.run, entry.person, numberText(entry.configVersion, 0), entry.subject, entry.text,
             entry.detail});
        for (const ActivityPart &part : entry.parts) {
            csv += csvLine(
                {timeText(entry), QStringLiteral("part"), store::outcomeName(part.outcome),
                 nodeText(part.node), numberText(part.worker, -1), entry.run, part.person,
                 QString(), partPlace(part), part.text, QString()});
        }
    }
    return csv;
}

QByteArray activityToJson(const std::vector<ActivityEntry> &entries)
{
    QJsonArray array;
    for (const ActivityEntry &entry : entries) {
        array.append(QJsonObject{
            {QStringLiteral("time"), timeText(entry)},
            {QStringLiteral("kind"), store::activityKindName(entry.kind)},
            {QStringLiteral("outcome"), store::outcomeName(entry.outcome)},
            {QStringLiteral("node"), nodeText(entry.node)},
            {QStringLiteral("worker"), entry.worker},
            {QStringLiteral("run"), entry.run},
            {QStringLiteral("person"), entry.person},
            {QStringLiteral("configVersion"), entry.configVersion},
            {QStringLiteral("subject"), entry.subject},
            {QStringLiteral("summary"), entry.text},
            {QStringLiteral("detail"), entry.detail},
            {QStringLiteral("parts"), partsOf(entry)},
            {QStringLiteral("partsLeftOut"), entry.partsLeftOut}});
    }
    return QJsonDocument(array).toJson();
}

} // namespace podium::models
