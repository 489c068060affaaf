// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/powerandnetwork.h"

#include "core/base/jobs.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDir>
#include <QFile>

#include <atomic>
#include <chrono>
#include <utility>

namespace podium::inventory {

namespace {

const QString Service = QStringLiteral("org.freedesktop.NetworkManager");
const QString Path = QStringLiteral("/org/freedesktop/NetworkManager");
const QString LoginService = QStringLiteral("org.freedesktop.login1");
const QString LoginPath = QStringLiteral("/org/freedesktop/login1");
const QString LoginManager = QStringLiteral("org.freedesktop.login1.Manager");
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
    const QString name = QStringLiteral("podium-power-and-network-%1").arg(++last);
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

bool isOnlineState(uint state)
{
    return state >= 60;
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
                QDBusConnection bus(connection);
                bus.connect(
                    Service, Path, Properties, QStringLiteral("PropertiesChanged"), this,
                    SLOT(handleProperties(QString, QVariantMap)));
                bus.connect(
                    LoginService, LoginPath, LoginManager, QStringLiteral("PrepareForSleep"), this,
                    SLOT(handleSleep(bool)));
                askNetworkManager();
            }
        });
}

void PowerAndNetworkWatch::askNetworkManager()
{
    QDBusMessage message =
        QDBusMessage::createMethodCall(Service, Path, Properties, QStringLiteral("GetAll"));
    message.setArguments({Service});
    auto *watcher =
        new QDBusPendingCallWatcher(QDBusConnection(m_connection).asyncCall(message), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QVariantMap> reply = *watcher;
        watcher->deleteLater();
        if (!reply.isError()) {
            readNetworkManager(reply.value());
        }
    });
}

void PowerAndNetworkWatch::readNetworkManager(const QVariantMap &properties)
{
    const auto metered = properties.find(QStringLiteral("Metered"));
    if (metered != properties.end()) {
        set({m_now.onBattery, isMeteredValue(metered->toUInt())});
    }
    const auto state = properties.find(QStringLiteral("State"));
    if (state != properties.end()) {
        const bool wasOnline = std::exchange(m_isOnline, isOnlineState(state->toUInt()));
        if (m_isOnline && !wasOnline) {
            emit cameBack();
        }
    }
}

void PowerAndNetworkWatch::handleProperties(const QString &interface, const QVariantMap &changed)
{
    if (interface == Service) {
        readNetworkManager(changed);
    }
}

void PowerAndNetworkWatch::handleSleep(bool isBeginning)
{
    if (isBeginning) {
        m_wasOnline = m_isOnline;
        return;
    }
    // Otherwise its network comes soon, unless it is not NetworkManager's.
    if (m_isOnline || !m_wasOnline) {
        emit cameBack();
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
