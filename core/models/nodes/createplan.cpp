// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/createplan.h"

#include "core/lifecycle/action/actiontexts.h"
#include "core/lifecycle/action/nodeaction.h"
#include "core/lifecycle/pricetable.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace podium::models {

using namespace podium::lifecycle;
using Field = CreatePlan::Field;

namespace {

struct CreateWords
{
    Q_DECLARE_TR_FUNCTIONS(CreatePlan)
};

/// One with which nothing is wrong, to judge the parts of another by.
NodeSpec goodSpec()
{
    NodeSpec spec;
    spec.name = QStringLiteral("a");
    spec.type = QStringLiteral("v4-8");
    spec.runtimeVersion = QStringLiteral("a");
    return spec;
}

void judge(CreatePlan &plan, Field field, const NodeSpec &spec)
{
    const QStringList problems = problemsOf(spec);
    if (!problems.isEmpty()) {
        plan.problems[field] = problems.front();
    }
}

std::vector<Zone> parseZones(const QString &text, QString &problem)
{
    std::vector<Zone> zones;
    static const QRegularExpression between(QStringLiteral("[\\s,;]+"));
    for (const QString &word : text.split(between, Qt::SkipEmptyParts)) {
        if (const auto zone = Zone::parse(word); !zone) {
            problem = CreateWords::tr("\"%1\" is no zone.").arg(word);
        } else if (std::find(zones.begin(), zones.end(), *zone) == zones.end()) {
            zones.push_back(*zone);
        }
    }
    if (zones.empty() && problem.isEmpty()) {
        problem = CreateWords::tr("Name a zone, or several in the order to try them.");
    }
    return zones;
}

void judgeTaken(CreatePlan &plan, const inventory::Snapshot &standing)
{
    for (const Zone &zone : plan.request.zones) {
        if (standing.find(plan.request.nodeIn(zone))) {
            plan.problems[Field::Name] = CreateWords::tr("There is a node %1 in %2 already.")
                                             .arg(plan.request.spec.name, zone.text());
        }
    }
}

void setManner(CreatePlan &plan, const CreateManner &manner)
{
    NodeRequest &request = plan.request;
    request.means = manner.means;
    request.validFor = std::chrono::hours(request.isQueued() ? manner.validHours : 0);
    request.runFor = std::chrono::hours(manner.means == Means::FlexStart ? manner.runHours : 0);
    request.reservation = manner.reservation;
    request.isRace = manner.isRace;
    request.isKept = manner.isKept;
    request.recipes = manner.recipes;
    QStringList problems = problemsOf(request);
    for (const QString &recipe : manner.recipes) {
        const bool isPath = recipe.contains(QLatin1Char('/'));
        if (manner.unattended && !isPath && !manner.unattended->contains(recipe)) {
            problems
                << CreateWords::tr("There is no recipe “%1” that runs without values.").arg(recipe);
        }
    }
    if (!problems.isEmpty() && !request.zones.empty()) {
        plan.problems[Field::How] = problems.join(QLatin1Char(' '));
    }
}

void judgeCoverage(CreatePlan &plan, const RequestCoverage &coverage)
{
    plan.isCovered = isCovered(coverage);
    plan.dollarsPerDay = dollarsPerDay(coverage);
    for (const ZoneCoverage &zone : coverage) {
        plan.hasLeftovers = plan.hasLeftovers || zone.verdict.hasLeftovers;
        plan.coverage << coverageSentence(zone);
    }
}

} // namespace

QString coverageSentence(const ZoneCoverage &covered)
{
    const GrantVerdict &verdict = covered.verdict;
    const QString zone = covered.wanted.zone.text();
    if (verdict.kind == GrantVerdict::Kind::Covered) {
        return CreateWords::tr("%1: covered until %2. %3")
            .arg(zone, verdict.grant->until.toString(Qt::ISODate), verdict.reason);
    }
    const QString price =
        verdict.dollarsPerDay
            ? CreateWords::tr("%1 a day by list price of %2")
                  .arg(dollarText(*verdict.dollarsPerDay), PriceTable::builtIn().asOf())
            : CreateWords::tr("at an unknown price");
    const QString text = verdict.kind == GrantVerdict::Kind::NotCovered
                             ? CreateWords::tr("%1: not covered, %2. %3")
                             : CreateWords::tr("%1: not known whether it is covered; else %2. %3");
    return text.arg(zone, price, verdict.reason + QLatin1Char(' ') + verdict.hint).trimmed();
}

std::vector<Zone> zonesFromText(const QString &text)
{
    QString problem;
    const std::vector<Zone> zones = parseZones(text, problem);
    return problem.isEmpty() ? zones : std::vector<Zone>();
}

QString zonesText(const std::vector<Zone> &zones)
{
    QStringList names;
    for (const Zone &zone : zones) {
        names << zone.text();
    }
    return names.join(QStringLiteral(", "));
}

ZonesPlan planZones(
    const NodeRequest &request, const std::vector<Zone> &zones, const TpuGrants &grants,
    const inventory::Snapshot &standing, const QDateTime &now, const ProjectQueue &queue)
{
    ZonesPlan plan;
    NodeRequest wanted = request;
    wanted.zones = zones;
    plan.problem = problemsOf(wanted).join(QLatin1Char(' '));
    wanted.zones = newZones(request, zones);
    const RequestCoverage coverage = coverageOf(wanted, grants, standing, now, queue);
    for (const ZoneCoverage &zone : coverage) {
        plan.coverage << coverageSentence(zone);
    }
    const RequestCoverage costly = unconfirmed(request, coverage);
    plan.isCostly = !costly.empty();
    plan.dollarsPerDay = dollarsPerDay(costly);
    return plan;
}

CreatePlan planCreate(
    const CreateForm &form, const TpuGrants &grants, const inventory::Snapshot &standing,
    const QDateTime &now, const lifecycle::ProjectQueue &queue)
{
    CreatePlan plan;
    NodeSpec &spec = plan.request.spec;
    const auto type = tpuTypeOf(form.generation, form.chips);
    spec.name = form.name.trimmed();
    spec.type = type ? type->name : QString();
    spec.runtimeVersion =
        form.version.trimmed().isEmpty() ? usualRuntime(spec.type) : form.version.trimmed();
    spec.spot = form.spot;
    spec.labels = form.labels;
    const auto project = ProjectId::parse(form.project.trimmed());
    if (project) {
        plan.request.project = *project;
    } else {
        plan.problems[Field::Project] =
            CreateWords::tr("\"%1\" is not a valid project id.").arg(form.project.trimmed());
    }
    NodeSpec part = goodSpec();
    part.name = spec.name;
    judge(plan, Field::Name, part);
    if (!type) {
        const QString generation = generationName(form.generation);
        plan.problems[Field::Type] =
            form.chips == 1
                ? CreateWords::tr("No type of %1 has 1 chip.").arg(generation)
                : CreateWords::tr("No type of %1 has %2 chips.").arg(generation).arg(form.chips);
    } else {
        part = goodSpec();
        part.runtimeVersion = spec.runtimeVersion;
        judge(plan, Field::Version, part);
    }
    QString problem;
    plan.request.zones = parseZones(form.zones, problem);
    if (!problem.isEmpty()) {
        plan.problems[Field::Zones] = problem;
    }
    setManner(plan, form.manner);
    plan.request.untilCapacity = form.untilCapacity;
    plan.request.createdAt = now;
    if (form.untilCapacity && form.hours > 0) {
        plan.request.deadline = now.addSecs(qint64(form.hours) * 3600);
    }
    if (project && plan.problems.count(Field::Name) == 0) {
        judgeTaken(plan, standing);
    }
    if (project && type) {
        judgeCoverage(plan, coverageOf(plan.request, grants, standing, now, queue));
    }
    return plan;
}

QString freeName(const QString &stem, const inventory::Snapshot &standing)
{
    for (int number = 1;; ++number) {
        const QString name = QStringLiteral("%1-%2").arg(stem).arg(number);
        const bool isTaken = std::any_of(
            standing.nodes.begin(), standing.nodes.end(),
            [&name](const inventory::NodeEntry &entry) {
                return entry.node.ref.name.text() == name;
            });
        if (!isTaken) {
            return name;
        }
    }
}

CreateForm formLike(const cloud::Node &node, const inventory::Snapshot &standing)
{
    CreateForm form;
    form.project = node.ref.project.text();
    static const QRegularExpression number(QStringLiteral("-\\d+$"));
    form.name = freeName(QString(node.ref.name.text()).remove(number), standing);
    if (const auto type = typeOf(node)) {
        form.generation = type->generation;
        form.chips = type->chips;
    }
    form.zones = node.ref.zone.text();
    form.version = node.runtimeVersion;
    form.spot = node.spot;
    form.labels = node.labels;
    form.labels.remove(requestLabel());
    form.labels.remove(lockLabel());
    return form;
}

CreateForm
firstForm(const TpuGrants &grants, const inventory::Snapshot &standing, const QDateTime &now)
{
    constexpr int UsualChips = 8;
    CreateForm form;
    form.project = standing.projects.empty() ? QString() : standing.projects.front().id.text();
    const QDate today = now.toUTC().date();
    for (const TpuGrant &grant : grants) {
        for (const TpuGrantRow &row : grant.rows) {
            const int left = row.count - rowUse(grant.project, row, standing).used;
            if (!grant.isCurrent(today) || left < row.inUnit(1)) {
                continue;
            }
            form.project = grant.project.text();
            form.generation = row.generation;
            form.chips = std::min(UsualChips, std::max(1, left / row.inUnit(1)));
            if (row.deviceCores > 0) {
                form.chips = row.deviceCores / coresPerChip(row.generation);
            }
            form.zones = row.zone.text();
            form.spot = row.spot;
            form.name = freeName(generationName(form.generation).toLower(), standing);
            return form;
        }
    }
    form.name = freeName(generationName(form.generation).toLower(), standing);
    return form;
}

QStringList
zonesFor(const CreateForm &form, const TpuGrants &grants, const inventory::Snapshot &standing)
{
    QStringList zones;
    for (const TpuGrant &grant : grants) {
        for (const TpuGrantRow &row : grant.rows) {
            if (grant.project.text() == form.project && row.generation == form.generation) {
                zones << row.zone.text();
            }
        }
    }
    for (const inventory::NodeEntry &entry : standing.nodes) {
        const auto type = typeOf(entry.node);
        if (type && type->generation == form.generation) {
            zones << entry.node.ref.zone.text();
        }
    }
    zones.removeDuplicates();
    return zones;
}

} // namespace podium::models
