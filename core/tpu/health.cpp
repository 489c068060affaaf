// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/health.h"

#include <QMap>
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

/// What the records say of chips on the bus.
struct Bus
{
    bool isSeen = false;
    QSet<QString> chips;
    QSet<QString> unbound; ///< those without a driver
};

Bus readBus(const remote::Answer &answer)
{
    Bus bus;
    for (const remote::Record &record : answer.records) {
        bus.isSeen = bus.isSeen || record.kind == "pci";
        if (record.kind == "chip") {
            bus.chips << record.text(0);
            if (record.at(2) == "none") {
                bus.unbound << record.text(0);
            }
        }
    }
    return bus;
}

void compareDevices(Health &health, const Expected &expected)
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
            (devices == 1
                 ? QStringLiteral("1 TPU device is there; this type has %1 on a worker.")
                 : QStringLiteral("%1 TPU devices are there; this type has %2 on a worker.")
                       .arg(devices))
                .arg(*expected.chips));
    } else if (!expected.chips) {
        health.findings << QStringLiteral(
            "How many chips this type has on a worker is not known: they were only compared with "
            "the bus.");
    }
}

void compareBus(Health &health, const Bus &bus)
{
    if (!bus.isSeen) {
        find(
            health, Verdict::Unknown,
            QStringLiteral("The chips on the PCI bus were not compared: /sys/bus/pci is not "
                           "there."));
        return;
    }
    if (!bus.unbound.isEmpty()) {
        find(
            health, Verdict::Bad,
            bus.unbound.size() == 1
                ? QStringLiteral("1 chip has no driver. The runtime version may be the wrong one "
                                 "for this type.")
                : QStringLiteral("%1 chips have no driver. The runtime version may be the wrong "
                                 "one for this type.")
                      .arg(bus.unbound.size()));
    }
    if (bus.chips.size() != health.holders.devices.size()) {
        find(
            health, Verdict::Bad,
            (bus.chips.size() == 1
                 ? QStringLiteral("1 chip is on the bus, but %1.")
                 : QStringLiteral("%1 chips are on the bus, but %2.").arg(bus.chips.size()))
                .arg(deviceCount(qint64(health.holders.devices.size()))));
    }
}

void readLibtpu(Health &health, const remote::Answer &answer)
{
    for (const remote::Record &record : answer.records) {
        if (record.kind == "libtpu") {
            health.libtpu = record.text(0);
        }
    }
    // No verdict: an environment of Python's that was not looked at, or a container, may have it.
    if (health.libtpu.isEmpty()) {
        health.findings << QStringLiteral("No libtpu is where it usually is. JAX and torch_xla "
                                          "bring one: pip install -U \"jax[tpu]\"");
    }
}

/// `believed` is empty where there is nothing to compare with.
void compareTold(
    Health &health, const QString &told, const QString &believed, const char *what,
    const char *difference)
{
    if (believed.isEmpty()) {
        return;
    }
    if (told.isEmpty()) {
        find(
            health, Verdict::Unknown,
            QStringLiteral("The metadata server did not say %1.").arg(QLatin1String(what)));
    } else if (told.compare(believed, Qt::CaseInsensitive) != 0) {
        find(health, Verdict::Bad, QString::fromLatin1(difference).arg(told, believed));
    }
}

void compareMetadata(Health &health, const remote::Answer &answer, const Expected &expected)
{
    QMap<QByteArray, QString> told;
    QString why = QStringLiteral("the worker did not say");
    for (const remote::Record &record : answer.records) {
        if (record.kind == "step" && record.at(0) == "metadata") {
            why = record.text(2);
        } else if (record.kind == "metadata") {
            told[record.at(0)] = record.text(1);
        }
    }
    if (told.isEmpty()) {
        find(
            health, Verdict::Unknown,
            QStringLiteral("Which worker it is was not checked: %1.").arg(why));
        return;
    }
    compareTold(
        health, told.value("agent-worker-number"), QString::number(expected.workerNumber),
        "which worker it is", "It says it is worker %1, not %2. Refresh the nodes.");
    compareTold(
        health, told.value("instance-id"), expected.nodeName, "which node it is part of",
        "It says it is part of %1, not of %2. Refresh the nodes.");
    compareTold(
        health, told.value("accelerator-type"), expected.acceleratorType, "which type it has",
        "It says it is a %1, not a %2. Refresh the nodes.");
}

void compareHolders(Health &health)
{
    const WorkerHolders &holders = health.holders;
    if (!holders.holders.empty()) {
        QString text = holdersSummary({holders}) + QLatin1Char('.');
        text[0] = text[0].toUpper();
        find(health, Verdict::Busy, text);
    } else if (!holders.unknown.isEmpty() && !holders.devices.isEmpty()) {
        find(
            health, Verdict::Unknown,
            QStringLiteral("Who holds it is unknown: %1.").arg(holders.unknown));
    } else if (holders.hasStaleLock()) {
        find(
            health, Verdict::Bad,
            QStringLiteral("%1 left a lock file behind, which keeps others out. Free the TPU.")
                .arg(holders.lock->user));
    }
}

} // namespace

Health readHealth(const remote::Answer &answer, const Expected &expected)
{
    Health health;
    health.holders = readHolders(answer);
    if (!answer.isComplete) {
        health.findings << QStringLiteral("The worker's answer is not whole.");
        return health;
    }
    health.verdict = Verdict::Good;
    compareDevices(health, expected);
    compareBus(health, readBus(answer));
    readLibtpu(health, answer);
    compareMetadata(health, answer, expected);
    compareHolders(health);
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
