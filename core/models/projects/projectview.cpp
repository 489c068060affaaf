// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/projectview.h"

#include "core/lifecycle/cleanup/cleanup.h"
#include "core/lifecycle/grantreport.h"
#include "core/lifecycle/pricetable.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace podium::models {

using namespace podium::lifecycle;
using Kind = DayPrice::Kind;

namespace {

struct ViewWords
{
    Q_DECLARE_TR_FUNCTIONS(ProjectView)
};

/// The nodes of one project, by what they cost.
struct Sums
{
    int covered = 0;
    int notCovered = 0;
    int notCharged = 0;
    int unknown = 0;
    double coveredDollars = 0; ///< what those would cost, as far as it is known
    double notCoveredDollars = 0;
    int workersWithAddress = 0;
    double addressDollars = 0;

    [[nodiscard]] int nodes() const { return covered + notCovered + notCharged + unknown; }
};

bool isOf(const ProjectId &project, const inventory::NodeEntry &entry)
{
    return entry.node.ref.project == project;
}

Sums sumsOf(const ProjectId &project, const ProjectFacts &facts)
{
    Sums sums;
    for (const inventory::NodeEntry &entry : facts.standing->nodes) {
        if (!isOf(project, entry)) {
            continue;
        }
        const cloud::Node &node = entry.node;
        const DayPrice price = dayPriceOf(facts.prices, node.ref);
        const auto type = typeOf(node);
        switch (price.kind) {
        case Kind::Covered:
            ++sums.covered;
            sums.coveredDollars += type && billingOf(node.state) == Billing::Yes
                                       ? PriceTable::builtIn()
                                             .dollarsPerDay(*type, node.ref.zone, node.spot)
                                             .value_or(0)
                                       : 0;
            break;
        case Kind::NotCovered:
            ++sums.notCovered;
            sums.notCoveredDollars += price.dollars.value_or(0);
            break;
        case Kind::NotCharged:
            ++sums.notCharged;
            break;
        case Kind::Unknown:
            ++sums.unknown;
            break;
        }
        for (const cloud::Worker &worker : node.workers) {
            if (!worker.externalIp.isEmpty()) {
                ++sums.workersWithAddress;
                sums.addressDollars += PriceTable::builtIn().addressDollarsPerDay(node.spot);
            }
        }
    }
    return sums;
}

QString nodesText(int count)
{
    return count == 1 ? ViewWords::tr("1 node") : ViewWords::tr("%1 nodes").arg(count);
}

QStringList priceSentences(const Sums &sums)
{
    QStringList texts;
    if (sums.notCovered > 0) {
        texts << ViewWords::tr("Not covered: %1, %2 a day by list price.")
                     .arg(nodesText(sums.notCovered), dollarText(sums.notCoveredDollars));
    }
    if (sums.unknown > 0) {
        texts << ViewWords::tr("Unknown: %1.").arg(nodesText(sums.unknown));
    }
    if (sums.covered > 0) {
        texts
            << (sums.coveredDollars > 0
                    ? ViewWords::tr("Covered: %1, which would be %2 a day.")
                          .arg(nodesText(sums.covered), dollarText(sums.coveredDollars))
                    : ViewWords::tr("Covered: %1.").arg(nodesText(sums.covered)));
    }
    if (sums.notCharged > 0) {
        texts << ViewWords::tr("Not charged for as they are: %1.").arg(nodesText(sums.notCharged));
    }
    if (texts.isEmpty()) {
        texts << ViewWords::tr("No node stands there.");
    }
    return texts;
}

/// In the row's unit.
int chipsOf(const cloud::QueuedResource &resource, const TpuGrantRow &row)
{
    int sum = 0;
    for (const cloud::QueuedNode &node : resource.nodes) {
        const auto type = parseTpuType(node.acceleratorType);
        sum +=
            type && type->generation == row.generation ? node.count * row.inUnit(type->chips) : 0;
    }
    return sum;
}

} // namespace

GrantBar grantBar(const TpuGrantRow &row, const RowUse &use)
{
    GrantBar bar;
    bar.title = row.text();
    bar.zone = row.zone.text();
    bar.count = row.count;
    bar.used = use.used;
    bar.isComplete = use.gap == GrantVerdict::Gap::None;
    QStringList names;
    for (const auto *entry : use.nodes) {
        const cloud::Node &node = entry->node;
        const bool isOver = isLeftover(node);
        const auto type = typeOf(node);
        bar.leftovers += isOver && type ? row.inUnit(type->chips) : 0;
        names
            << (isOver ? ViewWords::tr("%1 (%2)").arg(node.ref.name.text(), node.stateText)
                       : node.ref.name.text());
    }
    for (const cloud::QueuedResource *resource : use.queued) {
        bar.leftovers += resource->isLeftover() ? chipsOf(*resource, row) : 0;
        names << ViewWords::tr("%1 (queued, %2)").arg(resource->id, resource->stateText);
    }
    bar.nodes = names.join(QStringLiteral(", "));
    bar.usage =
        bar.isComplete
            ? ViewWords::tr("%1 of %2 %3 used").arg(bar.used).arg(bar.count).arg(row.unitName())
            : ViewWords::tr("%1 or more of %2 %3 used. %4")
                  .arg(
                      QString::number(bar.used), QString::number(bar.count), row.unitName(),
                      use.gapText);
    return bar;
}

namespace {

GrantCard cardOf(const TpuGrant &grant, const ProjectFacts &facts, const ProjectQueue &queue)
{
    const QDate today = facts.now.toUTC().date();
    GrantCard card;
    card.name = grant.name();
    card.period = ViewWords::tr("%1 to %2")
                      .arg(grant.from.toString(Qt::ISODate), grant.until.toString(Qt::ISODate));
    card.time = grantTimeText(grant, facts.now);
    constexpr int soon = 7;
    card.mark = grant.isOver(today)                ? Mark::Off
                : !grant.isCurrent(today)          ? Mark::Off
                : today.daysTo(grant.until) < soon ? Mark::Warning
                                                   : Mark::Good;
    for (const TpuGrantRow &row : grant.rows) {
        card.bars.push_back(grantBar(row, rowUse(grant.project, row, *facts.standing, queue)));
    }
    return card;
}

/// With the quota that they hold, in words.
Leftovers
leftoversOf(const ProjectId &project, const ProjectFacts &facts, const ProjectQueue &queue)
{
    const NodeActionPlan plan = planCleanUp(project, *facts.standing, queue);
    Leftovers leftovers;
    leftovers.count = plan.possibleCount();
    QStringList names;
    for (const NodeActionStep &step : plan.steps) {
        if (!step.error) {
            names << ViewWords::tr("%1 (%2, %3)")
                         .arg(
                             step.node.ref.name.text(), step.node.acceleratorType,
                             step.node.stateText);
        }
    }
    if (!names.isEmpty()) {
        const QString text =
            names.size() == 1
                ? ViewWords::tr("Until it is deleted it holds the quota of %1: %2.")
                : ViewWords::tr("Until they are deleted they hold the quota of %1: %2.");
        leftovers.text = text.arg(freedText(plan), names.join(QStringLiteral(", ")));
    }
    return leftovers;
}

QString addressSentence(const Sums &sums)
{
    if (sums.workersWithAddress == 0) {
        return {};
    }
    return ViewWords::tr("External addresses: %1, up to %2 a day by list price; Google does not "
                         "say whether those of TPU workers are charged for.")
        .arg(sums.workersWithAddress)
        .arg(dollarText(sums.addressDollars));
}

const inventory::ScopeProblem *problemOf(const ProjectId &project, const ProjectFacts &facts)
{
    for (const inventory::ScopeProblem &problem : facts.standing->problems) {
        if (problem.project == project && !problem.zone) {
            return &problem;
        }
    }
    return nullptr;
}

std::set<ProjectId> projectsOf(const ProjectFacts &facts)
{
    std::set<ProjectId> projects;
    for (const cloud::Project &project : facts.standing->projects) {
        projects.insert(project.id);
    }
    for (const inventory::NodeEntry &entry : facts.standing->nodes) {
        projects.insert(entry.node.ref.project);
    }
    for (const TpuGrant &grant : facts.grants) {
        projects.insert(grant.project);
    }
    return projects;
}

/// The one that ends last of those that run.
const TpuGrant *currentGrant(const ProjectId &project, const ProjectFacts &facts)
{
    const TpuGrant *best = nullptr;
    for (const TpuGrant &grant : facts.grants) {
        const bool isIt = grant.project == project && grant.isCurrent(facts.now.toUTC().date());
        if (isIt && (!best || grant.until > best->until)) {
            best = &grant;
        }
    }
    return best;
}

ProjectRow
rowOf(const ProjectId &project, const ProjectFacts &facts, const std::vector<GrantEnd> &ends)
{
    const Sums sums = sumsOf(project, facts);
    const TpuGrant *grant = currentGrant(project, facts);
    const bool isEnding = std::any_of(ends.begin(), ends.end(), [&project](const GrantEnd &end) {
        return end.grant.project == project && !end.nodes.empty();
    });
    ProjectRow row;
    row.project = project;
    QStringList parts;
    if (problemOf(project, facts)) {
        row.mark = Mark::Bad;
        parts << ViewWords::tr("did not answer");
    } else {
        row.mark = sums.notCoveredDollars > 0 || isEnding ? Mark::Warning
                   : sums.unknown > 0                     ? Mark::Unknown
                   : sums.nodes() > 0                     ? Mark::Good
                                                          : Mark::Off;
    }
    if (sums.notCovered > 0) {
        const QString whole =
            dollarText(std::round(sums.notCoveredDollars)).section(QLatin1Char('.'), 0, 0);
        const QString text = ViewWords::tr("%1 a day").arg(whole);
        parts
            << (sums.unknown == 0 ? text
                                  : ViewWords::tr("%1 + %2 unknown").arg(text).arg(sums.unknown));
    } else if (sums.unknown > 0) {
        parts
            << (sums.unknown == 1 ? ViewWords::tr("1 price unknown")
                                  : ViewWords::tr("%1 prices unknown").arg(sums.unknown));
    }
    parts
        << (grant               ? grantTimeText(*grant, facts.now)
            : facts.grantsError ? ViewWords::tr("grants unknown")
                                : ViewWords::tr("no grant"));
    parts << nodesText(sums.nodes());
    row.status = parts.join(QStringLiteral(" · "));
    row.help = project.text() + QLatin1Char('\n') + priceSentences(sums).join(QLatin1Char('\n'));
    return row;
}

} // namespace

std::vector<ProjectRow> projectRows(const ProjectFacts &facts)
{
    const std::vector<GrantEnd> ends = grantEnds(facts.grants, *facts.standing, facts.now);
    std::vector<ProjectRow> rows;
    for (const ProjectId &project : projectsOf(facts)) {
        rows.push_back(rowOf(project, facts, ends));
    }
    return rows;
}

ProjectView
projectView(const ProjectId &project, const ProjectFacts &facts, const ProjectQueue &queue)
{
    ProjectView view;
    view.project = project;
    for (const cloud::Project &each : facts.standing->projects) {
        if (each.id == project) {
            QStringList parts;
            parts << (each.name == project.text() ? QString() : each.name);
            parts
                << (each.number.isEmpty() ? QString()
                                          : ViewWords::tr("number %1").arg(each.number));
            parts.removeAll(QString());
            view.title = parts.join(QStringLiteral(" · "));
        }
    }
    if (const auto *problem = problemOf(project, facts)) {
        view.problem = problem->error;
    }
    std::vector<const TpuGrant *> grants;
    for (const TpuGrant &grant : facts.grants) {
        if (grant.project == project) {
            grants.push_back(&grant);
        }
    }
    std::stable_sort(grants.begin(), grants.end(), [](const TpuGrant *a, const TpuGrant *b) {
        return a->until > b->until;
    });
    for (const TpuGrant *grant : grants) {
        view.grants.push_back(cardOf(*grant, facts, queue));
    }
    for (const GrantEnd &end : grantEnds(facts.grants, *facts.standing, facts.now)) {
        if (end.grant.project == project) {
            view.end = end; // the last one: what is over for long is least
            view.endTitle = grantEndTitle(end, facts.now);
            view.endText = grantEndText(end);
        }
    }
    const Sums sums = sumsOf(project, facts);
    view.leftovers = leftoversOf(project, facts, queue);
    view.prices = priceSentences(sums);
    view.addresses = addressSentence(sums);
    view.nodes = sums.nodes();
    return view;
}

QString cleanUpSummary(
    const ProjectId &project, const NodeActionPlan &plan, const inventory::Snapshot &standing,
    const ProjectQueue &queue)
{
    const QString frees = freedText(plan);
    const QString unseen = unseenText(project, standing, queue);
    QStringList summary;
    if (!frees.isEmpty()) {
        summary << ViewWords::tr("Nobody works on these any more, but they hold the quota of %1.")
                       .arg(frees);
    } else if (!plan.steps.empty()) {
        summary << ViewWords::tr("Nothing can be done; the reasons are below.");
    } else if (unseen.isEmpty()) {
        summary << ViewWords::tr("Nothing is left over in %1.").arg(project.text());
    }
    if (!unseen.isEmpty()) {
        summary << unseen;
    }
    return summary.join(QLatin1Char(' '));
}

} // namespace podium::models
