// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/tpuidle.h"

#include "core/cloud/values/jsonaccess.h"

#include <algorithm>
#include <set>

namespace podium::cloud {

namespace {

using std::chrono::seconds;

/// Points come each minute; a chip that rests between two steps is not idle.
constexpr seconds Rests = std::chrono::minutes(2);
/// What is older says nothing of now.
constexpr seconds Recent = std::chrono::minutes(10);
constexpr qint64 MostSeconds = 10LL * 365 * 24 * 3600;

std::optional<qint64> secondsOf(const Json &value)
{
    const Json &real = member(value, "doubleValue");
    const bool isWhole = !toText(member(value, "int64Value")).isEmpty();
    if (!isWhole && !real.is_number()) {
        return std::nullopt;
    }
    const double found =
        isWhole ? toText(member(value, "int64Value")).toDouble() : real.get<double>();
    // Written so that what is no number fails, too.
    return found >= 0 && found <= double(MostSeconds) ? std::optional(qint64(found)) : std::nullopt;
}

std::optional<ChipIdle> chipOf(const Json &series)
{
    const Json &labels = member(member(series, "resource"), "labels");
    ChipIdle chip;
    chip.zone = text(labels, "zone");
    chip.node = text(labels, "node_id");
    bool isNumber = false;
    chip.worker = text(labels, "worker_id").toInt(&isNumber);
    if (!isNumber || chip.worker < 0 || chip.node.isEmpty()) {
        return std::nullopt;
    }
    std::optional<qint64> idle;
    for (const Json &point : arrayMember(series, "points")) {
        const QDateTime seenAt = time(member(point, "interval"), "endTime");
        const auto found = secondsOf(member(point, "value"));
        if (found && seenAt.isValid() && (!chip.seenAt.isValid() || seenAt > chip.seenAt)) {
            chip.seenAt = seenAt;
            idle = found;
        }
    }
    chip.idle = seconds(idle.value_or(0));
    return idle ? std::optional(chip) : std::nullopt;
}

NodeIdle unknown(const QString &reason)
{
    NodeIdle idle;
    idle.reason = reason;
    return idle;
}

} // namespace

Result<ChipIdlePage> parseChipIdlePage(const QByteArray &json, const QString &subject)
{
    const auto answer = parseJson(json);
    if (!answer || !isListAnswer(*answer, {"timeSeries", "nextPageToken", "unit"})) {
        return failure(Error{
            ErrorKind::Protocol,
            QStringLiteral("Cloud Monitoring gave an answer for %1 that it does not give.")
                .arg(subject),
            {},
            QStringLiteral("Something between here and Google may be answering instead."),
            subject});
    }
    ChipIdlePage page;
    page.nextPageToken = text(*answer, "nextPageToken");
    for (const Json &series : arrayMember(*answer, "timeSeries")) {
        if (auto chip = chipOf(series)) {
            page.chips.push_back(std::move(*chip));
        }
    }
    return page;
}

NodeIdle
nodeIdle(const Result<std::vector<ChipIdle>> &chips, const Node &node, const QDateTime &now)
{
    if (!chips) {
        return unknown(chips.error().text());
    }
    if (node.state != NodeState::Ready) {
        return unknown(QStringLiteral("The node is not running."));
    }
    NodeIdle idle;
    std::set<int> told;
    for (const ChipIdle &chip : *chips) {
        const bool isOfNode = chip.zone == node.ref.zone.text() &&
                              (chip.node == node.ref.name.text() || chip.node == node.id);
        const bool isOld = chip.seenAt.secsTo(now) > Recent.count() ||
                           (node.createTime.isValid() && chip.seenAt < node.createTime);
        if (!isOfNode || isOld) { // an old one may be of a node before, of the same name
            continue;
        }
        idle.idle = told.empty() ? chip.idle : std::min(idle.idle, chip.idle);
        idle.seenAt = told.empty() ? chip.seenAt : std::min(idle.seenAt, chip.seenAt);
        told.insert(chip.worker);
    }
    if (told.empty()) {
        return unknown(QStringLiteral("Cloud Monitoring has no recent values of this node."));
    }
    if (idle.idle < Rests) {
        idle.state = NodeIdle::State::Busy;
        idle.idle = seconds(0);
        return idle;
    }
    for (int worker = 0; worker < int(node.workers.size()); ++worker) {
        if (!told.contains(worker)) {
            return unknown(
                QStringLiteral("Cloud Monitoring has no recent values of worker %1.").arg(worker));
        }
    }
    idle.state = NodeIdle::State::Idle;
    return idle;
}

QString nodeIdleName(NodeIdle::State state)
{
    switch (state) {
    case NodeIdle::State::Unknown:
        break;
    case NodeIdle::State::Busy:
        return QStringLiteral("busy");
    case NodeIdle::State::Idle:
        return QStringLiteral("idle");
    }
    return QStringLiteral("unknown");
}

} // namespace podium::cloud
