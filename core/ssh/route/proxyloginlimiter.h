// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <QHash>
#include <QString>

#include <deque>
#include <optional>

namespace podium::ssh {

/// Who may log in now of those that go through the same proxyId, a jump host or a proxy command: so
/// many at a time, in the order in which they came. The sshd of a jump host sees them all, and
/// turns connections away at random when ten have not logged in yet (MaxStartups 10:30:100). Pure.
class ProxyLoginLimiter final
{
public:
    /// Below ten: others use the jump host, too.
    static constexpr int MostAtOnce = 8;

    explicit ProxyLoginLimiter(int most = MostAtOnce) : m_most(most) {}

    /// Whether it may go now; if not, leave() gives it in its turn. Without a proxyId it may
    /// always.
    [[nodiscard]] bool enter(CommandId id, const QString &proxyId);
    /// It is logged in, or has ended, or waits no more; any id, any number of times. Gives who may
    /// go in its place.
    [[nodiscard]] std::optional<CommandId> leave(CommandId id);

private:
    struct Queue
    {
        int inside = 0;
        std::deque<CommandId> waiting;
    };

    int m_most;
    QHash<QString, Queue> m_queues;
    QHash<CommandId, QString> m_proxyOf; ///< of those inside, and of those that wait
};

} // namespace podium::ssh
