// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/quota/quotatask.h"

#include "app/composition/services.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/terminal.h"

#include <algorithm>

namespace podium::ctl {

using namespace podium::lifecycle;
using cloud::QuotaLimit;

namespace {

/// In the unit of the kind, else in chips, as it is counted then.
QString amountText(const QuotaUse &quota, qint64 amount)
{
    const bool isCores = quota.kind->unit == TpuUnit::Cores;
    return QStringLiteral("%1 %2").arg(
        QString::number(amount), isCores ? QStringLiteral("cores") : QStringLiteral("chips"));
}

bool isUnlimited(const QuotaUse &quota)
{
    return quota.limit.value == QuotaLimit::Unlimited;
}

bool isWhole(const QuotaUse &quota)
{
    return quota.kind && quota.use.gap == GrantVerdict::Gap::None;
}

/// Nothing where it is not known, or without an end.
std::optional<qint64> leftOf(const QuotaUse &quota)
{
    const bool isKnown =
        isWhole(quota) && quota.kind->unit && quota.limit.value && !isUnlimited(quota);
    return isKnown ? std::optional(std::max<qint64>(0, *quota.limit.value - quota.use.used))
                   : std::nullopt;
}

/// Where nothing may be made, and nothing is.
bool isNoQuota(const QuotaUse &quota)
{
    return quota.limit.value == 0 && quota.use.used == 0;
}

QStringList holdersOf(const QuotaUse &quota)
{
    QStringList names;
    for (const auto *entry : quota.use.nodes) {
        const cloud::Node &node = entry->node;
        names
            << (isLeftover(node)
                    ? QStringLiteral("%1 (%2)").arg(node.ref.name.text(), node.stateText)
                    : node.ref.name.text());
    }
    for (const auto *resource : quota.use.queued) {
        names << QStringLiteral("%1 (queued resource, %2)").arg(resource->id, resource->stateText);
    }
    return names;
}

QString limitText(const QuotaUse &quota)
{
    const auto &value = quota.limit.value;
    return !value               ? QStringLiteral("unknown")
           : isUnlimited(quota) ? QStringLiteral("none")
           : quota.kind && quota.kind->unit
               ? amountText(quota, *value)
               : QStringLiteral("%1 (unit unknown)").arg(QString::number(*value));
}

QString usedText(const QuotaUse &quota)
{
    if (!quota.kind) {
        return QStringLiteral("unknown");
    }
    const QString used = amountText(quota, quota.use.used);
    return isWhole(quota) ? used : used + QStringLiteral(" or more");
}

QStringList quotaCells(const ProjectId &project, const QuotaUse &quota)
{
    const QString title = quota.limit.title.isEmpty() ? quota.limit.id : quota.limit.title;
    const auto left = leftOf(quota);
    const QStringList holders = holdersOf(quota);
    return {
        project.text(),
        quota.kind ? quota.kind->text() : title,
        quota.limit.location,
        limitText(quota),
        usedText(quota),
        left                 ? amountText(quota, *left)
        : isUnlimited(quota) ? QStringLiteral("no limit")
                             : QStringLiteral("unknown"),
        holders.isEmpty() ? QStringLiteral("-") : holders.join(QStringLiteral(", "))};
}

template <typename Number>
Json numberOrNull(const std::optional<Number> &number)
{
    return number ? Json(*number) : Json();
}

Json quotaJson(const ProjectId &project, const QuotaUse &quota)
{
    const auto limit = isUnlimited(quota) ? std::nullopt : quota.limit.value;
    Json json{
        {"project", text(project.text())},
        {"id", text(quota.limit.id)},
        {"title", text(quota.limit.title)},
        {"location", text(quota.limit.location)},
        {"region", quota.limit.isRegion},
        {"what", quota.kind ? Json(text(quota.kind->text())) : Json()},
        {"unit", Json()},
        {"limit", numberOrNull(limit)},
        {"unlimited", isUnlimited(quota)},
        {"used", quota.kind ? Json(quota.use.used) : Json()},
        {"left", numberOrNull(leftOf(quota))},
        {"complete", isWhole(quota)},
        {"nodes", Json::array()},
        {"queued", Json::array()},
        {"missing", quota.use.gapText.isEmpty() ? Json() : Json(text(quota.use.gapText))}};
    if (quota.kind && quota.kind->unit) {
        json["unit"] = quota.kind->unit == TpuUnit::Cores ? "cores" : "chips";
    }
    for (const auto *entry : quota.use.nodes) {
        json["nodes"].push_back(text(entry->node.ref.name.text()));
    }
    for (const auto *resource : quota.use.queued) {
        json["queued"].push_back(text(resource->id));
    }
    return json;
}

Json projectErrorJson(const ProjectId &project, const Error &error)
{
    Json json{{"project", text(project.text())}};
    json.update(errorJson(error));
    return json;
}

} // namespace

QuotaTask::QuotaTask(app::Services &services, QuotaArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_arguments(std::move(arguments))
    , m_client(services.http, services.endpoints)
{}

void QuotaTask::start()
{
    for (const QString &word : m_arguments.projects) {
        const auto project = ProjectId::parse(word);
        if (!project) {
            printError(
                {ErrorKind::InvalidArgument,
                 QStringLiteral("\"%1\" is not a valid project id.").arg(word)});
            emit finished(ExitUsage);
            return;
        }
        m_projects.insert(*project);
    }
    m_services.source.setAsksHostKeys(false);
    connect(&m_services.inventory, &inventory::Inventory::refreshed, this, &QuotaTask::askProjects);
    m_services.inventory.refresh();
}

void QuotaTask::askProjects()
{
    disconnect(&m_services.inventory, nullptr, this, nullptr);
    m_standing = m_services.inventory.sharedSnapshot();
    if (m_arguments.projects.isEmpty()) {
        for (const cloud::Project &project : m_standing->projects) {
            m_projects.insert(project.id);
        }
    }
    m_waiting = 2 * m_projects.size();
    for (const ProjectId &project : m_projects) {
        ask(project);
    }
    if (m_projects.empty()) {
        print();
    }
}

void QuotaTask::ask(const ProjectId &project)
{
    m_client.tpuQuotas(project, {this, [this, project](const Result<cloud::QuotaLimits> &limits) {
                                     if (limits) {
                                         m_limits[project] = *limits;
                                     } else {
                                         m_errors.emplace(project, limits.error());
                                     }
                                     settle();
                                 }});
    m_services.tpu.listQueuedResources(
        project, {this, [this, project](const Result<cloud::QueuedResourceList> &list) {
                      m_queues[project] = projectQueue(list);
                      settle();
                  }});
}

void QuotaTask::settle()
{
    if (--m_waiting == 0) {
        print();
    }
}

void QuotaTask::print()
{
    Json quotas = Json::array();
    std::vector<QStringList> rows{
        {QStringLiteral("PROJECT"), QStringLiteral("QUOTA"), QStringLiteral("WHERE"),
         QStringLiteral("LIMIT"), QStringLiteral("USED"), QStringLiteral("LEFT"),
         QStringLiteral("BY")}};
    for (const auto &[project, limits] : m_limits) {
        int none = 0;
        for (const QuotaUse &quota : quotaUses(project, limits, *m_standing, m_queues[project])) {
            quotas.push_back(quotaJson(project, quota));
            if (isNoQuota(quota)) {
                ++none;
            } else {
                rows.push_back(quotaCells(project, quota));
            }
        }
        if (none > 0 && !m_arguments.json) {
            printNote(QStringLiteral("%1 has limits of 0, where no TPU can be made: %2.")
                          .arg(project.text(), QString::number(none)));
        }
    }
    if (!m_arguments.json) {
        printTable(rows);
    } else {
        Json unreachable = Json::array();
        Json errors = Json::array();
        for (const auto &[project, error] : m_errors) {
            errors.push_back(projectErrorJson(project, error));
        }
        for (const auto &[project, queue] : m_queues) {
            for (const QString &zone : queue.unreachable) {
                unreachable.push_back(text(project.text() + QLatin1Char('/') + zone));
            }
            if (queue.error) {
                errors.push_back(projectErrorJson(project, *queue.error));
            }
        }
        printJson({{"quotas", quotas}, {"unreachable", unreachable}, {"errors", errors}}, 2);
    }
    printNotes();
    emit finished(code());
}

void QuotaTask::printNotes() const
{
    printProblems(*m_standing, m_arguments.projects);
    for (const auto &[project, error] : m_errors) {
        printError(error);
        printNote(QStringLiteral("The TPU quota of %1 is unknown.").arg(project.text()));
    }
    for (const auto &[project, queue] : m_queues) {
        if (queue.error) {
            printError(*queue.error);
        }
        for (const QString &zone : queue.unreachable) {
            printNote(QStringLiteral("%1/%2 did not answer; what draws on the quota there is not "
                                     "known.")
                          .arg(project.text(), zone));
        }
    }
    for (const auto &[project, limits] : m_limits) {
        if (limits.empty()) {
            printNote(QStringLiteral("Google lists no TPU quota for %1.").arg(project.text()));
        }
    }
}

ExitCode QuotaTask::code() const
{
    ExitCode code = m_errors.empty() ? exitCodeOf(*m_standing) : ExitCloud;
    for (const auto &[project, queue] : m_queues) {
        if (queue.error) {
            code = ExitCloud;
        } else if (!queue.unreachable.isEmpty()) {
            code = std::max(code, ExitUnreachable);
        }
    }
    return code;
}

} // namespace podium::ctl
