// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

class QDBusPendingCallWatcher;
class QDBusVariant;

namespace podium::inventory {

/// What this computer would rather have spared.
struct PowerAndNetwork
{
    bool onBattery = false;
    bool isMetered = false; ///< the network's traffic costs money
    bool operator==(const PowerAndNetwork &) const = default;
};

/// Whether a computer with these power supplies (`folder` is /sys/class/power_supply or one like
/// it) runs on its battery: it has one that discharges, and no mains that are on. A mouse's or
/// phone's battery does not count. Reads some small files.
[[nodiscard]] bool isOnBattery(const QString &folder);

/// NetworkManager's word for it (NMMetered): 1 is yes, 3 is a guess of yes.
[[nodiscard]] bool isMeteredValue(uint metered);

/// Follows both for as long as it lives; where there is no battery, bus or NetworkManager all is
/// as on a desktop computer. Lives on one thread, blocks never.
class PowerAndNetworkWatch final : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        QString powerFolder = QStringLiteral("/sys/class/power_supply");
        QString busAddress; ///< empty: the system bus
    };
    explicit PowerAndNetworkWatch(QObject *parent = nullptr);
    PowerAndNetworkWatch(Options options, QObject *parent);
    ~PowerAndNetworkWatch() override;

    [[nodiscard]] const PowerAndNetwork &now() const { return m_now; }

signals:
    void changed();

private:
    void readPower();
    void connectBus();
    void askMetered();
    void set(const PowerAndNetwork &powerAndNetwork);
private slots:
    void handleMetered(QDBusPendingCallWatcher *watcher);
    void handleProperties(const QString &interface, const QVariantMap &changed);

private:
    Options m_options;
    QString m_connection; ///< empty until the bus answers
    PowerAndNetwork m_now;
    QTimer m_minute;
};

} // namespace podium::inventory
