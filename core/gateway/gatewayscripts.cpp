// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewayscripts.h"

#include "core/files/copyscripts.h"
#include "core/gateway/scripttexts.h"
#include "core/ssh/shellquote.h"

#include <QStringBuilder>

namespace podium::gateway {

namespace {

/// None: it takes as long as the bytes take.
constexpr std::chrono::milliseconds Unlimited{0};

} // namespace

remote::Script engineScript()
{
    return {scripttexts::engine, remote::Rights::Login, QStringLiteral("Look for ClusterShell")};
}

remote::Script gatewayScript()
{
    return {
        QByteArray(scripttexts::accesskey) + scripttexts::gateway, remote::Rights::Login,
        QStringLiteral("Pass files on"), Unlimited, true};
}

remote::Script runGatewayScript()
{
    return {
        scripttexts::rungateway, remote::Rights::Login, QStringLiteral("Run via a gateway"),
        Unlimited, true};
}

QByteArray workerCommand(const QByteArray &token, const QByteArray &command)
{
    return "set -- " + token + ' ' + ssh::shellQuote(command) + '\n' + scripttexts::command;
}

remote::Script recipientScript()
{
    return {
        QByteArray(scripttexts::accesskey) + scripttexts::recipient + files::receiveScript().text,
        remote::Rights::Login, QStringLiteral("Take files from the gateway"), Unlimited, true};
}

} // namespace podium::gateway
