// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/desktop/watchunit.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <utility>

namespace podium::app {

namespace {

using Kind = WatchUnitState::Kind;

QString unitName()
{
    return QStringLiteral("podium-watch.service");
}

/// Fails where no manager can be reached.
QStringList managerCommand()
{
    return {QStringLiteral("--user"), QStringLiteral("show"), QStringLiteral("--property=Version")};
}

QStringList queryCommand()
{
    return {QStringLiteral("--user"), QStringLiteral("is-enabled"), unitName()};
}

} // namespace

WatchUnitState watchUnitStateOf(
    std::optional<int> exitCode, const QString &standardOutput, const QString &standardError)
{
    const QString word = standardOutput.trimmed();
    const QString complaint = standardError.trimmed().section(QLatin1Char('\n'), 0, 0);
    if (!exitCode) {
        return {Kind::NoSystemd, WatchUnit::tr("This system does not have systemd.")};
    }
    if (word == QLatin1String("enabled") || word == QLatin1String("enabled-runtime")) {
        return {Kind::On, {}};
    }
    if (word == QLatin1String("disabled")) {
        return {Kind::Off, {}};
    }
    // "… to bus: …", since systemd 257 "… to user scope bus via local transport: …"
    static const QRegularExpression noBus(QStringLiteral("connect to .*bus"));
    if (complaint.contains(noBus) ||
        complaint.contains(QLatin1String("DBUS_SESSION_BUS_ADDRESS")) ||
        complaint.contains(QLatin1String("been booted with systemd"))) {
        return {
            Kind::NoSystemd,
            WatchUnit::tr("No systemd user manager runs here (%1): Podium watches while its window "
                          "is open.")
                .arg(complaint)};
    }
    if (word == QLatin1String("not-found") || complaint.contains(QLatin1String("No such file"))) {
        return {
            Kind::NotInstalled,
            WatchUnit::tr("The unit podium-watch is not installed: this Podium runs from where it "
                          "was built. Podium's package has it.")};
    }
    return {
        Kind::Failed,
        WatchUnit::tr("systemd says of podium-watch: %1").arg(word.isEmpty() ? complaint : word)};
}

WatchUnit::WatchUnit(QString systemctl, QObject *parent)
    : QObject(parent)
    , m_systemctl(std::move(systemctl))
{
    m_process.setStandardInputFile(QProcess::nullDevice());
    connect(
        &m_process, qOverload<int, QProcess::ExitStatus>(&QProcess::finished), this,
        [this](int exitCode) { ended(exitCode); });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            ended(std::nullopt);
        }
    });
}

WatchUnit::~WatchUnit()
{
    m_process.disconnect(this);
    m_process.kill();
}

void WatchUnit::query()
{
    m_commands.push_back(queryCommand());
    startNext();
}

void WatchUnit::setOn(bool on)
{
    m_commands.push_back(
        {QStringLiteral("--user"), on ? QStringLiteral("enable") : QStringLiteral("disable"),
         QStringLiteral("--now"), unitName()});
    m_commands.push_back(queryCommand());
    startNext();
}

void WatchUnit::handleAnswer(WatchUnitState state)
{
    const QString complaint = std::exchange(m_complaint, {});
    if (!complaint.isEmpty() && (state.kind == Kind::On || state.kind == Kind::Off)) {
        state.note = complaint;
    }
    emit stateChanged(state);
}

void WatchUnit::startNext()
{
    if (m_process.state() == QProcess::NotRunning && !m_commands.empty()) {
        m_process.start(m_systemctl, m_commands.front());
    }
}

void WatchUnit::ended(std::optional<int> exitCode)
{
    const QStringList command = m_commands.front();
    m_commands.pop_front();
    const QString output = QString::fromUtf8(m_process.readAllStandardOutput());
    const QString error = QString::fromUtf8(m_process.readAllStandardError());
    if (command == queryCommand()) {
        const WatchUnitState state = watchUnitStateOf(exitCode, output, error);
        if (state.kind == Kind::NotInstalled) {
            // Without a manager systemctl looks at files only: whether there is one goes first.
            m_withoutManager = state;
            m_commands.push_front(managerCommand());
        } else {
            handleAnswer(state);
        }
    } else if (command == managerCommand()) {
        const WatchUnitState manager = watchUnitStateOf(exitCode, output, error);
        handleAnswer(manager.kind == Kind::NoSystemd ? manager : m_withoutManager);
    } else if (exitCode != 0) {
        m_complaint = tr("systemd refused: %1").arg(error.trimmed());
    }
    // Not from within the process's own signal.
    QMetaObject::invokeMethod(this, &WatchUnit::startNext, Qt::QueuedConnection);
}

} // namespace podium::app
