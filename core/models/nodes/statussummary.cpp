// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/statussummary.h"

#include "core/inventory/eventtexts.h"
#include "core/models/nodes/nodechanges.h"
#include "core/models/relativetime.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace podium::models {

using inventory::Event;
using inventory::EventKind;
using inventory::ScopeProblem;
using inventory::Snapshot;

namespace {

struct SummaryWords
{
    Q_DECLARE_TR_FUNCTIONS(StatusLine)
};

QString countsOf(const Snapshot &snapshot)
{
    int workers = 0;
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        workers += int(entry.node.workers.size());
    }
    const auto projects = int(snapshot.projects.size());
    const QString projectCount = projects == 1 ? SummaryWords::tr("1 project")
                                               : SummaryWords::tr("%1 projects").arg(projects);
    return SummaryWords::tr("%1, %2").arg(
        projectCount, countText(int(snapshot.nodes.size()), workers));
}

QString problemsOf(const Snapshot &snapshot)
{
    const auto zones = std::count_if(
        snapshot.problems.begin(), snapshot.problems.end(),
        [](const ScopeProblem &problem) { return problem.zone.has_value(); });
    const auto projects = qint64(snapshot.problems.size()) - zones;
    QStringList parts;
    if (snapshot.projectsError) {
        parts << SummaryWords::tr("projects not listed");
    }
    if (zones > 0) {
        parts
            << (zones == 1 ? SummaryWords::tr("1 zone unreachable")
                           : SummaryWords::tr("%1 zones unreachable").arg(zones));
    }
    if (projects > 0) {
        parts
            << (projects == 1 ? SummaryWords::tr("1 project with an error")
                              : SummaryWords::tr("%1 projects with an error").arg(projects));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace

std::optional<Event>
newsAfter(std::optional<Event> before, const std::vector<Event> &events, const QDateTime &now)
{
    constexpr qint64 LongestSeconds = 3600;
    std::optional<Event> news = std::move(before);
    for (const Event &event : events) {
        const bool isOver = news && news->kind == EventKind::StateChanged &&
                            event.kind == EventKind::StateChanged && event.node == news->node;
        const bool isOld = news && news->time.secsTo(now) > LongestSeconds;
        if (isOver || isOld) {
            news.reset();
        }
        if (inventory::isNews(event) &&
            (!news || inventory::eventWeight(event) >= inventory::eventWeight(*news))) {
            news = event;
        }
    }
    return news;
}

StatusSummary statusSummary(
    const Snapshot &snapshot, const std::optional<inventory::Event> &news, const QDateTime &now)
{
    StatusSummary summary;
    if (snapshot.asOf.isValid()) {
        summary.counts = countsOf(snapshot);
        summary.mark = Mark::Good;
    }
    summary.problems = problemsOf(snapshot);
    if (!summary.problems.isEmpty()) {
        summary.mark = Mark::Warning;
    }
    if (snapshot.error) {
        summary.problems = snapshot.error->summary;
        summary.mark = Mark::Bad;
    }
    if (news) {
        summary.news = SummaryWords::tr("%1 %2").arg(
            inventory::eventHeadline(*news), agoText(news->time, now));
    }
    return summary;
}

QString freshnessText(const Snapshot &snapshot, const QDateTime &now)
{
    if (!snapshot.asOf.isValid()) {
        return SummaryWords::tr("not refreshed yet");
    }
    return snapshot.error ? SummaryWords::tr("as of %1").arg(agoText(snapshot.asOf, now))
                          : SummaryWords::tr("updated %1").arg(agoText(snapshot.asOf, now));
}

} // namespace podium::models
