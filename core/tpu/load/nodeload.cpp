// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/nodeload.h"

#include "core/tpu/load/sparkline.h"

#include <algorithm>
#include <map>
#include <utility>

namespace podium::tpu {

namespace {

constexpr double FarApart = 0.2; ///< of what can be

bool isWithoutWorkload(const WorkerLoad &worker)
{
    return worker.tpu.state == RuntimeMetrics::State::NoWorkload;
}

/// To compare with the others; none: unknown.
std::optional<double> comparable(const WorkerLoad &worker, LoadValue which)
{
    if (worker.error || !worker.counters) {
        return std::nullopt;
    }
    if (which == LoadValue::DutyCycle && isWithoutWorkload(worker)) {
        return 0;
    }
    return lastValue(worker, which);
}

void addOddities(
    std::vector<std::vector<Oddity>> &odd, const NodeWorkers &workers, const ShownValue &shown)
{
    std::vector<std::optional<double>> values;
    values.reserve(workers.size());
    for (const WorkerLoad *worker : workers) {
        values.push_back(comparable(*worker, shown.value));
    }
    const auto middle = middleOf(values);
    const std::vector<bool> isOdd = oddOnes(values, FarApart * shown.most);
    for (std::size_t i = 0; i < workers.size(); ++i) {
        if (isOdd[i] && middle) {
            odd[i].push_back({shown.value, lastValue(*workers[i], shown.value), *middle});
        }
    }
}

} // namespace

std::vector<std::vector<Oddity>> oddities(const NodeWorkers &workers, const ShownValue &shown)
{
    std::vector<std::vector<Oddity>> odd(workers.size());
    addOddities(odd, workers, shown);
    for (const LoadValue always :
         {LoadValue::DutyCycle, LoadValue::TpuMemory, LoadValue::Cpu, LoadValue::Memory}) {
        if (always != shown.value) {
            addOddities(odd, workers, {always, 1});
        }
    }
    return odd;
}

std::vector<std::vector<Oddity>>
odditiesInNodes(const std::vector<WorkerLoad> &workers, const ShownValue &shown)
{
    std::map<NodeRef, std::vector<std::size_t>> nodes;
    for (std::size_t place = 0; place < workers.size(); ++place) {
        nodes[workers[place].worker.node].push_back(place);
    }
    std::vector<std::vector<Oddity>> odd(workers.size());
    for (const auto &[node, places] : nodes) {
        NodeWorkers ofNode;
        for (const std::size_t place : places) {
            ofNode.push_back(&workers[place]);
        }
        auto found = oddities(ofNode, shown);
        for (std::size_t i = 0; i < places.size(); ++i) {
            odd[places[i]] = std::move(found[i]);
        }
    }
    return odd;
}

NodeLoad nodeLoad(const NodeWorkers &workers, LoadValue shown)
{
    NodeLoad node;
    node.workers = int(workers.size());
    double sum = 0;
    for (const WorkerLoad *worker : workers) {
        const bool isUnknown = worker->error ||
                               worker->tpu.state == RuntimeMetrics::State::Unknown ||
                               worker->tpu.state == RuntimeMetrics::State::NoData;
        node.noData += isUnknown ? 1 : 0;
        const auto &samples = worker->history.samples();
        node.idle += !isUnknown && !samples.empty() && samples.back().isIdle() ? 1 : 0;
        const auto value = worker->error ? std::nullopt : lastValue(*worker, shown);
        sum += value.value_or(0);
        node.known += value ? 1 : 0;
    }
    if (node.known > 0) {
        node.mean = sum / node.known;
    }
    return node;
}

} // namespace podium::tpu
