// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/metricsquery.h"

#include <QTimer>

#include <utility>

namespace podium::tpu {

namespace {

using State = RuntimeMetrics::State;

/// What an ending before any answer says.
RuntimeMetrics metricsOf(const ssh::Ending &ending)
{
    RuntimeMetrics metrics;
    if (const auto *refused = std::get_if<ssh::Refused>(&ending)) {
        // Where sshd forwards nothing it cannot be told whether there is a workload.
        const bool isFree = refused->error.kind == ErrorKind::NotFound;
        metrics.state = isFree ? State::NoWorkload : State::Unknown;
        return metrics;
    }
    const auto *limit = std::get_if<ssh::TimedOut>(&ending);
    const bool hasListener = std::holds_alternative<ssh::Exited>(ending) ||
                             (limit && limit->phase == ssh::Phase::Running);
    metrics.state = hasListener ? State::NoData : State::Unknown;
    return metrics;
}

} // namespace

MetricsQuery::MetricsQuery(ssh::Transport &transport, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
{
    connect(&m_transport, &ssh::Transport::happened, this, &MetricsQuery::onEvents);
}

MetricsQuery::~MetricsQuery()
{
    for (const auto &[id, asked] : m_asked) {
        asked.command.stop(ssh::StopKind::Kill);
    }
}

void MetricsQuery::ask(const ssh::Endpoint &endpoint, const Callback<RuntimeMetrics> &callback)
{
    auto exchange = askRuntimeMetrics();
    ssh::CommandRequest request;
    request.endpoint = endpoint;
    request.forward = ssh::ForwardTarget{"localhost", RuntimeMetricsPort};
    request.input = exchange->takeOutput();
    request.keepsInputOpen = true;
    request.firstOutputLimit = Limit;
    request.idleLimit = Limit;
    const ssh::CommandHandle command = m_transport.start(request);
    m_asked.emplace(command.id(), Asked{command, std::move(exchange), callback});
}

void MetricsQuery::onEvents(const std::vector<ssh::TransportEvent> &events)
{
    for (const ssh::TransportEvent &event : events) {
        const auto found = m_asked.find(event.id);
        if (found == m_asked.end()) {
            continue;
        }
        if (const auto *output = std::get_if<ssh::OutputArrived>(&event.what)) {
            feed(event.id, found->second, output->bytes);
        } else if (const auto *ending = std::get_if<ssh::Ending>(&event.what)) {
            answer(event.id, metricsOf(*ending));
        }
    }
}

void MetricsQuery::feed(ssh::CommandId id, Asked &asked, const QByteArray &bytes)
{
    if (!std::exchange(asked.hasBegun, true)) {
        QTimer::singleShot(Limit, this, [this, id] { giveUp(id); });
    }
    GrpcExchange &exchange = *asked.exchange;
    exchange.feed(bytes);
    if (exchange.isDone()) {
        const RuntimeMetrics metrics = readRuntimeMetrics(exchange);
        asked.command.stop(ssh::StopKind::Kill);
        answer(id, metrics);
        return;
    }
    const QByteArray more = exchange.takeOutput();
    if (!more.isEmpty() && !asked.command.write(more)) {
        asked.command.stop(ssh::StopKind::Kill);
    }
}

void MetricsQuery::giveUp(ssh::CommandId id)
{
    if (const auto found = m_asked.find(id); found != m_asked.end()) {
        found->second.command.stop(ssh::StopKind::Kill);
        RuntimeMetrics metrics;
        metrics.state = State::NoData;
        answer(id, metrics);
    }
}

void MetricsQuery::answer(ssh::CommandId id, const RuntimeMetrics &metrics)
{
    const auto node = m_asked.extract(id);
    node.mapped().callback(metrics);
}

} // namespace podium::tpu
