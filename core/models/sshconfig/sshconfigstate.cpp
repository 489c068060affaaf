// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/sshconfigstate.h"

#include "core/inventory/inventory.h"

#include <algorithm>

namespace podium::models {

using sshconfig::ConfigPlan;
using sshconfig::ConfigVersion;
using sshconfig::FileChange;
using sshconfig::WriteReport;

namespace {

/// The files and what would be in them.
bool isSame(const ConfigPlan &a, const ConfigPlan &b)
{
    return std::equal(
        a.files.begin(), a.files.end(), b.files.begin(), b.files.end(),
        [](const FileChange &one, const FileChange &other) {
            return one.path == other.path && one.exists == other.exists &&
                   one.before == other.before && one.after == other.after;
        });
}

} // namespace

SshConfigState::SshConfigState(
    const inventory::Inventory &inventory, sshconfig::ConfigService &service, OptionsOf options,
    const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_service(service)
    , m_options(std::move(options))
    , m_check(inventory, service, m_options, clock)
    , m_work(clock)
{
    connect(&m_work, &WorkMeter::changed, this, &SshConfigState::changed);
    connect(&inventory, &inventory::Inventory::changed, this, &SshConfigState::replan);
    loadVersions();
}

void SshConfigState::setWriting(bool writing)
{
    m_writing = writing;
    writing ? m_work.begin(tr("Writing")) : m_work.end();
}

QDateTime SshConfigState::nodesAsOf() const
{
    return m_inventory.snapshot().asOf;
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
    emit planningBegan();
    m_service.plan(
        m_inventory.sharedSnapshot(), m_options(),
        {this, [this](Result<ConfigPlan> result) { planned(std::move(result)); }});
}

void SshConfigState::planned(Result<ConfigPlan> result)
{
    m_planning = false;
    const bool isLast = !std::exchange(m_planAgain, false);
    const std::optional<Done> done =
        isLast ? std::exchange(m_done, std::nullopt) : std::optional<Done>();
    setPlan(std::move(result));
    if (done) {
        setWriting(false);
    }
    emit changed();
    if (done) {
        emit written(done->report, done->restored);
    }
    if (!isLast) {
        replan();
    }
}

void SshConfigState::setPlan(Result<ConfigPlan> result)
{
    if (result) {
        m_revision += isSame(m_plan, *result) ? 0 : 1;
        m_plan = std::move(*result);
        m_error = {};
        m_state = m_plan.isUpToDate() ? State::UpToDate : State::Waiting;
    } else if (!result.error().isCancelled()) {
        ++m_revision;
        m_plan = {};
        m_error = result.error();
        m_state = m_error.kind == ErrorKind::Refused ? State::Refused : State::Failed;
    }
}

void SshConfigState::begin(
    const SharedSnapshot &snapshot, const sshconfig::ConfigOptions &options,
    const sshconfig::WriteOptions &how)
{
    m_service.write(snapshot, options, how, {this, [this](const Result<WriteReport> &result) {
                                                 finished(result, false);
                                             }});
}

void SshConfigState::writeAsPlanned(int revision, bool mayLoseMost)
{
    if (m_writing) {
        return;
    }
    if (revision != m_revision) {
        refuseAsOther();
        return;
    }
    setWriting(true);
    const SharedSnapshot snapshot = m_inventory.sharedSnapshot();
    const sshconfig::ConfigOptions options = m_options();
    m_service.plan(
        snapshot, options, {this, [this, snapshot, options, mayLoseMost](Result<ConfigPlan> now) {
                                writeIfSame(std::move(now), snapshot, options, {mayLoseMost});
                            }});
}

void SshConfigState::writeIfSame(
    Result<ConfigPlan> now, const SharedSnapshot &snapshot, const sshconfig::ConfigOptions &options,
    const sshconfig::WriteOptions &how)
{
    if (now && isSame(m_plan, *now)) {
        begin(snapshot, options, how);
        return;
    }
    const bool isOther = now.has_value();
    setPlan(std::move(now));
    setWriting(false);
    emit changed();
    if (isOther) {
        refuseAsOther();
    }
}

void SshConfigState::refuseAsOther()
{
    emit failed(
        {ErrorKind::Refused, tr("Nothing was written: the change is no longer the one shown."),
         tr("The files or the nodes have changed since it was shown."),
         tr("Review the change as it is now, then write it.")});
}

void SshConfigState::restore(int number)
{
    if (m_writing) {
        return;
    }
    setWriting(true);
    m_service.restore(
        number, {this, [this](const Result<WriteReport> &result) { finished(result, true); }});
}

void SshConfigState::finished(const Result<WriteReport> &result, bool restored)
{
    loadVersions();
    if (result && m_inventory.snapshot().asOf.isValid()) {
        m_done = Done{*result, restored}; // told when it is known how things stand now
        replan();
        return;
    }
    setWriting(false);
    emit changed();
    if (result) {
        emit written(*result, restored);
    } else if (!result.error().isCancelled()) {
        emit failed(result.error());
    }
    replan();
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
