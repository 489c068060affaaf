// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/sshcheck.h"

#include "core/inventory/inventory.h"

namespace podium::models {

using sshconfig::AliasCheck;
using sshconfig::CheckProgress;

CheckCounts countChecks(const std::vector<AliasCheck> &checks)
{
    CheckCounts counts;
    for (const AliasCheck &check : checks) {
        switch (check.verdict) {
        case AliasCheck::Verdict::Good:
            ++counts.good;
            counts.loggedIn += check.loggedIn ? 1 : 0;
            break;
        case AliasCheck::Verdict::NotWritten:
            ++counts.notWritten;
            break;
        case AliasCheck::Verdict::Differs:
            ++counts.differing;
            break;
        case AliasCheck::Verdict::NoLogin:
            ++counts.noLogin;
            break;
        case AliasCheck::Verdict::Inactive:
            ++counts.inactive;
            break;
        }
    }
    return counts;
}

SshCheck::SshCheck(
    const inventory::Inventory &inventory, sshconfig::ConfigService &service, OptionsOf options,
    const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_service(service)
    , m_options(std::move(options))
    , m_clock(clock)
    , m_work(clock)
{
    connect(&m_work, &WorkMeter::changed, this, &SshCheck::changed);
}

SshCheck::~SshCheck()
{
    stop(); // the pool need not go on for nobody
}

void SshCheck::start(bool login)
{
    if (isRunning() || !m_inventory.snapshot().asOf.isValid()) {
        return;
    }
    m_progress = std::make_shared<CheckProgress>();
    m_wasStopped = false;
    m_work.begin(login ? tr("Logging in to each alias") : tr("Asking ssh"), [this] {
        return WorkMeter::Counts{done(), total()};
    });
    m_service.check(
        m_inventory.sharedSnapshot(), m_options(), {.login = login}, m_progress,
        {this, [this](const Result<std::vector<AliasCheck>> &checks) { end(checks); }});
}

void SshCheck::stop()
{
    if (m_progress) {
        m_progress->isCancelled = true;
    }
}

bool SshCheck::isStopping() const
{
    return m_progress && m_progress->isCancelled;
}

int SshCheck::done() const
{
    return m_progress ? m_progress->done.load() : 0;
}

int SshCheck::total() const
{
    return m_progress ? m_progress->total.load() : 0;
}

void SshCheck::end(const Result<std::vector<AliasCheck>> &checks)
{
    m_wasStopped = m_progress->isCancelled;
    m_progress.reset();
    if (checks) {
        m_checks = *checks;
        m_endedAt = m_clock.now();
        emit finished();
    } else {
        emit failed(checks.error());
    }
    m_work.end();
}

} // namespace podium::models
