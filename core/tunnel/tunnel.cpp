// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/tunnel.h"

#include "core/tunnel/socks.h"

#include <utility>

namespace podium::tunnel {

namespace {

quint16 wishedPort(const TunnelSpec &spec)
{
    if (spec.localPort > 0) {
        return spec.localPort;
    }
    return spec.kind == TunnelKind::Socks ? UsualSocksPort : usualLocalPort(spec.port);
}

/// By which name the ssh config has it is asked at the next connection. Host keys are not left
/// out: what has let itself be taken for the worker is looked at once Google tells the right ones.
bool isSamePlace(ssh::Endpoint a, const ssh::Endpoint &b)
{
    a.configName = b.configName;
    return a == b;
}

} // namespace

Tunnel::Tunnel(World world, int id, const TunnelSpec &spec, QObject *parent)
    : QObject(parent)
    , m_world(std::move(world))
    , m_sockets(std::make_shared<ssh::ForwardSockets>())
    , m_listener(m_sockets)
{
    m_status.id = id;
    m_status.spec = spec;
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &Tunnel::connectToWorker);
    connect(&m_world.transport, &ssh::Transport::happened, this, &Tunnel::handle);
}

Tunnel::~Tunnel()
{
    dropLink();
    m_sockets->closeWaiting();
}

void Tunnel::dropLink()
{
    if (const auto link = std::exchange(m_link, std::nullopt)) {
        link->stop(ssh::StopKind::Kill);
    }
}

void Tunnel::start()
{
    const quint16 wished = wishedPort(m_status.spec);
    const auto port = m_listener.listenFrom(wished);
    if (!port) {
        setState(TunnelState::Failed, port.error());
        return;
    }
    m_status.localPort = *port;
    m_status.takenPort = *port == wished ? 0 : wished;
    connectToWorker();
}

void Tunnel::tryAgain()
{
    if (m_status.localPort == 0) {
        start();
        return;
    }
    m_failures = 0;
    dropLink();
    connectToWorker();
}

void Tunnel::followWorker()
{
    if (m_status.localPort == 0 || !m_endpoint) {
        return;
    }
    const ssh::Endpoint now = m_world.endpointOf(m_status.spec.worker);
    const bool isOpen = m_status.state == TunnelState::Open;
    if (isOpen ? !isSamePlace(*m_endpoint, now) : *m_endpoint != now) {
        tryAgain();
    }
}

void Tunnel::goTo(const QString &host)
{
    if (m_status.spec.host == host) {
        return;
    }
    m_status.spec.host = host;
    if (m_status.localPort > 0) {
        tryAgain();
    }
}

void Tunnel::connectToWorker()
{
    m_retry.stop();
    m_endpoint = m_world.endpointOf(m_status.spec.worker);
    const bool wasTried = m_failures > 0 || m_status.state != TunnelState::Connecting;
    if (!m_endpoint->unreachable.isEmpty()) {
        // News of the worker come by followWorker().
        const WorkerRef &worker = m_status.spec.worker;
        setState(
            TunnelState::Failed, Error{
                                     ErrorKind::Network,
                                     QStringLiteral("%1 cannot be reached.").arg(worker.text()),
                                     m_endpoint->unreachable,
                                     {},
                                     worker.text()});
        return;
    }
    setState(
        wasTried ? TunnelState::Reconnecting : TunnelState::Connecting,
        wasTried ? m_status.error : std::nullopt);
    ssh::CommandRequest request;
    request.endpoint = *m_endpoint;
    if (m_status.spec.kind == TunnelKind::Socks) {
        request.greeting = &SocksGreeting::make;
    } else {
        const QString &host = m_status.spec.host;
        request.forward = ssh::ForwardTarget{
            host.isEmpty() ? QByteArray("localhost") : host.toLatin1(), m_status.spec.port, true};
    }
    request.sockets = m_sockets;
    m_link = m_world.transport.start(request);
}

void Tunnel::handle(const std::vector<ssh::TransportEvent> &events)
{
    for (const ssh::TransportEvent &event : events) {
        if (!m_link || m_link->id() != event.id) {
            continue;
        }
        const auto *phase = std::get_if<ssh::PhaseChanged>(&event.what);
        if (phase && phase->phase == ssh::Phase::Running) {
            m_failures = 0;
            setState(TunnelState::Open);
        } else if (const auto *ending = std::get_if<ssh::Ending>(&event.what)) {
            m_link.reset();
            handleEnding(*ending);
        }
    }
}

void Tunnel::handleEnding(const ssh::Ending &ending)
{
    const auto setback = setbackOf(ending, m_status.spec.worker);
    if (!setback) {
        return connectToWorker(); // nobody here has stopped it
    }
    ++m_failures;
    setState(setback->triesAgain ? TunnelState::Reconnecting : TunnelState::Failed, setback->error);
    if (setback->triesAgain) {
        m_retry.start(pauseBefore(m_failures));
    }
}

void Tunnel::setState(TunnelState state, std::optional<Error> error)
{
    m_status.state = state;
    m_status.error = std::move(error);
    m_listener.setServes(state != TunnelState::Failed);
    if (state == TunnelState::Failed) {
        m_sockets->closeWaiting();
    }
    emit changed();
}

TunnelStatus Tunnel::status() const
{
    TunnelStatus status = m_status;
    status.counts = m_sockets->counts();
    if (status.state == TunnelState::Open) {
        status.error = status.counts.lastRefusal;
    }
    return status;
}

} // namespace podium::tunnel
