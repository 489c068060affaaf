// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/lifecycle/newrequest.h"

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

QDateTime deadlineOf(const QString &text, const QDateTime &now, QStringList &problems)
{
    if (text.isEmpty()) {
        return {};
    }
    static const QRegularExpression pattern(QStringLiteral(R"(\A([1-9]\d{0,4})([mhd])\z)"));
    const auto match = pattern.match(text);
    if (!match.hasMatch()) {
        problems << QStringLiteral("--until-capacity: \"%1\" is no time; write 90m, 12h or 3d.")
                        .arg(text);
        return {};
    }
    const QString unit = match.captured(2);
    const qint64 seconds = unit == QLatin1String("m")   ? 60
                           : unit == QLatin1String("h") ? 3600
                                                        : 86400;
    return now.addSecs(match.captured(1).toLongLong() * seconds);
}

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

} // namespace

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
                : QStringLiteral("\"%1\" is no project id.").arg(arguments.project));
    }
    NodeRequest request{{}, project ? *project : ProjectId(), spec, {}, false, {}, {}, {}, {}, {}};
    request.zones = zonesOf(arguments.zones, problems);
    request.untilCapacity = arguments.untilCapacity;
    request.deadline = deadlineOf(arguments.deadline, now, problems);
    request.createdAt = now;
    request.id = QUuid::createUuid().toString(QUuid::Id128).left(IdLength);
    if (!problems.isEmpty()) {
        return failure(
            {ErrorKind::InvalidArgument,
             problems.takeFirst(),
             problems.join(QLatin1Char(' ')),
             {},
             {}});
    }
    return request;
}

} // namespace podium::ctl
