// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activity.h"

#include <QCoreApplication>

#include <algorithm>

namespace podium::models {

using End = store::PastRun::End;

namespace {

struct ActivityTexts
{
    Q_DECLARE_TR_FUNCTIONS(Activity)
};

Outcome outcomeOf(const run::WorkerState &worker)
{
    if (!worker.ending) {
        return Outcome::Busy;
    }
    switch (run::endingClass(*worker.ending)) {
    case run::EndingClass::Ok:
        return Outcome::Good;
    case run::EndingClass::Failed:
    case run::EndingClass::Unreachable:
        return Outcome::Bad;
    case run::EndingClass::Stopped:
        break;
    }
    return Outcome::Off;
}

Outcome outcomeOf(const run::RunSummary &summary, End end)
{
    if (summary.failed + summary.unreachable > 0) {
        return Outcome::Bad;
    }
    if (end == End::Left) {
        return Outcome::Busy;
    }
    return summary.stopped > 0 || end == End::Closed ? Outcome::Off : Outcome::Good;
}

QString workerText(const run::WorkerState &worker, End end)
{
    if (worker.ending) {
        return run::describeEnding(worker);
    }
    if (end == End::Left) {
        return ActivityTexts::tr("keeps running");
    }
    return worker.isRunning() ? ActivityTexts::tr("told to stop while running")
                              : ActivityTexts::tr("never started");
}

QString runSentence(const QString &title, const run::RunSummary &summary, End end)
{
    switch (end) {
    case End::Closed:
        return summary.running == 1
                   ? ActivityTexts::tr("“%1” was closed while it ran on 1 worker, which was told "
                                       "to stop.")
                         .arg(title)
                   : ActivityTexts::tr("“%1” was closed while it ran on %2 workers, which were "
                                       "told to stop.")
                         .arg(title, QString::number(summary.running));
    case End::Left:
        return ActivityTexts::tr("“%1” was left running in the background.").arg(title);
    default:
        return ActivityTexts::tr("“%1” finished: %2.").arg(title, runNumbers(summary));
    }
}

/// Where all are of one node.
std::optional<NodeRef> onlyNode(const std::vector<run::WorkerState> &workers)
{
    const bool isOne = !workers.empty() &&
                       std::all_of(workers.begin(), workers.end(), [&workers](const auto &worker) {
                           return worker.worker.node == workers.front().worker.node;
                       });
    return isOne ? std::optional(workers.front().worker.node) : std::nullopt;
}

ActivityEntry runEntry(
    const QString &title, const QString &where, const store::PastRun &run,
    const run::RunSummary &summary)
{
    ActivityEntry entry;
    entry.kind = ActivityKind::Run;
    entry.outcome = outcomeOf(summary, run.end);
    entry.subject = where;
    entry.text = runSentence(title, summary, run.end);
    entry.detail = run.isOwn ? QString() : QString::fromUtf8(run.command);
    entry.run = run.id;
    // What happens to it later, takes its place.
    entry.action = run.id.isEmpty() ? QString() : QStringLiteral("run ") + run.id;
    return entry;
}

} // namespace

Mark markOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Good:
        return Mark::Good;
    case Outcome::Busy:
        return Mark::Busy;
    case Outcome::Warning:
        return Mark::Warning;
    case Outcome::Bad:
        return Mark::Bad;
    case Outcome::Off:
        return Mark::Off;
    case Outcome::Unknown:
        break;
    }
    return Mark::Unknown;
}

ActivityEntry activityOfRun(
    const QString &title, const QString &where, const store::PastRun &run,
    const run::RunState &state, const QDateTime &time)
{
    const auto &workers = state.workers();
    ActivityEntry entry = runEntry(title, where, run, state.summary());
    entry.time = time;
    entry.node = onlyNode(workers);
    if (workers.size() == 1) {
        entry.worker = workers.front().worker.index;
        return entry;
    }
    std::vector<ActivityPart> parts;
    parts.reserve(workers.size());
    for (const run::WorkerState &worker : workers) {
        parts.push_back(
            {worker.worker.node,
             worker.worker.index,
             {},
             workerText(worker, run.end),
             outcomeOf(worker)});
    }
    entry.setParts(std::move(parts));
    return entry;
}

ActivityEntry activityOfLeftRun(
    const QString &title, const QString &where, const store::PastRun &run,
    const std::vector<WorkerRef> &workers)
{
    ActivityEntry entry = runEntry(title, where, run, run.summary);
    entry.time = run.endedAt;
    const bool isOneNode = !workers.empty() &&
                           std::all_of(workers.begin(), workers.end(), [&workers](const auto &one) {
                               return one.node == workers.front().node;
                           });
    entry.node = isOneNode ? std::optional(workers.front().node) : std::nullopt;
    return entry;
}

ActivityEntry
activityOfWrite(const sshconfig::WriteReport &report, bool restored, const QDateTime &time)
{
    ActivityEntry entry;
    entry.time = time;
    entry.kind = ActivityKind::ConfigWrite;
    entry.outcome = Outcome::Good;
    entry.subject = ActivityTexts::tr("ssh config");
    entry.text = restored ? ActivityTexts::tr("An earlier ssh config was restored.")
                          : ActivityTexts::tr("ssh config written.");
    entry.detail = report.filesWritten.join(QLatin1Char('\n'));
    entry.configVersion = report.version;
    return entry;
}

ActivityEntry activityOfErrors(const std::vector<Error> &errors, const QDateTime &time)
{
    ActivityEntry entry = store::activityOf(errors.front(), time);
    if (errors.size() == 1) {
        return entry;
    }
    entry.node.reset();
    entry.worker = -1;
    const bool isSame = std::all_of(errors.begin(), errors.end(), [&errors](const Error &error) {
        return error.summary == errors.front().summary;
    });
    entry.subject =
        ActivityTexts::tr("%1 and %2 more").arg(errors.front().subject).arg(int(errors.size()) - 1);
    if (!isSame) {
        entry.text = ActivityTexts::tr("%1 projects and zones did not answer.").arg(errors.size());
        entry.detail.clear();
    }
    std::vector<ActivityPart> parts;
    for (const Error &error : errors) {
        const ActivityEntry one = store::activityOf(error, time);
        parts.push_back(
            {one.node,
             one.worker,
             {},
             ActivityTexts::tr("%1: %2").arg(error.subject, error.summary),
             Outcome::Bad});
    }
    entry.setParts(std::move(parts));
    return entry;
}

QString runNumbers(const run::RunSummary &summary)
{
    QStringList parts;
    const auto add = [&parts](int count, const QString &text) {
        if (count > 0) {
            parts << text.arg(count);
        }
    };
    add(summary.ok, ActivityTexts::tr("%1 ok"));
    add(summary.failed, ActivityTexts::tr("%1 failed"));
    add(summary.unreachable - summary.hostKey, ActivityTexts::tr("%1 unreachable"));
    add(summary.hostKey, ActivityTexts::tr("%1 with a changed host key"));
    add(summary.stopped, ActivityTexts::tr("%1 stopped"));
    add(summary.running, ActivityTexts::tr("%1 running"));
    add(summary.waiting, ActivityTexts::tr("%1 waiting"));
    return parts.join(QStringLiteral(" · "));
}

QString partPlace(const ActivityPart &part)
{
    if (!part.node) {
        return part.person;
    }
    return part.worker < 0 ? part.node->name.text()
                           : QStringLiteral("%1:%2").arg(part.node->name.text()).arg(part.worker);
}

QString nodeActionDoneText(lifecycle::NodeAction action)
{
    switch (action) {
    case lifecycle::NodeAction::Start:
        return ActivityTexts::tr("Started with Podium: it runs.");
    case lifecycle::NodeAction::Stop:
        return ActivityTexts::tr("Stopped with Podium.");
    case lifecycle::NodeAction::Delete:
        return ActivityTexts::tr("Deleted with Podium: it is gone.");
    case lifecycle::NodeAction::Maintain:
        break;
    }
    return ActivityTexts::tr("Its maintenance was started with Podium and is over.");
}

QString activitySearchText(const ActivityEntry &entry)
{
    QStringList texts{
        activityKindText(entry.kind), entry.subject, entry.text, entry.detail, entry.person};
    if (entry.node) {
        texts << entry.node->text();
    }
    for (const ActivityPart &part : entry.parts) {
        texts << partPlace(part) << part.person << part.text;
    }
    return texts.join(QLatin1Char('\n')).toLower();
}

QString activityKindText(ActivityKind kind)
{
    switch (kind) {
    case ActivityKind::Node:
        return ActivityTexts::tr("Node");
    case ActivityKind::State:
        return ActivityTexts::tr("State");
    case ActivityKind::Address:
        return ActivityTexts::tr("IP address");
    case ActivityKind::HostKey:
        return ActivityTexts::tr("Host key");
    case ActivityKind::Maintenance:
        return ActivityTexts::tr("Maintenance");
    case ActivityKind::NodeAction:
        return ActivityTexts::tr("Node action");
    case ActivityKind::Run:
        return ActivityTexts::tr("Run");
    case ActivityKind::People:
        return ActivityTexts::tr("People");
    case ActivityKind::ConfigWrite:
        return ActivityTexts::tr("ssh config");
    case ActivityKind::Error:
        return ActivityTexts::tr("Error");
    case ActivityKind::Note:
        break;
    }
    return ActivityTexts::tr("Note");
}

QString outcomeText(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Good:
        return ActivityTexts::tr("good");
    case Outcome::Busy:
        return ActivityTexts::tr("under way");
    case Outcome::Warning:
        return ActivityTexts::tr("needs a look");
    case Outcome::Bad:
        return ActivityTexts::tr("bad");
    case Outcome::Off:
        return {};
    case Outcome::Unknown:
        break;
    }
    return ActivityTexts::tr("outcome not known");
}

} // namespace podium::models
