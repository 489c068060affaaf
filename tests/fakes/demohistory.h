// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/history.h"

#include <QDateTime>

namespace podium::tests {

/// A week of a node to which everything happens, up to `now`.
inline store::NodeHistory demoHistory(const NodeRef &node, const QDateTime &now)
{
    using store::Fact;
    using store::FactKind;
    const auto ago = [&now](double hours) { return now.addSecs(-qint64(hours * 3600)); };
    const auto past = [&](FactKind kind, const char *value, double first, double last, int worker) {
        return Fact{kind, worker, QString::fromUtf8(value), ago(first), ago(last), false};
    };
    const auto open = [&](FactKind kind, const char *value, double first, int worker) {
        return Fact{kind, worker, QString::fromUtf8(value), ago(first), now, true};
    };
    store::NodeHistory history;
    history.node = node;
    history.asOf = now;
    history.facts = {
        past(FactKind::Id, "7100", 150, 50, -1),
        past(FactKind::State, "CREATING", 150, 146, -1),
        past(FactKind::State, "READY", 146, 62, -1),
        past(FactKind::ExternalIp, "34.61.0.8", 146, 101, 0),
        past(FactKind::Health, "HEALTHY", 146, 74, -1),
        past(FactKind::ExternalIp, "34.61.0.9", 100, 62, 0),
        past(FactKind::Maintenance, "SCHEDULED PENDING 2026-03-04T10:00:00Z", 80, 74, -1),
        past(FactKind::Health, "UNHEALTHY_MAINTENANCE", 74, 66, -1),
        past(FactKind::Health, "HEALTHY", 66, 62, -1),
        past(FactKind::State, "PREEMPTED", 62, 50, -1),
        open(FactKind::Id, "7200", 49, -1),
        past(FactKind::State, "CREATING", 49, 47, -1),
        past(FactKind::State, "READY", 47, 20, -1),
        past(FactKind::ExternalIp, "34.70.1.1", 47, 20, 0),
        past(FactKind::State, "STOPPED", 20, 8, -1),
        past(FactKind::State, "STARTING", 8, 7, -1),
        open(FactKind::State, "READY", 7, -1),
        open(FactKind::ExternalIp, "34.70.1.2", 7, 0),
    };
    history.looks = {{ago(150), ago(130)}, {ago(118), ago(36)}, {ago(30), now}};
    return history;
}

} // namespace podium::tests
