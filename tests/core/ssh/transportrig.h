// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/libssh/libsshtransport.h"
#include "tests/core/ssh/commandrig.h"

namespace podium::ssh::test {

/// By libssh.
struct TransportRig : CommandRig<LibsshTransport>
{
    /// By default each command logs in anew.
    explicit TransportRig(const LibsshTransport::Options &options = keepNone())
        : CommandRig(options)
    {}

    [[nodiscard]] static LibsshTransport::Options keepNone()
    {
        LibsshTransport::Options options;
        options.idleLimit = std::chrono::milliseconds(0);
        return options;
    }
};

inline LibsshTransport::Options withAgent(const QString &socket)
{
    LibsshTransport::Options options;
    options.agentSocket = socket;
    return options;
}

/// Test functions that share an sshd and have a rig each.
class TransportTest : public QObject
{
    Q_OBJECT

protected:
    std::unique_ptr<LocalSshd> m_sshd;
    std::unique_ptr<TransportRig> m_rig;

private slots:
    void initTestCase() { m_sshd = std::make_unique<LocalSshd>(); }
    void init() { m_rig = std::make_unique<TransportRig>(); }
    void cleanup() { m_rig.reset(); }
};

} // namespace podium::ssh::test
