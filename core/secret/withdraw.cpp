// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/secret/withdraw.h"

#include "core/secret/scripttexts.h"
#include "core/secret/secretjson.h"

#include <algorithm>
#include <array>
#include <utility>

namespace podium::secret {

namespace {

using State = Withdrawal::State;

const std::array StateNames{
    std::pair(State::Waiting, "waiting"), std::pair(State::Removed, "removed"),
    std::pair(State::Absent, "absent"),   std::pair(State::Other, "other"),
    std::pair(State::Gone, "gone"),       std::pair(State::Unknown, "unknown")};

/// Below a home directory, which is on the boot disk of a worker and goes with it.
bool isOnBootDisk(const Placement &placement)
{
    return placement.path.startsWith(QLatin1String("~/")) ||
           placement.path.startsWith(QLatin1String("/root/"));
}

Withdrawal planned(const Placement &placement, const inventory::Snapshot &snapshot)
{
    Withdrawal withdrawal{placement};
    const inventory::NodeEntry *entry = snapshot.find(placement.worker.node);
    const bool isAnother = entry && !placement.nodeId.isEmpty() && !entry->node.id.isEmpty() &&
                           entry->node.id != placement.nodeId;
    const bool isDeleted = !entry && snapshot.coverage.provesGone(placement.worker.node);
    if (placement.kind == Placement::Kind::Unstated && !isAnother && !isDeleted) {
        withdrawal.state = State::Unknown;
        withdrawal.detail =
            QStringLiteral("the recipe %1 does not say where it puts it").arg(placement.recipe);
    } else if (isAnother || isDeleted) {
        withdrawal.state = isOnBootDisk(placement) ? State::Gone : State::Unknown;
        withdrawal.detail = isAnother ? QStringLiteral("the node was made anew since")
                                      : QStringLiteral("the node was deleted");
        if (withdrawal.state == State::Unknown) {
            withdrawal.detail += QStringLiteral(", but it may be on a disk that still exists");
        }
    }
    return withdrawal;
}

State stateFromName(const QByteArray &name)
{
    for (const State state : {State::Removed, State::Absent, State::Other}) {
        if (withdrawalStateName(state).toLatin1() == name) {
            return state;
        }
    }
    return State::Unknown;
}

} // namespace

bool Withdrawal::isProven() const
{
    return state != State::Waiting && state != State::Unknown;
}

std::vector<Withdrawal>
planWithdrawal(const std::vector<Placement> &placements, const inventory::Snapshot &snapshot)
{
    std::vector<Withdrawal> withdrawals;
    withdrawals.reserve(placements.size());
    for (const Placement &placement : placements) {
        withdrawals.push_back(planned(placement, snapshot));
    }
    return withdrawals;
}

remote::Script withdrawScript(remote::Rights rights)
{
    return {
        scripttexts::withdraw, rights, QStringLiteral("Take secrets away"),
        std::chrono::milliseconds(60'000), true};
}

std::vector<remote::Record> withdrawData(const std::vector<Placement> &placements)
{
    std::vector<remote::Record> data;
    data.reserve(placements.size());
    for (const Placement &placement : placements) {
        data.push_back(
            {"place",
             {placement.id, placementKindName(placement.kind).toLatin1(),
              placement.login.isEmpty() ? QByteArray("root") : placement.login.toUtf8(),
              placement.path.toUtf8(), placement.host.toUtf8(), placement.digest}});
    }
    return data;
}

void readWithdrawal(
    const remote::Answer &answer, const std::vector<QByteArray> &asked,
    std::vector<Withdrawal> &withdrawals)
{
    for (Withdrawal &withdrawal : withdrawals) {
        const QByteArray &id = withdrawal.placement.id;
        if (std::find(asked.begin(), asked.end(), id) == asked.end()) {
            continue;
        }
        withdrawal.state = State::Unknown;
        withdrawal.detail = QStringLiteral("the worker did not say");
        for (const remote::Record &record : answer.records) {
            if (record.kind == "place" && record.at(0) == id) {
                withdrawal.state = stateFromName(record.at(1));
                withdrawal.detail = record.text(2);
            }
        }
    }
}

QString withdrawalStateName(State state)
{
    for (const auto &[each, name] : StateNames) {
        if (each == state) {
            return QLatin1String(name);
        }
    }
    return {};
}

QString withdrawalText(const Withdrawal &withdrawal)
{
    switch (withdrawal.state) {
    case State::Waiting:
        return QStringLiteral("to be removed");
    case State::Removed:
        return QStringLiteral("removed");
    case State::Absent:
        return QStringLiteral("was not there any more");
    case State::Other:
        return QStringLiteral("another secret is there now; it was left alone");
    case State::Gone:
        return QStringLiteral("gone: %1").arg(withdrawal.detail);
    case State::Unknown:
        break;
    }
    return QStringLiteral("unknown: %1").arg(withdrawal.detail);
}

QString withdrawalSummary(const std::vector<Withdrawal> &withdrawals)
{
    int proven = 0;
    int unknown = 0;
    for (const Withdrawal &withdrawal : withdrawals) {
        proven += withdrawal.isProven() ? 1 : 0;
        unknown += withdrawal.state == State::Unknown ? 1 : 0;
    }
    const int total = int(withdrawals.size());
    if (unknown > 0) {
        return QStringLiteral("Proven to be gone from %1 of %2 places; it may still be at %3.")
            .arg(proven)
            .arg(total)
            .arg(unknown);
    }
    return total == 1 ? QStringLiteral("Proven to be gone from the one place where it was.")
                      : QStringLiteral("Proven to be gone from all %1 places.").arg(total);
}

} // namespace podium::secret
