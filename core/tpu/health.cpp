// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/health.h"

#include <QSet>

namespace podium::tpu {

namespace {

using Verdict = Health::Verdict;

/// The worst of them counts.
void find(Health &health, Verdict verdict, const QString &text)
{
    static const QVector<Verdict> order{
        Verdict::Good, Verdict::Unknown, Verdict::Busy, Verdict::Bad};
    if (order.indexOf(verdict) > order.indexOf(health.verdict)) {
        health.verdict = verdict;
    }
    health.findings << text;
}

void compareChips(Health &health, const Expected &expected)
{
    const int devices = int(health.holders.devices.size());
    if (devices == 0) {
        find(
            health, Verdict::Bad,
            QStringLiteral("No TPU device is there. A newer kernel may have lost the driver; "
                           "recreate the node, or boot with another runtime version."));
    } else if (expected.chips && devices != *expected.chips) {
        find(
            health, Verdict::Bad,
            QStringLiteral("%1 TPU devices are there; this type has %2 on a worker.")
                .arg(devices)
                .arg(*expected.chips));
    }
}

void comparePci(Health &health, const remote::Answer &answer)
{
    QSet<QString> chips;
    QSet<QString> unbound;
    for (const remote::Record &record : answer.records) {
        if (record.kind != "chip") {
            continue;
        }
        chips << record.text(0);
        if (record.at(2) == "none") {
            unbound << record.text(0);
        }
    }
    if (!unbound.isEmpty()) {
        find(
            health, Verdict::Bad,
            QStringLiteral("%1 chips have no driver. The runtime version may be the wrong one for "
                           "this type.")
                .arg(unbound.size()));
    }
    if (!chips.isEmpty() && chips.size() != health.holders.devices.size()) {
        find(
            health, Verdict::Bad,
            QStringLiteral("%1 chips are on the bus, but %2 devices.")
                .arg(chips.size())
                .arg(health.holders.devices.size()));
    }
}

void compareMetadata(Health &health, const remote::Answer &answer, const Expected &expected)
{
    for (const remote::Record &record : answer.records) {
        if (record.kind == "step" && record.at(0) == "metadata") {
            health.findings
                << QStringLiteral("Which worker it is was not checked: %1.").arg(record.text(2));
        }
        if (record.kind == "metadata" && record.at(0) == "agent-worker-number" &&
            record.number(1) != expected.workerNumber) {
            find(
                health, Verdict::Bad,
                QStringLiteral("It says it is worker %1, not %2. Refresh the nodes.")
                    .arg(record.text(1))
                    .arg(expected.workerNumber));
        }
    }
}

} // namespace

Health readHealth(const remote::Answer &answer, const Expected &expected)
{
    Health health;
    health.holders = readHolders(answer);
    health.verdict = Verdict::Good;
    compareChips(health, expected);
    comparePci(health, answer);
    compareMetadata(health, answer, expected);
    if (!health.holders.holders.empty()) {
        find(
            health, Verdict::Busy,
            QStringLiteral("It is held: %1.").arg(holdersSummary({health.holders})));
    } else if (!health.holders.unknown.isEmpty() && !health.holders.devices.isEmpty()) {
        find(
            health, Verdict::Unknown,
            QStringLiteral("Who holds it is unknown: %1.").arg(health.holders.unknown));
    } else if (health.holders.hasStaleLock()) {
        find(
            health, Verdict::Bad,
            QStringLiteral("%1 left a lock file behind, which keeps others out. Free the TPU.")
                .arg(health.holders.lock->user));
    }
    return health;
}

QString verdictName(Health::Verdict verdict)
{
    switch (verdict) {
    case Verdict::Good:
        return QStringLiteral("good");
    case Verdict::Busy:
        return QStringLiteral("busy");
    case Verdict::Bad:
        return QStringLiteral("bad");
    case Verdict::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

} // namespace podium::tpu
