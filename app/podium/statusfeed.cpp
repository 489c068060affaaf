// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/statusfeed.h"

#include "core/inventory/inventory.h"
#include "core/models/nodes/statussummary.h"
#include "core/models/sshconfig/sshconfigstate.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/statusline.h"

#include <QStringList>

#include <chrono>

namespace podium::app {

using inventory::Inventory;
using models::SshConfigState;

StatusFeed::StatusFeed(
    Inventory &inventory, SshConfigState &sshConfig, ui::MainWindow &window, const Clock &clock,
    QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_sshConfig(sshConfig)
    , m_window(window)
    , m_clock(clock)
{
    connect(&inventory, &Inventory::changed, this, &StatusFeed::noteEvents);
    connect(&inventory, &Inventory::refreshed, this, &StatusFeed::showSummary);
    connect(&sshConfig, &SshConfigState::changed, this, &StatusFeed::showSshConfig);
    connect(&m_timer, &QTimer::timeout, this, &StatusFeed::showSummary);
    m_timer.start(std::chrono::seconds(20));
    showSummary();
    showSshConfig();
}

void StatusFeed::setRunning(int count)
{
    m_running = count;
    showRunBadge();
}

void StatusFeed::setOrphans(int count)
{
    m_orphans = count;
    showRunBadge();
}

void StatusFeed::showRunBadge()
{
    QStringList meanings;
    if (m_running > 0) {
        meanings << tr("%1 running").arg(m_running);
    }
    if (m_orphans > 0) {
        meanings
            << (m_orphans == 1 ? tr("1 run of an earlier Podium may still go on")
                               : tr("%1 runs of an earlier Podium may still go on").arg(m_orphans));
    }
    m_window.setBadge(
        QStringLiteral("run"),
        m_running > 0   ? QString::number(m_running)
        : m_orphans > 0 ? QStringLiteral("!")
                        : QString(),
        meanings.join(QStringLiteral(", ")));
}

void StatusFeed::setCosts(const QString &text)
{
    m_costs = text;
    showSummary();
}

void StatusFeed::noteEvents(const std::vector<inventory::Event> &events)
{
    m_news = models::newsAfter(m_news, events, m_clock.now());
    showSummary();
}

void StatusFeed::showSummary()
{
    models::StatusSummary summary =
        models::statusSummary(m_inventory.snapshot(), m_news, m_clock.now());
    summary.costs = m_costs;
    m_window.statusLine().setSummary(summary);
}

void StatusFeed::showSshConfig()
{
    const SshConfigState::State state = m_sshConfig.state();
    const bool waiting = state == SshConfigState::State::Waiting;
    const bool stuck =
        state == SshConfigState::State::Refused || state == SshConfigState::State::Failed;
    m_window.statusLine().setConfigOutdated(waiting && !m_sshConfig.isWriting());
    QString meaning;
    if (waiting) {
        meaning = tr("out of date");
    } else if (stuck) {
        meaning = tr("cannot be written");
    }
    m_window.setBadge(
        QStringLiteral("ssh"), meaning.isEmpty() ? QString() : QStringLiteral("!"), meaning);
    // What a write of the config answers is done with then.
    if (state == SshConfigState::State::UpToDate && m_news &&
        m_news->kind == inventory::EventKind::IpChanged) {
        m_news.reset();
        showSummary();
    }
}

} // namespace podium::app
