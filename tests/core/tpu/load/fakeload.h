// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/load/loadsession.h"
#include "tests/core/tpu/load/fakeanswers.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"

#include <functional>

namespace podium::tests {

/// Workers that are looked at without a machine: what they say is told, and time is moved by hand.
class FakeLoad final
{
public:
    using LookOf = std::function<FakeLook(const WorkerRef &, int turn)>;

    explicit FakeLoad(LookOf lookOf) : m_lookOf(std::move(lookOf))
    {
        transport.setScript([this](const ssh::CommandRequest &request) {
            const FakeLook look = m_lookOf(request.endpoint.worker, m_turn);
            FakeScript script;
            if (look.fails) {
                return script.end(ssh::Unreachable{
                    {ErrorKind::Network, QStringLiteral("It is not reached."), {}, {}, {}}});
            }
            if (!request.forward) {
                return script.login().out(FakeAnswers::ofHost(look, m_turn)).exit(0);
            }
            return look.duty
                       ? script.login().out(FakeAnswers::ofTpu(look)).hang()
                       : script.end(ssh::Refused{
                             {ErrorKind::NotFound, QStringLiteral("Nobody listens."), {}, {}, {}}});
        });
    }

    [[nodiscard]] tpu::LoadSession::World world()
    {
        return {
            transport,
            [](const WorkerRef &worker) {
                ssh::Endpoint endpoint;
                endpoint.worker = worker;
                endpoint.address = QStringLiteral("192.0.2.1");
                return endpoint;
            },
            clock,
            {100, 30'000, 30'000, 60'000}};
    }
    /// So much time goes by; what is due is looked at.
    void advance(int seconds)
    {
        clock.advance(seconds);
        m_turn += seconds;
    }
    /// Which look it is, in seconds.
    [[nodiscard]] int turn() const { return m_turn; }

    ManualClock clock;
    FakeTransport transport;

private:
    const LookOf m_lookOf;
    int m_turn = 0;
};

} // namespace podium::tests
