// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activity.h"

#include "core/models/nodes/maintenancetext.h"

#include <QCoreApplication>

namespace podium::models {

using inventory::EventKind;

namespace {

struct ActivityWords
{
    Q_DECLARE_TR_FUNCTIONS(Activity)
};

ActivityKind kindOf(EventKind kind)
{
    switch (kind) {
    case EventKind::Appeared:
    case EventKind::Gone:
    case EventKind::Recreated:
        return ActivityKind::Node;
    case EventKind::StateChanged:
    case EventKind::HealthChanged:
        return ActivityKind::State;
    case EventKind::IpChanged:
        return ActivityKind::Address;
    case EventKind::HostKeyChanged:
        return ActivityKind::HostKey;
    case EventKind::Maintenance:
        return ActivityKind::Maintenance;
    }
    return ActivityKind::Node;
}

Mark markOfState(const QString &state)
{
    switch (cloud::nodeStateFromName(state)) {
    case cloud::NodeState::Ready:
        return Mark::Good;
    case cloud::NodeState::Preempted:
    case cloud::NodeState::Terminated:
        return Mark::Bad;
    case cloud::NodeState::Stopped:
        return Mark::Off;
    default:
        return Mark::Busy;
    }
}

Mark markOfEvent(const inventory::Event &event)
{
    switch (event.kind) {
    case EventKind::Appeared:
        return Mark::Good;
    case EventKind::Gone:
        return Mark::Off;
    case EventKind::StateChanged:
        return markOfState(event.after);
    case EventKind::HealthChanged:
        return event.after == QLatin1String("HEALTHY") ? Mark::Good : Mark::Warning;
    case EventKind::Recreated:
    case EventKind::IpChanged:
    case EventKind::HostKeyChanged:
    case EventKind::Maintenance:
        return Mark::Warning;
    }
    return Mark::Unknown;
}

QString orNone(const QString &text)
{
    return text.isEmpty() ? ActivityWords::tr("none") : text;
}

QString sentence(const inventory::Event &event)
{
    const QString before = orNone(event.before);
    const QString after = orNone(event.after);
    switch (event.kind) {
    case EventKind::Appeared:
        return ActivityWords::tr("Appeared, %1.").arg(after);
    case EventKind::Gone:
        return ActivityWords::tr("No longer listed; it was %1.").arg(before);
    case EventKind::Recreated:
        return ActivityWords::tr("Recreated: new machines with new host keys under the same name.");
    case EventKind::StateChanged:
        return ActivityWords::tr("State changed from %1 to %2.").arg(before, after);
    case EventKind::HealthChanged:
        return ActivityWords::tr("Health changed from %1 to %2.").arg(before, after);
    case EventKind::IpChanged:
        return ActivityWords::tr("External IP of worker %1 changed from %2 to %3.")
            .arg(QString::number(event.worker), before, after);
    case EventKind::HostKeyChanged:
        return ActivityWords::tr("Host key of worker %1 changed.").arg(event.worker);
    case EventKind::Maintenance:
        return event.after.isEmpty() ? ActivityWords::tr("No maintenance is announced any more.")
                                     : ActivityWords::tr("%1.").arg(maintenanceText(event.after));
    }
    return {};
}

QString detailOf(const inventory::Event &event)
{
    const bool hasMoved =
        event.kind == EventKind::IpChanged && !event.before.isEmpty() && !event.after.isEmpty();
    QStringList lines{event.node.text()};
    if (hasMoved) {
        lines << ActivityWords::tr("It moved: the same machine (node id), so its host key stays.");
    } else if (event.kind == EventKind::Recreated) {
        lines << ActivityWords::tr("Node id %1, before %2.").arg(event.after, event.before);
    }
    return lines.join(QLatin1Char('\n'));
}

QString runNumbers(const run::RunSummary &summary)
{
    QStringList parts{ActivityWords::tr("%1 ok").arg(summary.ok)};
    if (summary.failed > 0) {
        parts << ActivityWords::tr("%1 failed").arg(summary.failed);
    }
    if (summary.unreachable > summary.hostKey) {
        parts << ActivityWords::tr("%1 unreachable").arg(summary.unreachable - summary.hostKey);
    }
    if (summary.hostKey > 0) {
        parts << ActivityWords::tr("%1 with a changed host key").arg(summary.hostKey);
    }
    if (summary.stopped > 0) {
        parts << ActivityWords::tr("%1 stopped").arg(summary.stopped);
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace

ActivityEntry activityOf(const inventory::Event &event)
{
    return {
        .time = event.time,
        .kind = kindOf(event.kind),
        .mark = markOfEvent(event),
        .node = event.node,
        .subject = event.node.name.text(),
        .summary = sentence(event),
        .detail = detailOf(event)};
}

ActivityEntry activityOf(const Error &error, const QDateTime &time)
{
    QStringList lines;
    for (const QString &line : {error.detail, error.hint}) {
        if (!line.isEmpty()) {
            lines << line;
        }
    }
    return {
        .time = time,
        .kind = ActivityKind::Error,
        .mark = Mark::Bad,
        .node = {},
        .subject = error.subject,
        .summary = error.summary,
        .detail = lines.join(QLatin1Char('\n'))};
}

ActivityEntry
activityOfRun(const QString &title, const run::RunSummary &summary, const QDateTime &time)
{
    Mark mark = Mark::Good;
    if (summary.failed + summary.unreachable > 0) {
        mark = Mark::Bad;
    } else if (summary.stopped > 0) {
        mark = Mark::Off;
    }
    return {
        .time = time,
        .kind = ActivityKind::Run,
        .mark = mark,
        .node = {},
        .subject = title.section(QLatin1Char('\n'), 0, 0),
        .summary = ActivityWords::tr("Run finished: %1.").arg(runNumbers(summary)),
        .detail = title};
}

ActivityEntry
activityOfWrite(const sshconfig::WriteReport &report, bool restored, const QDateTime &time)
{
    return {
        .time = time,
        .kind = ActivityKind::ConfigWrite,
        .mark = Mark::Good,
        .node = {},
        .subject = ActivityWords::tr("ssh config"),
        .summary = restored ? ActivityWords::tr("An earlier ssh config was restored.")
                            : ActivityWords::tr("ssh config written."),
        .detail = report.filesWritten.join(QLatin1Char('\n'))};
}

QString activityKindText(ActivityKind kind)
{
    switch (kind) {
    case ActivityKind::Node:
        return ActivityWords::tr("Node");
    case ActivityKind::State:
        return ActivityWords::tr("State");
    case ActivityKind::Address:
        return ActivityWords::tr("IP address");
    case ActivityKind::HostKey:
        return ActivityWords::tr("Host key");
    case ActivityKind::Maintenance:
        return ActivityWords::tr("Maintenance");
    case ActivityKind::Run:
        return ActivityWords::tr("Run");
    case ActivityKind::ConfigWrite:
        return ActivityWords::tr("ssh config");
    case ActivityKind::Error:
        return ActivityWords::tr("Error");
    }
    return {};
}

QString activityKindName(ActivityKind kind)
{
    switch (kind) {
    case ActivityKind::Node:
        return QStringLiteral("node");
    case ActivityKind::State:
        return QStringLiteral("state");
    case ActivityKind::Address:
        return QStringLiteral("ip");
    case ActivityKind::HostKey:
        return QStringLiteral("host-key");
    case ActivityKind::Maintenance:
        return QStringLiteral("maintenance");
    case ActivityKind::Run:
        return QStringLiteral("run");
    case ActivityKind::ConfigWrite:
        return QStringLiteral("config-write");
    case ActivityKind::Error:
        return QStringLiteral("error");
    }
    return {};
}

} // namespace podium::models
