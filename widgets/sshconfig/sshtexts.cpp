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
    const QString active =
        hosts == 1 ? ConfigWords::tr("1 host") : ConfigWords::tr("%1 hosts").arg(hosts);
    const int inactive = int(plan.entries.size()) - int(hosts);
    return inactive == 0 ? active : ConfigWords::tr("%1, %2 inactive").arg(active).arg(inactive);
}

QString waitingText(const sshconfig::ConfigPlan &plan)
{
    const auto files = std::count_if(
        plan.files.begin(), plan.files.end(), [](const auto &file) { return file.isChanged(); });
    return files == 1 ? ConfigWords::tr("1 file would change")
                      : ConfigWords::tr("%1 files would change").arg(files);
}

/// Who writes: whether another Podium does so by itself is not known here.
QString writerText(const sshconfig::ConfigPlan &plan)
{
    return plan.isHeld
               ? ConfigWords::tr("The last change was undone. Nothing is written until you say so.")
               : ConfigWords::tr("Written when you say so, or by the background watch where it is "
                                 "on. Every write can be undone.");
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
            Mark::Off, // neither that the nodes are still so nor that one lets in is known
            ConfigWords::tr("Matches the nodes as of %1: %2")
                .arg(models::fullTimeText(state.nodesAsOf()), hostCount(state.plan())),
            ConfigWords::tr("“Check” with “Also log in to each” says which workers let you in.")};
    case SshConfigState::State::Waiting:
        return {
            Mark::Warning,
            ConfigWords::tr("%1: %2").arg(waitingText(state.plan()), hostCount(state.plan())),
            writerText(state.plan())};
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
    add(counts.good - counts.loggedIn, ConfigWords::tr("%1 read correctly, not logged in"));
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
    const Mark mark = counts.differing + counts.noLogin > 0                   ? Mark::Bad
                      : counts.notWritten > 0                                 ? Mark::Warning
                      : counts.loggedIn > 0 && counts.loggedIn == counts.good ? Mark::Good
                                                                              : Mark::Off;
    return {
        mark, parts.join(QStringLiteral(" · ")),
        ConfigWords::tr("Checked: %1").arg(models::fullTimeText(check.endedAt()))};
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
