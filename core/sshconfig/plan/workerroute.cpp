// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/workerroute.h"

#include <QHostAddress>

namespace podium::sshconfig {

namespace {

using Address = ConfigRule::Address;

/// The text comes from the cloud: only what is an address goes on.
QString plainAddress(const QString &text)
{
    const QHostAddress parsed(text);
    return parsed.isNull() || !parsed.scopeId().isEmpty() ? QString() : parsed.toString();
}

QString address(const cloud::Worker &worker, const Reach &reach)
{
    const QString external = plainAddress(worker.externalIp);
    const bool isInner = reach.address == Address::Internal ||
                         (reach.address == Address::Unset &&
                          (reach.isThroughIap || (external.isEmpty() && reach.hasRoute())));
    return isInner ? plainAddress(worker.internalIp) : external;
}

/// As gcloud itself goes through IAP: the tunnel finds the machine by its instance name, and the
/// address is not used. ssh fills %p in.
QString iapCommand(const WorkerRef &ref, const cloud::Worker &worker)
{
    return QStringLiteral("gcloud compute start-iap-tunnel %1 %p --listen-on-stdin --project=%2 "
                          "--zone=%3 --verbosity=warning")
        .arg(worker.instanceName, ref.node.project.text(), ref.node.zone.text());
}

QString noAddressNote(const Reach &reach, const cloud::Worker &worker)
{
    if (reach.address == Address::Internal) {
        return QStringLiteral("It has no internal address.");
    }
    const bool couldJump = !worker.internalIp.isEmpty() && reach.address == Address::Unset;
    return couldJump ? QStringLiteral("It has no external address; a rule with a jump or IAP can "
                                      "use the internal one.")
                     : QStringLiteral("It has no address.");
}

} // namespace

WorkerWay wayTo(const WorkerRef &ref, const cloud::Worker &worker, const Reach &reach)
{
    WorkerWay way;
    way.hostName = address(worker, reach);
    way.proxyJump = reach.proxyJump;
    way.proxyCommand = reach.isThroughIap ? iapCommand(ref, worker) : reach.proxyCommand;
    if (way.hostName.isEmpty()) {
        way.problem = noAddressNote(reach, worker);
    } else if (reach.isThroughIap && worker.instanceName.isEmpty()) {
        way.problem =
            QStringLiteral("IAP needs its instance name, which its guest attributes do not tell.");
    }
    return way;
}

} // namespace podium::sshconfig
