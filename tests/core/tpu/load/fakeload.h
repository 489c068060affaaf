// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/load/loadsession.h"
#include "tests/core/remote/framed.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"

#include <QtEndian>

#include <array>
#include <cstring>
#include <functional>

namespace podium::tests {

/// What a worker is to say when it is looked at.
struct FakeLook
{
    std::optional<double> duty = 0.9; ///< none: no workload
    double memory = 0.4;
    double cpu = 0.3;
    bool fails = false;
};

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
                return script.login().out(answer(look)).exit(0);
            }
            return look.duty
                       ? script.login().out(metrics(*look.duty)).hang()
                       : script.end(ssh::Refused{
                             {ErrorKind::NotFound, QStringLiteral("Nobody listens."), {}, {}, {}}});
        });
    }

    [[nodiscard]] tpu::LoadSession::World world()
    {
        return {transport, fakeEndpoint, clock, {100, 30'000, 30'000, 60'000}};
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
    [[nodiscard]] QByteArray answer(const FakeLook &look) const
    {
        const auto total = qint64(m_turn + 1) * 10'000;
        const auto busy = qint64(double(total) * look.cpu);
        const auto available = qint64(4'000'000 * (1 - look.memory));
        return recordLine("podium-remote", {"1", "1000"}) +
               recordLine("uptime", {QByteArray::number(m_turn + 5000)}) +
               recordLine("loadavg", {"3.10", "2.00", "1.00"}) +
               recordLine(
                   "cpu", {QByteArray::number(busy) + " 0 0 " + QByteArray::number(total - busy) +
                           " 0 0 0 0"}) +
               recordLine("online", {"0-95"}) + recordLine("memory", {"total", "4000000"}) +
               recordLine("memory", {"available", QByteArray::number(available)}) +
               recordLine(
                   "network",
                   {"ens8", QByteArray::number(m_turn * 3'000'000LL) + " 0 0 0 0 0 0 0 " +
                                QByteArray::number(m_turn * 400'000LL)}) +
               recordLine("df", {"/dev/root ext4 100000000 42000000 58000000 42% /"}) +
               recordLine("end", {});
    }

    [[nodiscard]] static QByteArray frame(char kind, char flags, quint32 stream, QByteArray body)
    {
        std::array<char, 9> head{};
        const int size = body.size();
        head[0] = char(size >> 16);
        head[1] = char(size >> 8);
        head[2] = char(size);
        head[3] = kind;
        head[4] = flags;
        qToBigEndian(stream, head.data() + 5);
        return QByteArray(head.data(), int(head.size())) + body;
    }
    /// A protobuf field that holds bytes; all of them are short here.
    [[nodiscard]] static QByteArray field(int number, const QByteArray &body)
    {
        return QByteArray(1, char(number << 3 | 2)) + QByteArray(1, char(body.size())) + body;
    }
    [[nodiscard]] static QByteArray gauge(double value)
    {
        std::array<char, sizeof value> bytes{};
        std::memcpy(bytes.data(), &value, sizeof value);
        return field(3, QByteArray(1, char(1 << 3 | 1)) + QByteArray(bytes.data(), sizeof value));
    }
    /// The answers to the three calls: total memory, used memory, duty cycle of one chip.
    [[nodiscard]] static QByteArray metrics(double duty)
    {
        QByteArray out = frame(4, 0, 0, {});
        const std::array<double, 3> values{32.0 * (1LL << 30), 24.0 * (1LL << 30), duty * 100};
        quint32 stream = 1;
        for (const double value : values) {
            const QByteArray message = field(1, field(3, gauge(value)));
            QByteArray prefix(5, '\0');
            prefix[4] = char(message.size());
            out += frame(1, 4, stream, "\x88") + frame(0, 1, stream, prefix + message);
            stream += 2;
        }
        return out;
    }

    const LookOf m_lookOf;
    int m_turn = 0;
};

} // namespace podium::tests
