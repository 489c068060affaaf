// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/sshtexts.h"

#include "core/models/relativetime.h"

#include <QCoreApplication>

#include <algorithm>

namespace podium::ui {

using models::Mark;
using models::SshConfigState;

namespace {

struct ConfigWords
{
    Q_DECLARE_TR_FUNCTIONS(SshPage)
};

QString hostCount(const sshconfig::ConfigPlan &plan)
{
    const auto hosts = std::count_if(
        plan.entries.begin(), plan.entries.end(), [](const auto &entry) { return entry.isActive; });
    return hosts == 1 ? ConfigWords::tr("1 host") : ConfigWords::tr("%1 hosts").arg(hosts);
}

QString waitingText(const sshconfig::ConfigPlan &plan)
{
    const auto files = std::count_if(
        plan.files.begin(), plan.files.end(), [](const auto &file) { return file.isChanged(); });
    return files == 1 ? ConfigWords::tr("1 file would change")
                      : ConfigWords::tr("%1 files would change").arg(files);
}

} // namespace

SshSummary sshSummary(const SshConfigState &state)
{
    if (const QString writing = state.writingText(); !writing.isEmpty()) {
        return {Mark::Busy, writing, {}};
    }
    switch (state.state()) {
    case SshConfigState::State::Unknown:
        return {
            Mark::Unknown, ConfigWords::tr("Not compared yet"),
            ConfigWords::tr("The ssh config is compared as soon as the nodes are known.")};
    case SshConfigState::State::UpToDate:
        return {
            Mark::Good, ConfigWords::tr("Up to date: %1").arg(hostCount(state.plan())),
            ConfigWords::tr("ssh, rsync and VS Code reach each worker by its alias.")};
    case SshConfigState::State::Waiting:
        return {
            Mark::Warning,
            ConfigWords::tr("%1: %2").arg(waitingText(state.plan()), hostCount(state.plan())),
            ConfigWords::tr("Nothing is written until you say so, and every write can be undone.")};
    case SshConfigState::State::Refused:
        return {Mark::Bad, state.error().summary, state.error().hint};
    case SshConfigState::State::Failed:
        return {Mark::Bad, state.error().summary, state.error().hint};
    }
    return {};
}

SshSummary checkSummary(const models::SshCheck &check)
{
    if (check.isRunning()) {
        return {Mark::Busy, check.workText(), {}};
    }
    const models::CheckCounts counts = models::countChecks(check.checks());
    QStringList parts;
    const auto add = [&parts](int count, const QString &text) {
        if (count > 0) {
            parts << text.arg(count);
        }
    };
    add(counts.differing, ConfigWords::tr("%1 differ"));
    add(counts.noLogin, ConfigWords::tr("%1 without a login"));
    add(counts.notWritten, ConfigWords::tr("%1 not written"));
    add(counts.loggedIn, ConfigWords::tr("%1 logged in"));
    add(counts.good - counts.loggedIn, ConfigWords::tr("%1 good"));
    add(counts.inactive, ConfigWords::tr("%1 inactive"));
    if (parts.isEmpty()) {
        return {
            Mark::Unknown,
            check.wasStopped() ? ConfigWords::tr("Stopped") : ConfigWords::tr("No aliases"),
            {}};
    }
    if (check.wasStopped()) {
        parts << ConfigWords::tr("then stopped");
    }
    const Mark mark = counts.differing + counts.noLogin > 0 ? Mark::Bad
                      : counts.notWritten > 0               ? Mark::Warning
                                                            : Mark::Good;
    return {mark, parts.join(QStringLiteral(" · ")), {}};
}

SshSummary nothingToShow(const models::SshConfigState &state)
{
    using State = models::SshConfigState::State;
    const SshSummary summary = sshSummary(state);
    if (state.state() == State::Refused || state.state() == State::Failed) {
        return {summary.mark, ConfigWords::tr("Your files are untouched"), state.error().detail};
    }
    return {
        summary.mark,
        state.state() == State::Waiting ? ConfigWords::tr("Comparing…")
                                        : ConfigWords::tr("Nothing to compare yet"),
        summary.hint};
}

QString versionText(const sshconfig::ConfigVersion &version, const QDateTime &now)
{
    return ConfigWords::tr("Version %1 · %2 · %3")
        .arg(
            QString::number(version.number), models::agoText(version.time, now),
            models::fullTimeText(version.time));
}

} // namespace podium::ui
