// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantjson.h"

#include "core/base/nearestword.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace podium::lifecycle {

namespace {

constexpr int FormatVersion = 1;
constexpr int MostEntries = 1000;

Error unreadable(const QString &where, const QString &what)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("The TPU grants cannot be read: %1.").arg(what),
        {},
        {},
        where};
}

/// About a name that an object has and may not have.
std::optional<Error>
unknownName(const QJsonObject &object, const QStringList &known, const QString &where)
{
    for (const QString &name : object.keys()) {
        if (!known.contains(name)) {
            Error error =
                unreadable(where, QStringLiteral("there is no \"%1\"").arg(name.left(40)));
            error.hint = didYouMean(name.left(40), known).trimmed();
            return error;
        }
    }
    return std::nullopt;
}

/// A whole number that is none of JSON's fractions; nothing for all else.
std::optional<int> wholeNumber(const QJsonValue &value)
{
    const double number = value.toDouble(-1);
    const bool isWhole = value.isDouble() && std::floor(number) == number && number >= 0 &&
                         number <= std::numeric_limits<int>::max();
    return isWhole ? std::optional<int>(int(number)) : std::nullopt;
}

Result<TpuGrantRow> rowFromJson(const QJsonObject &object, const QString &where)
{
    if (const auto stranger = unknownName(
            object,
            {QStringLiteral("count"), QStringLiteral("unit"), QStringLiteral("deviceCores"),
             QStringLiteral("spot"), QStringLiteral("generation"), QStringLiteral("zone")},
            where)) {
        return failure(*stranger);
    }
    const auto count = wholeNumber(object[QStringLiteral("count")]);
    const auto device = wholeNumber(
        object[QStringLiteral("deviceCores")].isUndefined()
            ? QJsonValue(0)
            : object[QStringLiteral("deviceCores")]);
    const QString unit = object[QStringLiteral("unit")].toString();
    const auto generation = generationFromName(object[QStringLiteral("generation")].toString());
    const auto zone = Zone::parse(object[QStringLiteral("zone")].toString());
    if (!count || !device || (unit != QLatin1String("chips") && unit != QLatin1String("cores")) ||
        !object[QStringLiteral("spot")].isBool() || !generation || !zone) {
        return failure(unreadable(
            where,
            QStringLiteral("a row needs \"count\", \"unit\" (chips or cores), \"spot\" (true "
                           "or false), \"generation\" and \"zone\"")));
    }
    return TpuGrantRow{
        *count,      unit == QLatin1String("chips") ? TpuUnit::Chips : TpuUnit::Cores,
        *device,     object[QStringLiteral("spot")].toBool(),
        *generation, *zone};
}

Result<TpuGrant> grantFromJson(const QJsonObject &object)
{
    const QString where = object[QStringLiteral("project")].toString().left(60);
    if (const auto stranger = unknownName(
            object,
            {QStringLiteral("project"), QStringLiteral("from"), QStringLiteral("until"),
             QStringLiteral("rows")},
            where)) {
        return failure(*stranger);
    }
    const QJsonArray rows = object[QStringLiteral("rows")].toArray();
    if (rows.size() > MostEntries) {
        return failure(unreadable(where, QStringLiteral("there are too many rows")));
    }
    TpuGrant grant;
    grant.project =
        ProjectId::parse(object[QStringLiteral("project")].toString()).value_or(ProjectId());
    grant.from = QDate::fromString(object[QStringLiteral("from")].toString(), Qt::ISODate);
    grant.until = QDate::fromString(object[QStringLiteral("until")].toString(), Qt::ISODate);
    for (const QJsonValue &value : rows) {
        const auto row = rowFromJson(value.toObject(), where);
        if (!row) {
            return failure(row.error());
        }
        grant.rows.push_back(*row);
    }
    return grant;
}

} // namespace

QJsonObject grantRowToJson(const TpuGrantRow &row)
{
    QJsonObject object{
        {QStringLiteral("count"), row.count},
        {QStringLiteral("unit"), row.unitName()},
        {QStringLiteral("spot"), row.spot},
        {QStringLiteral("generation"), generationName(row.generation)},
        {QStringLiteral("zone"), row.zone.text()}};
    if (row.deviceCores > 0) {
        object[QStringLiteral("deviceCores")] = row.deviceCores;
    }
    return object;
}

QJsonObject grantToJson(const TpuGrant &grant)
{
    QJsonArray rows;
    for (const TpuGrantRow &row : grant.rows) {
        rows.append(grantRowToJson(row));
    }
    return {
        {QStringLiteral("project"), grant.project.text()},
        {QStringLiteral("from"), grant.from.toString(Qt::ISODate)},
        {QStringLiteral("until"), grant.until.toString(Qt::ISODate)},
        {QStringLiteral("rows"), rows}};
}

QByteArray grantsToJson(const TpuGrants &grants)
{
    QJsonArray list;
    for (const TpuGrant &grant : grants) {
        list.append(grantToJson(grant));
    }
    return QJsonDocument(QJsonObject{
                             {QStringLiteral("podiumTpuGrants"), FormatVersion},
                             {QStringLiteral("grants"), list}})
        .toJson(QJsonDocument::Indented);
}

Result<TpuGrants> grantsFromJson(const QByteArray &json)
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (problem.error != QJsonParseError::NoError) {
        return failure(unreadable(
            {}, QStringLiteral("no JSON at byte %1 (%2)")
                    .arg(QString::number(problem.offset), problem.errorString())));
    }
    QJsonObject object = document.object();
    if (object.take(QLatin1String("podiumTpuGrants")).toInt() != FormatVersion) {
        return failure(unreadable({}, QStringLiteral("this is no document of this Podium's")));
    }
    if (const auto stranger = unknownName(object, {QStringLiteral("grants")}, {})) {
        return failure(*stranger);
    }
    const QJsonArray list = object[QStringLiteral("grants")].toArray();
    if (!object[QStringLiteral("grants")].isArray() || list.size() > MostEntries) {
        return failure(unreadable({}, QStringLiteral("\"grants\" is no list, or has too many")));
    }
    Result<TpuGrants> grants;
    for (const QJsonValue &value : list) {
        const auto grant = grantFromJson(value.toObject());
        grants = grant ? withGrant(std::move(*grants), *grant) : failure(grant.error());
        if (!grants) {
            return grants;
        }
    }
    return grants;
}

} // namespace podium::lifecycle
