// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/powerandnetwork.h"

#include "core/base/jobs.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QDir>
#include <QFile>

#include <atomic>
#include <chrono>

namespace podium::inventory {

namespace {

const QString Service = QStringLiteral("org.freedesktop.NetworkManager");
const QString Path = QStringLiteral("/org/freedesktop/NetworkManager");
const QString Properties = QStringLiteral("org.freedesktop.DBus.Properties");

QString word(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.read(64)).trimmed()
                                          : QString();
}

QString openBus(const QString &address)
{
    static std::atomic<int> last{0};
    const QString name = QStringLiteral("podium-surroundings-%1").arg(++last);
    const QDBusConnection bus =
        address.isEmpty() ? QDBusConnection::connectToBus(QDBusConnection::SystemBus, name)
                          : QDBusConnection::connectToBus(address, name);
    return bus.isConnected() ? name : QString();
}

} // namespace

bool isOnBattery(const QString &folder)
{
    bool discharging = false;
    const QDir supplies(folder);
    for (const QString &name : supplies.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString supply = supplies.filePath(name) + QLatin1Char('/');
        const QString type = word(supply + QStringLiteral("type"));
        if (type != QLatin1String("Battery")) {
            const bool isOn = word(supply + QStringLiteral("online")) == QLatin1String("1");
            const bool isMains =
                type == QLatin1String("Mains") || type.startsWith(QLatin1String("USB"));
            if (isMains && isOn) {
                return false;
            }
            continue;
        }
        const bool isOther = word(supply + QStringLiteral("scope")) == QLatin1String("Device");
        discharging |=
            !isOther && word(supply + QStringLiteral("status")) == QLatin1String("Discharging");
    }
    return discharging;
}

bool isMeteredValue(uint metered)
{
    return metered == 1 || metered == 3;
}

PowerAndNetworkWatch::PowerAndNetworkWatch(QObject *parent)
    : PowerAndNetworkWatch(Options(), parent)
{}

PowerAndNetworkWatch::PowerAndNetworkWatch(Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
{
    using namespace std::chrono_literals;
    connect(&m_minute, &QTimer::timeout, this, &PowerAndNetworkWatch::readPower);
    m_minute.start(30s);
    readPower();
    connectBus();
}

PowerAndNetworkWatch::~PowerAndNetworkWatch()
{
    if (!m_connection.isEmpty()) {
        QDBusConnection::disconnectFromBus(m_connection);
    }
}

void PowerAndNetworkWatch::readPower()
{
    runJob(
        this, [folder = m_options.powerFolder] { return isOnBattery(folder); },
        [this](bool onBattery) {
            set({onBattery, m_now.isMetered});
        });
}

void PowerAndNetworkWatch::connectBus()
{
    // Shaking hands with the bus blocks.
    runJob(
        this, [address = m_options.busAddress] { return openBus(address); },
        [this](const QString &connection) {
            m_connection = connection;
            if (!connection.isEmpty()) {
                QDBusConnection(connection)
                    .connect(
                        Service, Path, Properties, QStringLiteral("PropertiesChanged"), this,
                        SLOT(handleProperties(QString, QVariantMap)));
                askMetered();
            }
        });
}

void PowerAndNetworkWatch::askMetered()
{
    QDBusMessage message =
        QDBusMessage::createMethodCall(Service, Path, Properties, QStringLiteral("Get"));
    message.setArguments({Service, QStringLiteral("Metered")});
    auto *watcher =
        new QDBusPendingCallWatcher(QDBusConnection(m_connection).asyncCall(message), this);
    connect(
        watcher, &QDBusPendingCallWatcher::finished, this, &PowerAndNetworkWatch::handleMetered);
}

void PowerAndNetworkWatch::handleMetered(QDBusPendingCallWatcher *watcher)
{
    const QDBusPendingReply<QDBusVariant> reply = *watcher;
    watcher->deleteLater();
    if (!reply.isError()) {
        set({m_now.onBattery, isMeteredValue(reply.value().variant().toUInt())});
    }
}

void PowerAndNetworkWatch::handleProperties(const QString &interface, const QVariantMap &changed)
{
    const auto metered = changed.find(QStringLiteral("Metered"));
    if (interface == Service && metered != changed.end()) {
        set({m_now.onBattery, isMeteredValue(metered->toUInt())});
    }
}

void PowerAndNetworkWatch::set(const PowerAndNetwork &powerAndNetwork)
{
    if (powerAndNetwork != m_now) {
        m_now = powerAndNetwork;
        emit changed();
    }
}

} // namespace podium::inventory
