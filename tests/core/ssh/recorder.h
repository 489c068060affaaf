// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <QMap>
#include <QtTest>

#include <optional>

namespace podium::ssh::test {

/// Keeps what a transport tells about each command, and sees that the contract is kept.
class Recorder final : public QObject
{
    Q_OBJECT

public:
    struct Record
    {
        std::vector<Phase> phases;
        QByteArray out;
        QByteArray err;
        Route route;
        std::vector<AgentWait> waits; ///< for the agent
        std::optional<Unguarded::Why> unguarded;
        std::optional<Ending> ending;
        int endings = 0;
    };

    explicit Recorder(Transport &transport) { listenTo(transport); }
    /// Forgets what it has heard: another transport gives the same ids.
    void listenTo(Transport &transport)
    {
        m_records.clear();
        m_endedCount = 0;
        m_batchCount = 0;
        connect(&transport, &Transport::happened, this, &Recorder::take);
    }

    Record &operator[](CommandId id) { return m_records[id]; }
    [[nodiscard]] AgentWait agentWait(CommandId id)
    {
        const auto &waits = m_records[id].waits;
        return waits.empty() ? AgentWait::None : waits.back();
    }
    [[nodiscard]] bool hasEnded(CommandId id) { return m_records[id].ending.has_value(); }
    [[nodiscard]] int endedCount() const { return m_endedCount; }
    [[nodiscard]] int batchCount() const { return m_batchCount; }

    /// The ending; the test fails where it is of another kind.
    template <typename T>
    [[nodiscard]] T ending(CommandId id)
    {
        return endedAs<T>(id) ? std::get<T>(*m_records[id].ending) : T{};
    }
    template <typename T>
    [[nodiscard]] bool endedAs(CommandId id)
    {
        const auto &ending = m_records[id].ending;
        const bool isSo = ending && std::holds_alternative<T>(*ending);
        QTest::qVerify(
            isSo, "the ending is of the expected kind", qPrintable(describe(id)), __FILE__,
            __LINE__);
        return isSo;
    }
    [[nodiscard]] QString describe(CommandId id)
    {
        const auto &ending = m_records[id].ending;
        if (!ending) {
            return QStringLiteral("none yet");
        }
        const char *names[] = {"Exited",      "Signalled", "TimedOut", "Refused",
                               "Unreachable", "Lost",      "Stopped"};
        QString text = QString::fromLatin1(names[ending->index()]);
        if (const auto *refused = std::get_if<Refused>(&*ending)) {
            text += QLatin1Char(' ') + refused->error.text();
        } else if (const auto *unreachable = std::get_if<Unreachable>(&*ending)) {
            text += QLatin1Char(' ') + unreachable->error.text();
        } else if (const auto *lost = std::get_if<Lost>(&*ending)) {
            text += QLatin1Char(' ') + lost->error.text();
        } else if (const auto *exited = std::get_if<Exited>(&*ending)) {
            text += QStringLiteral(" %1").arg(exited->status);
        } else if (const auto *timedOut = std::get_if<TimedOut>(&*ending)) {
            text += QStringLiteral(" in phase %1").arg(int(timedOut->phase));
        }
        return text;
    }

private:
    void take(const std::vector<TransportEvent> &events)
    {
        ++m_batchCount;
        for (const TransportEvent &event : events) {
            Record &record = m_records[event.id];
            QVERIFY2(record.endings == 0, "something came after the ending");
            if (const auto *phase = std::get_if<PhaseChanged>(&event.what)) {
                QVERIFY(record.phases.empty() || record.phases.back() < phase->phase);
                record.phases.push_back(phase->phase);
            } else if (const auto *output = std::get_if<OutputArrived>(&event.what)) {
                QVERIFY(!output->bytes.isEmpty());
                (output->stream == OutputStream::Out ? record.out : record.err) += output->bytes;
            } else if (const auto *chosen = std::get_if<RouteChosen>(&event.what)) {
                QVERIFY(record.phases.empty());
                record.route = chosen->route;
            } else if (const auto *waited = std::get_if<AgentWaited>(&event.what)) {
                QVERIFY(record.waits.empty() || record.waits.back() != waited->wait);
                QVERIFY(record.phases.back() == Phase::Login);
                record.waits.push_back(waited->wait);
            } else if (const auto *unguarded = std::get_if<Unguarded>(&event.what)) {
                QVERIFY(!record.unguarded);
                record.unguarded = unguarded->why;
            } else {
                record.ending = std::get<Ending>(event.what);
                ++record.endings;
                ++m_endedCount;
            }
        }
    }

    QMap<CommandId, Record> m_records;
    int m_endedCount = 0;
    int m_batchCount = 0;
};

} // namespace podium::ssh::test
