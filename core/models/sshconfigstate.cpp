// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfigstate.h"

#include "core/inventory/inventory.h"

#include <algorithm>

namespace podium::models {

using sshconfig::ConfigPlan;
using sshconfig::ConfigVersion;
using sshconfig::WriteReport;

SshConfigState::SshConfigState(
    const inventory::Inventory &inventory, sshconfig::ConfigService &service, OptionsOf options,
    QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_service(service)
    , m_options(std::move(options))
    , m_check(inventory, service, m_options)
{
    connect(&inventory, &inventory::Inventory::changed, this, &SshConfigState::replan);
    loadVersions();
}

void SshConfigState::replan()
{
    if (!m_inventory.snapshot().asOf.isValid()) {
        return; // before the first answer every entry would seem to go
    }
    if (m_planning) {
        m_planAgain = true;
        return;
    }
    m_planning = true;
    m_service.plan(
        m_inventory.sharedSnapshot(), m_options(),
        {this, [this](Result<ConfigPlan> result) { planned(std::move(result)); }});
}

void SshConfigState::planned(Result<ConfigPlan> result)
{
    m_planning = false;
    if (result) {
        m_plan = std::move(*result);
        m_error = {};
        m_state = m_plan.isUpToDate() ? State::UpToDate : State::Waiting;
    } else if (!result.error().isCancelled()) {
        m_plan = {};
        m_error = result.error();
        m_state = m_error.kind == ErrorKind::Refused ? State::Refused : State::Failed;
    }
    emit changed();
    if (std::exchange(m_planAgain, false)) {
        replan();
    }
}

void SshConfigState::write(bool mayLoseMost)
{
    if (m_writing) {
        return;
    }
    m_writing = true;
    emit changed();
    m_service.write(
        m_inventory.sharedSnapshot(), m_options(), {mayLoseMost},
        {this, [this](const Result<WriteReport> &result) { finished(result, false); }});
}

void SshConfigState::restore(int number)
{
    if (m_writing) {
        return;
    }
    m_writing = true;
    emit changed();
    m_service.restore(
        number, {this, [this](const Result<WriteReport> &result) { finished(result, true); }});
}

void SshConfigState::finished(const Result<WriteReport> &result, bool restored)
{
    m_writing = false;
    if (result && !restored) {
        m_state = State::UpToDate; // until the next look says otherwise
    }
    emit changed();
    if (result) {
        emit written(*result, restored);
    } else if (!result.error().isCancelled()) {
        emit failed(result.error());
    }
    replan();
    loadVersions();
}

void SshConfigState::loadVersions()
{
    m_service.versions({this, [this](const Result<std::vector<ConfigVersion>> &result) {
                            if (!result) {
                                return; // nothing to go back to is no fault of its own
                            }
                            m_versions = *result;
                            std::sort(
                                m_versions.begin(), m_versions.end(),
                                [](const ConfigVersion &a, const ConfigVersion &b) {
                                    return a.number > b.number;
                                });
                            emit changed();
                        }});
}

} // namespace podium::models
