// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/newrequest.h"

#include "core/base/daytext.h"

#include <QRegularExpression>
#include <QUuid>

namespace podium::ctl {

using namespace podium::lifecycle;

namespace {

constexpr int IdLength = 12;

QMap<QString, QString> pairsOf(const QStringList &texts, const char *option, QStringList &problems)
{
    QMap<QString, QString> pairs;
    for (const QString &text : texts) {
        const int equals = text.indexOf(QLatin1Char('='));
        if (equals < 1) {
            problems
                << QStringLiteral("%1: \"%2\" is not KEY=VALUE.").arg(QLatin1String(option), text);
            continue;
        }
        pairs[text.left(equals)] = text.mid(equals + 1);
    }
    return pairs;
}

/// "90m", "12h", "3d"; empty: none.
std::chrono::seconds timeOf(const QString &text, const char *option, QStringList &problems)
{
    if (text.isEmpty()) {
        return std::chrono::seconds(0);
    }
    static const QRegularExpression pattern(QStringLiteral(R"(\A([1-9]\d{0,4})([mhd])\z)"));
    const auto match = pattern.match(text);
    if (!match.hasMatch()) {
        problems << QStringLiteral("%1: \"%2\" is not a duration; use 90m, 12h or 3d.")
                        .arg(QLatin1String(option), text);
        return std::chrono::seconds(0);
    }
    const QString unit = match.captured(2);
    const qint64 seconds = unit == QLatin1String("m")   ? 60
                           : unit == QLatin1String("h") ? 3600
                                                        : 86400;
    return std::chrono::seconds(match.captured(1).toLongLong() * seconds);
}

void setManner(const CreateArguments &arguments, NodeRequest &request, QStringList &problems)
{
    request.reservation = arguments.reservation;
    request.isRace = arguments.isRace;
    request.isKept = arguments.isKept;
    request.recipes = arguments.recipes;
    request.runFor = timeOf(arguments.runFor, "--flex-start", problems);
    request.means = !arguments.runFor.isEmpty() ? Means::FlexStart
                    : arguments.isQueued        ? Means::Queued
                                                : Means::Direct;
    if (request.isQueued()) {
        const QString usual = QStringLiteral("1d");
        const QString &said = arguments.validFor;
        request.validFor = timeOf(said.isEmpty() ? usual : said, "--valid-for", problems);
    } else if (!arguments.validFor.isEmpty()) {
        problems << QStringLiteral(
            "--valid-for is for a queued resource: say --queued, or --flex-start.");
    }
    problems += problemsOf(request);
}

} // namespace

std::vector<Zone> zonesOf(const QStringList &texts, QStringList &problems)
{
    std::vector<Zone> zones;
    for (const QString &text : texts) {
        if (const auto zone = Zone::parse(text)) {
            zones.push_back(*zone);
        } else {
            problems << QStringLiteral("\"%1\" is no zone.").arg(text);
        }
    }
    return zones;
}

Result<NodeRequest> newRequest(const CreateArguments &arguments, const QDateTime &now)
{
    QStringList problems;
    NodeSpec spec;
    spec.name = arguments.name;
    spec.type = arguments.type;
    spec.runtimeVersion =
        arguments.version.isEmpty() ? usualRuntime(arguments.type) : arguments.version;
    spec.spot = arguments.spot;
    spec.isInternal = arguments.isInternal;
    spec.network = arguments.network;
    spec.subnetwork = arguments.subnetwork;
    spec.serviceAccount = arguments.serviceAccount;
    spec.tags = arguments.tags;
    spec.labels = pairsOf(arguments.labels, "--label", problems);
    spec.metadata = pairsOf(arguments.metadata, "--metadata", problems);
    problems = problemsOf(spec) + problems;
    const auto project = ProjectId::parse(arguments.project);
    if (!project) {
        problems.prepend(
            arguments.project.isEmpty()
                ? QStringLiteral("Name the project: --project P.")
                : QStringLiteral("\"%1\" is not a valid project id.").arg(arguments.project));
    }
    NodeRequest request{{}, project ? *project : ProjectId(), spec, {}, false, {}, {}, {}, {}, {}};
    request.zones = zonesOf(arguments.zones, problems);
    request.untilCapacity = arguments.untilCapacity;
    const auto time = timeOf(arguments.deadline, "--until-capacity", problems);
    request.deadline = time.count() > 0 ? now.addSecs(time.count()) : QDateTime();
    setManner(arguments, request, problems);
    request.createdAt = now;
    request.id = QUuid::createUuid().toString(QUuid::Id128).left(IdLength);
    if (!problems.isEmpty()) {
        return failure(
            {ErrorKind::InvalidArgument, problems.takeFirst(), problems.join(QLatin1Char(' '))});
    }
    return request;
}

QStringList wishLines(const NodeRequest &request)
{
    QStringList lines;
    if (request.isRace) {
        lines << QStringLiteral(
            "In all zones at once: the first node that answers ssh stays, what was "
            "begun elsewhere is deleted.");
    }
    if (request.untilCapacity) {
        const QString end =
            request.deadline.isValid()
                ? plainTime(request.deadline.toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"))
                : QString();
        lines
            << (end.isEmpty()
                    ? QStringLiteral("Until there is capacity, for as long as it takes.")
                    : QStringLiteral("Until there is capacity, at most until %1.").arg(end));
    }
    if (request.isKept) {
        lines << QStringLiteral("Kept: whenever it is preempted it is deleted and made again.");
    }
    if (request.isKept || !request.recipes.isEmpty()) {
        QStringList steps{QStringLiteral("the people of the roster")};
        for (const QString &recipe : request.recipes) {
            steps << QStringLiteral("recipe %1").arg(recipe);
        }
        const QString when = request.isKept ? QStringLiteral("Each time it stands")
                                            : QStringLiteral("Once it stands");
        const QString root = request.recipes.isEmpty()
                                 ? QString()
                                 : QStringLiteral(" Recipes may change its workers as root.");
        lines << QStringLiteral("%1: %2.%3").arg(when, steps.join(QStringLiteral(", ")), root);
    }
    return lines;
}

} // namespace podium::ctl
