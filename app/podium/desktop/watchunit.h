// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <deque>
#include <optional>

namespace podium::app {

/// How the systemd user unit podium-watch stands.
struct WatchUnitState
{
    enum class Kind {
        On,
        Off,
        NotInstalled, ///< systemd is there, the unit is not
        NoSystemd,    ///< no systemd user manager runs here
        Failed,       ///< it would not do what was asked
    };
    Kind kind = Kind::NoSystemd;
    QString note; ///< for a person; may be empty
    bool operator==(const WatchUnitState &) const = default;
};

/// What `systemctl --user is-enabled` means. Pure. `exitCode` none: it could not be started.
[[nodiscard]] WatchUnitState watchUnitStateOf(
    std::optional<int> exitCode, const QString &standardOutput, const QString &standardError);

/// Switches the unit on and off through systemctl. Lives on one thread, blocks never.
class WatchUnit final : public QObject
{
    Q_OBJECT

public:
    /// `systemctl`: the program, for tests.
    explicit WatchUnit(QString systemctl = QStringLiteral("systemctl"), QObject *parent = nullptr);
    /// Does not wait for what is under way.
    ~WatchUnit() override;

    /// Asks how it stands; stateChanged() follows.
    void query();
    /// Enables and starts it, or stops and disables it; stateChanged() follows.
    void setOn(bool on);

signals:
    void stateChanged(const podium::app::WatchUnitState &state);

private:
    void startNext();
    void ended(std::optional<int> exitCode);
    void handleAnswer(WatchUnitState state);

    QString m_systemctl;
    QProcess m_process;
    std::deque<QStringList> m_commands;
    QString m_complaint;             ///< of a switch that failed
    WatchUnitState m_withoutManager; ///< said from files alone, while the manager is asked for
};

} // namespace podium::app

Q_DECLARE_METATYPE(podium::app::WatchUnitState)
