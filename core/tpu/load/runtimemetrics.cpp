// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/runtimemetrics.h"

#include "tpumetrics.pb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace podium::tpu {

namespace {

namespace proto = ::tpu::monitoring::runtime;

enum Metric { MemoryTotal, MemoryUsed, DutyCycle, MetricCount };
constexpr std::array<const char *, MetricCount> Names = {
    "tpu.runtime.hbm.memory.total.bytes", "tpu.runtime.hbm.memory.usage.bytes",
    "tpu.runtime.tensorcore.dutycycle.percent"};
constexpr std::int64_t MostDevices = 64; // of one worker
constexpr std::int64_t MostMemory = std::int64_t(1) << 50;

std::optional<double> numberOf(const proto::Gauge &gauge)
{
    switch (gauge.value_case()) {
    case proto::Gauge::kAsDouble:
        return std::isfinite(gauge.as_double()) ? std::optional(gauge.as_double()) : std::nullopt;
    case proto::Gauge::kAsInt:
        return double(gauge.as_int());
    default:
        return std::nullopt;
    }
}

void take(DeviceMetrics &device, int metric, double value)
{
    const bool isMemory = metric != DutyCycle;
    if (value < 0 || value > (isMemory ? double(MostMemory) : 100.0)) {
        return;
    }
    switch (metric) {
    case MemoryTotal:
        device.memoryTotal = qint64(value);
        break;
    case MemoryUsed:
        device.memoryUsed = qint64(value);
        break;
    default:
        device.dutyCycle = value / 100;
    }
}

} // namespace

std::optional<double> RuntimeMetrics::dutyCycle() const
{
    double sum = 0;
    int count = 0;
    for (const DeviceMetrics &device : devices) {
        if (device.dutyCycle) {
            sum += *device.dutyCycle;
            ++count;
        }
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

std::optional<double> RuntimeMetrics::memory() const
{
    double used = 0;
    double total = 0;
    for (const DeviceMetrics &device : devices) {
        if (device.memoryUsed && device.memoryTotal) {
            used += double(*device.memoryUsed);
            total += double(*device.memoryTotal);
        }
    }
    return total > 0 ? std::optional(std::min(1.0, used / total)) : std::nullopt;
}

std::unique_ptr<GrpcExchange> askRuntimeMetrics()
{
    QByteArrayList messages;
    for (const char *name : Names) {
        proto::MetricRequest request;
        request.set_metric_name(name);
        messages << QByteArray::fromStdString(request.SerializeAsString());
    }
    return std::make_unique<GrpcExchange>(
        "/tpu.monitoring.runtime.RuntimeMetricService/GetRuntimeMetric",
        "localhost:" + QByteArray::number(RuntimeMetricsPort), messages);
}

RuntimeMetrics readRuntimeMetrics(const GrpcExchange &exchange)
{
    std::map<std::int64_t, DeviceMetrics> devices;
    for (int metric = 0; metric < MetricCount; ++metric) {
        const auto bytes = exchange.answer(metric);
        proto::MetricResponse response;
        if (!bytes || !response.ParseFromArray(bytes->constData(), bytes->size())) {
            continue;
        }
        for (const proto::Metric &each : response.metric().metrics()) {
            const std::int64_t number = each.attribute().value().int_attr();
            const auto value = numberOf(each.gauge());
            if (value && number >= 0 && number < MostDevices) {
                DeviceMetrics &device = devices[number];
                device.device = int(number);
                take(device, metric, *value);
            }
        }
    }
    RuntimeMetrics metrics;
    metrics.state = RuntimeMetrics::State::NoData;
    for (const auto &[number, device] : devices) {
        if (device.memoryUsed || device.memoryTotal || device.dutyCycle) {
            metrics.devices.push_back(device);
            metrics.state = RuntimeMetrics::State::Known;
        }
    }
    return metrics;
}

} // namespace podium::tpu
