// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/pricetable.h"

#include "core/lifecycle/pricetext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace podium::lifecycle {

namespace {

Error wrongTable(const QString &what)
{
    return {ErrorKind::InvalidArgument, QStringLiteral("The price table cannot be read."), what};
}

QString regionOf(const Zone &zone)
{
    return zone.text().section(QLatin1Char('-'), 0, -2);
}

} // namespace

const PriceTable &PriceTable::builtIn()
{
    static const PriceTable table = fromJson(QByteArray(pricetext::tpu)).value_or(PriceTable());
    return table;
}

Result<PriceTable> PriceTable::fromJson(const QByteArray &json)
{
    const QJsonObject document = QJsonDocument::fromJson(json).object();
    PriceTable table;
    table.m_asOf = document[QStringLiteral("asOf")].toString();
    const QJsonArray prices = document[QStringLiteral("prices")].toArray();
    if (table.m_asOf.isEmpty() || prices.isEmpty()) {
        return failure(wrongTable(QStringLiteral("It lacks a date or prices.")));
    }
    const QJsonObject address = document[QStringLiteral("address")].toObject();
    table.m_address = {
        address[QStringLiteral("onDemand")].toDouble(), address[QStringLiteral("spot")].toDouble()};
    const QJsonObject disks = document[QStringLiteral("disks")].toObject();
    for (auto disk = disks.begin(); disk != disks.end(); ++disk) {
        table.m_disks[disk.key()] = disk.value().toDouble();
    }
    for (const QJsonValue &value : prices) {
        const QJsonObject entry = value.toObject();
        const auto generation = generationFromName(entry[QStringLiteral("generation")].toString());
        const QString form = entry[QStringLiteral("form")].toString();
        const Price price{
            entry[QStringLiteral("onDemand")].toDouble(), entry[QStringLiteral("spot")].toDouble()};
        const bool isForm =
            form.isEmpty() || form == QLatin1String("device") || form == QLatin1String("pod");
        if (!generation || !isForm || price.onDemand <= 0 || price.spot <= 0) {
            return failure(
                wrongTable(QString::fromUtf8(QJsonDocument(entry).toJson(QJsonDocument::Compact))));
        }
        const Form of = form.isEmpty()                    ? Form::Any
                        : form == QLatin1String("device") ? Form::Device
                                                          : Form::Pod;
        for (const QJsonValue &region : entry[QStringLiteral("regions")].toArray()) {
            table.m_prices[{*generation, of, region.toString()}] = price;
        }
    }
    return table;
}

PriceTable::Form PriceTable::formOf(const TpuType &type)
{
    if (type.generation != Generation::V2 && type.generation != Generation::V3) {
        return Form::Any;
    }
    constexpr int deviceChips = 4;
    return type.chips == deviceChips ? Form::Device : Form::Pod;
}

std::optional<double>
PriceTable::dollarsPerDay(const TpuType &type, const Zone &zone, bool spot) const
{
    const auto found = m_prices.find({type.generation, formOf(type), regionOf(zone)});
    if (found == m_prices.end()) {
        return std::nullopt;
    }
    constexpr int hours = 24;
    return (spot ? found->second.spot : found->second.onDemand) * hours * type.chips;
}

double PriceTable::addressDollarsPerDay(bool spot) const
{
    constexpr int hours = 24;
    return (spot ? m_address.spot : m_address.onDemand) * hours;
}

std::optional<double> PriceTable::diskDollarsPerDay(const QString &type, double gib) const
{
    constexpr double hoursOfAMonth = 730; // as Google counts one
    constexpr int hours = 24;
    const auto found = m_disks.find(type);
    return found == m_disks.end() ? std::nullopt
                                  : std::optional(found->second * gib * hours / hoursOfAMonth);
}

QString dollarText(double dollars)
{
    return QLatin1Char('$') +
           QLocale(QLocale::English, QLocale::UnitedStates).toString(dollars, 'f', 2);
}
} // namespace podium::lifecycle
