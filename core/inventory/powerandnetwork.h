// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <QVariantMap>

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
/// The same of its NMState: from 60 on there is more than the local network.
[[nodiscard]] bool isOnlineState(uint state);

/// Follows both for as long as it lives, and tells when the computer comes back from sleep; where
/// there is no battery, bus or NetworkManager all is as on a desktop computer. Lives on one thread,
/// blocks never.
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
    /// It has woken with a network, or has one again: what was seen before may be old.
    void cameBack();

private:
    void readPower();
    void connectBus();
    void askNetworkManager();
    void readNetworkManager(const QVariantMap &properties);
    void set(const PowerAndNetwork &powerAndNetwork);
private slots:
    void handleProperties(const QString &interface, const QVariantMap &changed);
    void handleSleep(bool isBeginning);

private:
    Options m_options;
    QString m_connection; ///< empty until the bus answers
    PowerAndNetwork m_now;
    bool m_isOnline = true;  ///< as far as is known
    bool m_wasOnline = true; ///< when it last went to sleep
    QTimer m_minute;
};

} // namespace podium::inventory
