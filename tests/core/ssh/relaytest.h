// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ssh/fakeserver.h"
#include "tests/core/ssh/transportrig.h"

namespace podium::ssh::test {

/// Test functions that have each an sshd, a relay before it that can break what runs through it,
/// and a transport that keeps its connections.
class RelayTest : public QObject
{
    Q_OBJECT

protected:
    [[nodiscard]] Endpoint throughRelay() const
    {
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.port = m_relay->port();
        return endpoint;
    }
    [[nodiscard]] CommandRequest throughRelay(const QByteArray &command) const
    {
        return TransportRig::request(throughRelay(), command);
    }

    std::unique_ptr<LocalSshd> m_sshd;
    std::unique_ptr<Relay> m_relay;
    std::unique_ptr<TransportRig> m_rig;

private slots:
    void init()
    {
        m_sshd = std::make_unique<LocalSshd>();
        m_relay = std::make_unique<Relay>(m_sshd->port());
        m_rig = std::make_unique<TransportRig>(LibsshTransport::Options());
    }
    void cleanup()
    {
        m_rig.reset();
        m_relay.reset();
        m_sshd.reset();
    }
};

} // namespace podium::ssh::test
