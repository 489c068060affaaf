// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/loadtexts.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace podium::tpu {

QString partText(const std::optional<double> &part)
{
    return part ? QStringLiteral("%1 %").arg(int(std::lround(*part * 100))) : QStringLiteral("-");
}

QString blocksText(const std::vector<float> &parts)
{
    static const QString blocks = QStringLiteral("▁▂▃▄▅▆▇█");
    QString text;
    for (const float part : parts) {
        const int height = std::isnan(part) ? 0 : int(part * float(blocks.size()));
        text += std::isnan(part) ? QLatin1Char(' ')
                                 : blocks.at(std::clamp(height, 0, blocks.size() - 1));
    }
    return text;
}

QString bytesText(double bytes)
{
    static const QStringList units{
        QStringLiteral("B"), QStringLiteral("KiB"), QStringLiteral("MiB"), QStringLiteral("GiB"),
        QStringLiteral("TiB")};
    constexpr double step = 1024;
    int unit = 0;
    while (bytes >= step && unit + 1 < units.size()) {
        bytes /= step;
        ++unit;
    }
    const bool isSmall = unit > 0 && bytes < 10;
    return QStringLiteral("%1 %2").arg(
        QString::number(bytes, 'f', isSmall ? 1 : 0), units.at(unit));
}

QString rateText(const std::optional<double> &bytesPerSecond)
{
    return bytesPerSecond ? bytesText(*bytesPerSecond) + QStringLiteral("/s") : QStringLiteral("-");
}

QString metricsStateName(RuntimeMetrics::State state)
{
    switch (state) {
    case RuntimeMetrics::State::Unknown:
        break;
    case RuntimeMetrics::State::NoWorkload:
        return QStringLiteral("no-workload");
    case RuntimeMetrics::State::NoData:
        return QStringLiteral("no-data");
    case RuntimeMetrics::State::Known:
        return QStringLiteral("known");
    }
    return QStringLiteral("unknown");
}

QString metricsStateText(RuntimeMetrics::State state)
{
    switch (state) {
    case RuntimeMetrics::State::Unknown:
        break;
    case RuntimeMetrics::State::NoWorkload:
        return QStringLiteral("no workload");
    case RuntimeMetrics::State::NoData:
        return QStringLiteral("no data");
    case RuntimeMetrics::State::Known:
        return QStringLiteral("in use");
    }
    return QStringLiteral("unknown");
}

std::optional<double> fullestDisk(const HostCounters &counters)
{
    std::optional<double> fullest;
    for (const FileSystem &disk : counters.disks) {
        fullest = std::max(fullest.value_or(0), disk.usedPart());
    }
    return fullest;
}

} // namespace podium::tpu
