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

QString nodeText(const ActivityEntry &entry)
{
    return entry.node ? entry.node->text() : QString();
}

} // namespace

QByteArray activityToCsv(const std::vector<ActivityEntry> &entries)
{
    QByteArray csv = "time,kind,node,subject,summary,detail\r\n";
    for (const ActivityEntry &entry : entries) {
        const QStringList cells{csvCell(timeText(entry)), csvCell(activityKindName(entry.kind)),
                                csvCell(nodeText(entry)), csvCell(entry.subject),
                                csvCell(entry.summary),   csvCell(entry.detail)};
        csv += cells.join(QLatin1Char(',')).toUtf8() + "\r\n";
    }
    return csv;
}

QByteArray activityToJson(const std::vector<ActivityEntry> &entries)
{
    QJsonArray array;
    for (const ActivityEntry &entry : entries) {
        array.append(QJsonObject{
            {QStringLiteral("time"), timeText(entry)},
            {QStringLiteral("kind"), activityKindName(entry.kind)},
            {QStringLiteral("node"), nodeText(entry)},
            {QStringLiteral("subject"), entry.subject},
            {QStringLiteral("summary"), entry.summary},
            {QStringLiteral("detail"), entry.detail}});
    }
    return QJsonDocument(array).toJson();
}

} // namespace podium::models
