// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/keyringcheck.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QFileInfo>
#include <QStringList>
#include <QUuid>

#include <algorithm>
#include <optional>

namespace podium::doctor {

namespace {

using State = Finding::State;

constexpr int MostMsForAnswer = 1000; // for each of two

/// The session's bus, as D-Bus' own libraries find it; none is started.
QString busAddress(const QProcessEnvironment &environment)
{
    const QString address = environment.value(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
    const QString socket =
        environment.value(QStringLiteral("XDG_RUNTIME_DIR")) + QStringLiteral("/bus");
    return !address.isEmpty()           ? address
           : QFileInfo(socket).exists() ? QStringLiteral("unix:path=") + socket
                                        : QString();
}

std::optional<QStringList> namesFrom(const QDBusConnection &bus, const QString &method)
{
    const QString service = QStringLiteral("org.freedesktop.DBus");
    const QDBusMessage question = QDBusMessage::createMethodCall(
        service, QStringLiteral("/org/freedesktop/DBus"), service, method);
    const QDBusMessage answer = bus.call(question, QDBus::Block, MostMsForAnswer);
    return answer.type() == QDBusMessage::ReplyMessage
               ? std::optional(answer.arguments().value(0).toStringList())
               : std::nullopt;
}

/// The keyring among these names; empty: none.
QString keyringAmong(const QStringList &names)
{
    struct Known
    {
        const char *service;
        const char *title;
    };
    constexpr Known keyrings[] = {
        {"org.freedesktop.secrets", "the Secret Service"},
        {"org.kde.kwalletd6", "KWallet"},
        {"org.kde.kwalletd5", "KWallet"}};
    const auto found =
        std::find_if(std::begin(keyrings), std::end(keyrings), [&names](const Known &known) {
            return names.contains(QLatin1String(known.service));
        });
    return found == std::end(keyrings) ? QString() : QString::fromLatin1(found->title);
}

Finding without(const QString &text)
{
    return {
        QStringLiteral("keyring"), State::Optional, text,
        QStringLiteral("It keeps secrets for recipes, and passphrases of keys that Podium makes. "
                       "Without one the window keeps secrets until it closes, and podiumctl asks "
                       "for them each time.")};
}

Finding keyringOn(const QDBusConnection &bus)
{
    const QString subject = QStringLiteral("keyring");
    if (!bus.isConnected()) {
        return {subject, State::Unknown, QStringLiteral("The session's D-Bus does not answer.")};
    }
    const auto running = namesFrom(bus, QStringLiteral("ListNames"));
    const auto startable = namesFrom(bus, QStringLiteral("ListActivatableNames"));
    if (!running || !startable) {
        return {subject, State::Unknown, QStringLiteral("The session's D-Bus does not answer.")};
    }
    if (const QString name = keyringAmong(*running); !name.isEmpty()) {
        return {subject, State::Good, QStringLiteral("The keyring is %1.").arg(name)};
    }
    if (const QString name = keyringAmong(*startable); !name.isEmpty()) {
        return {
            subject, State::Unknown, // only a secret that is kept shows whether it really starts
            QStringLiteral("No keyring runs; %1 is to start when it is needed.").arg(name)};
    }
    return without(QStringLiteral("The session has no keyring."));
}

} // namespace

Finding checkKeyring(const QProcessEnvironment &environment)
{
    const QString address = busAddress(environment);
    if (address.isEmpty()) {
        return without(QStringLiteral("There is no desktop session, and so no keyring."));
    }
    const QString name = QStringLiteral("podium-") + QUuid::createUuid().toString(QUuid::Id128);
    const Finding finding = keyringOn(QDBusConnection::connectToBus(address, name));
    QDBusConnection::disconnectFromBus(name);
    return finding;
}

} // namespace podium::doctor
