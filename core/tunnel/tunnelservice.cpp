// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/tunnelservice.h"

#include <algorithm>
#include <utility>

namespace podium::tunnel {

namespace {

constexpr int CountPauseMs = 1000;

} // namespace

TunnelService::TunnelService(Tunnel::World world, QObject *parent)
    : QObject(parent)
    , m_world(std::move(world))
{
    m_counting.setInterval(CountPauseMs);
    connect(&m_counting, &QTimer::timeout, this, &TunnelService::count);
}

TunnelService::~TunnelService() = default;

int TunnelService::open(const TunnelSpec &spec)
{
    const int id = ++m_lastId;
    m_entries.push_back({id, std::make_unique<Tunnel>(m_world, id, spec)});
    Tunnel &made = *m_entries.back().tunnel;
    connect(&made, &Tunnel::changed, this, [this, id] { emit changed(id); });
    emit opened(id);
    m_counting.start();
    made.start();
    return id;
}

void TunnelService::close(int id)
{
    const auto found = std::find_if(
        m_entries.begin(), m_entries.end(), [id](const Entry &entry) { return entry.id == id; });
    if (found == m_entries.end()) {
        return;
    }
    // Later, as it may be telling something at this moment; with the service at the latest, since
    // it still uses the transport.
    Tunnel *closing = found->tunnel.release();
    closing->disconnect(this);
    closing->setParent(this);
    closing->deleteLater();
    m_entries.erase(found);
    if (m_entries.empty()) {
        m_counting.stop();
    }
    emit closed(id);
}

Tunnel *TunnelService::tunnel(int id) const
{
    const auto found = std::find_if(
        m_entries.begin(), m_entries.end(), [id](const Entry &entry) { return entry.id == id; });
    return found == m_entries.end() ? nullptr : found->tunnel.get();
}

void TunnelService::tryAgain(int id)
{
    if (Tunnel *found = tunnel(id)) {
        found->tryAgain();
    }
}

void TunnelService::goTo(int id, const QString &host)
{
    if (Tunnel *found = tunnel(id)) {
        found->goTo(host);
    }
}

void TunnelService::setComesBack(int id, bool comesBack)
{
    if (Tunnel *found = tunnel(id)) {
        found->setComesBack(comesBack);
        emit changed(id);
    }
}

void TunnelService::followWorkers()
{
    for (const Entry &entry : m_entries) {
        entry.tunnel->followWorker();
    }
}

std::vector<TunnelStatus> TunnelService::all() const
{
    std::vector<TunnelStatus> statuses;
    statuses.reserve(m_entries.size());
    for (const Entry &entry : m_entries) {
        statuses.push_back(entry.tunnel->status());
    }
    return statuses;
}

std::vector<TunnelSpec> TunnelService::thatComeBack() const
{
    std::vector<TunnelSpec> specs;
    for (const TunnelStatus &status : all()) {
        if (status.spec.comesBack) {
            specs.push_back(status.spec);
        }
    }
    return specs;
}

std::optional<TunnelStatus> TunnelService::find(int id) const
{
    const Tunnel *found = tunnel(id);
    return found ? std::optional(found->status()) : std::nullopt;
}

void TunnelService::count()
{
    for (Entry &entry : m_entries) {
        const auto counts = entry.tunnel->status().counts;
        const qint64 bytes = counts.up + counts.down;
        const bool isNew =
            bytes != entry.bytes || counts.open != entry.open || counts.refused != entry.refused;
        entry.bytes = bytes;
        entry.open = counts.open;
        entry.refused = counts.refused;
        if (isNew) {
            emit counted(entry.id);
        }
    }
}

} // namespace podium::tunnel
