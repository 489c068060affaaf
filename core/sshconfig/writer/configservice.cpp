// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/writer/configservice.h"

#include "core/base/jobs.h"
#include "core/sshconfig/writer/configwriter.h"

#include <utility>

namespace podium::sshconfig {

ConfigService::ConfigService(Paths paths, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_paths(std::move(paths))
    , m_clock(clock)
{}

void ConfigService::plan(
    inventory::SharedSnapshot snapshot, const ConfigOptions &options,
    Callback<Result<ConfigPlan>> done)
{
    const ConfigWriter writer(m_paths, m_clock.now());
    runJob(
        this,
        [writer, snapshot = std::move(snapshot), options] {
            return writer.plan(*snapshot, options);
        },
        [done](const Result<ConfigPlan> &plan) { done(plan); });
}

void ConfigService::write(
    inventory::SharedSnapshot snapshot, const ConfigOptions &options, const WriteOptions &how,
    Callback<Result<WriteReport>> done)
{
    const ConfigWriter writer(m_paths, m_clock.now());
    runJob(
        this,
        [writer, snapshot = std::move(snapshot), options, how] {
            return writer.write(*snapshot, options, how);
        },
        [done](const Result<WriteReport> &report) { done(report); });
}

void ConfigService::versions(Callback<Result<std::vector<ConfigVersion>>> done)
{
    const ConfigWriter writer(m_paths, m_clock.now());
    runJob(
        this, [writer] { return writer.versions(); },
        [done](const Result<std::vector<ConfigVersion>> &versions) { done(versions); });
}

void ConfigService::restore(int number, Callback<Result<WriteReport>> done)
{
    const ConfigWriter writer(m_paths, m_clock.now());
    runJob(
        this, [writer, number] { return writer.restore(number); },
        [done](const Result<WriteReport> &report) { done(report); });
}

void ConfigService::remove(Callback<Result<WriteReport>> done)
{
    const ConfigWriter writer(m_paths, m_clock.now());
    runJob(
        this, [writer] { return writer.remove(); },
        [done](const Result<WriteReport> &report) { done(report); });
}

void ConfigService::check(
    inventory::SharedSnapshot snapshot, const ConfigOptions &options, const CheckOptions &wanted,
    std::shared_ptr<CheckProgress> progress, Callback<Result<std::vector<AliasCheck>>> done)
{
    const ConfigWriter writer(m_paths, m_clock.now());
    runJob(
        this,
        [writer, snapshot = std::move(snapshot), options, wanted, progress = std::move(progress)] {
            return writer.check(*snapshot, options, wanted, *progress);
        },
        [done](const Result<std::vector<AliasCheck>> &checks) { done(checks); });
}

} // namespace podium::sshconfig
