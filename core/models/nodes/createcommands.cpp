// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/createcommands.h"

#include "core/ssh/shellquote.h"

#include <QRegularExpression>

#include <chrono>

namespace podium::models {

using namespace podium::lifecycle;

namespace {

/// As podiumctl reads it: whole days, else whole hours, else minutes.
QString durationWord(std::chrono::seconds time)
{
    const qint64 minutes = time.count() / 60;
    if (minutes > 0 && minutes % (24 * 60) == 0) {
        return QString::number(minutes / (24 * 60)) + QLatin1Char('d');
    }
    return minutes > 0 && minutes % 60 == 0 ? QString::number(minutes / 60) + QLatin1Char('h')
                                            : QString::number(minutes) + QLatin1Char('m');
}

QString shellWord(const QString &text)
{
    static const QRegularExpression plain(QStringLiteral(R"(\A[A-Za-z0-9@%+=:,./_-]+\z)"));
    return plain.match(text).hasMatch() ? text : QString::fromUtf8(ssh::shellQuote(text.toUtf8()));
}

/// gcloud takes KEY=VALUE,KEY=VALUE, and another sign between them where a value has a comma.
QString mapWord(const QMap<QString, QString> &map)
{
    QStringList pairs;
    for (auto it = map.begin(); it != map.end(); ++it) {
        pairs << it.key() + QLatin1Char('=') + it.value();
    }
    QString separator = QStringLiteral(",");
    for (const char *other : {"|", "~", "#", ";", "!", "^_^"}) {
        if (!pairs.join(QString()).contains(separator)) {
            break;
        }
        separator = QLatin1String(other);
    }
    const QString joined = pairs.join(separator);
    return shellWord(
        separator == QLatin1String(",") ? joined
                                        : QLatin1Char('^') + separator + QLatin1Char('^') + joined);
}

void addManner(const NodeRequest &request, QStringList &words)
{
    if (request.means == Means::Queued) {
        words << QStringLiteral("--queued");
    } else if (request.means == Means::FlexStart) {
        words << QStringLiteral("--flex-start=") + durationWord(request.runFor);
    }
    if (request.isQueued()) {
        words << QStringLiteral("--valid-for=") + durationWord(request.validFor);
    }
    if (!request.reservation.isEmpty()) {
        words << QStringLiteral("--reservation=") + shellWord(request.reservation);
    }
    if (request.isRace) {
        words << QStringLiteral("--race");
    }
    if (request.isKept) {
        words << QStringLiteral("--keep");
    }
    for (const QString &recipe : request.recipes) {
        words << QStringLiteral("--then=") + shellWord(recipe);
    }
}

/// What gcloud begins with: a queued resource has a name of its own.
QStringList gcloudVerb(const NodeRequest &request)
{
    const QString name = shellWord(request.spec.name);
    if (!request.isQueued() && request.reservation.isEmpty()) {
        return {QStringLiteral("gcloud compute tpus tpu-vm create"), name};
    }
    if (!request.isQueued()) {
        return {
            QStringLiteral("gcloud alpha compute tpus tpu-vm create"), name,
            QStringLiteral("--provisioning-model=reservation-bound"),
            QStringLiteral("--reservation=") + shellWord(request.reservation)};
    }
    QStringList words{
        QStringLiteral("gcloud alpha compute tpus queued-resources create"), name,
        QStringLiteral("--node-id=") + name,
        QStringLiteral("--valid-until-duration=%1s").arg(request.validFor.count())};
    if (request.means == Means::FlexStart) {
        words << QStringLiteral("--provisioning-model=flex-start")
              << QStringLiteral("--max-run-duration=%1s").arg(request.runFor.count());
    } else if (!request.reservation.isEmpty()) {
        words << QStringLiteral("--guaranteed")
              << QStringLiteral("--reservation=") + shellWord(request.reservation);
    }
    return words;
}

QString gcloudIn(const NodeRequest &request, const Zone &zone)
{
    const NodeSpec &spec = request.spec;
    QStringList words = gcloudVerb(request);
    words << QStringLiteral("--project=") + shellWord(request.project.text())
          << QStringLiteral("--zone=") + zone.text()
          << QStringLiteral("--accelerator-type=") + shellWord(spec.type)
          << (request.isQueued() ? QStringLiteral("--runtime-version=")
                                 : QStringLiteral("--version=")) +
                 shellWord(spec.runtimeVersion);
    if (spec.spot) {
        words << QStringLiteral("--spot");
    }
    if (spec.isInternal) {
        words << QStringLiteral("--internal-ips");
    }
    for (const auto &[flag, value] :
         {std::pair("--network=", spec.network), std::pair("--subnetwork=", spec.subnetwork),
          std::pair("--service-account=", spec.serviceAccount),
          std::pair("--tags=", spec.tags.join(QLatin1Char(',')))}) {
        if (!value.isEmpty()) {
            words << QLatin1String(flag) + shellWord(value);
        }
    }
    for (const auto &[flag, map] :
         {std::pair("--labels=", spec.labels), std::pair("--metadata=", spec.metadata)}) {
        if (!map.isEmpty()) {
            words << QLatin1String(flag) + mapWord(map);
        }
    }
    return words.join(QLatin1Char(' '));
}

} // namespace

QString gcloudCommand(const NodeRequest &request)
{
    QStringList commands;
    for (const Zone &zone : request.zones) {
        commands << gcloudIn(request, zone);
    }
    return commands.join(QStringLiteral(" || "));
}

QString podiumctlCommand(const NodeRequest &request)
{
    const NodeSpec &spec = request.spec;
    QStringList words{
        QStringLiteral("podiumctl create"), shellWord(spec.name),
        QStringLiteral("--project=") + shellWord(request.project.text()),
        QStringLiteral("--type=") + shellWord(spec.type)};
    for (const Zone &zone : request.zones) {
        words << QStringLiteral("--zone=") + shellWord(zone.text());
    }
    words << QStringLiteral("--version=") + shellWord(spec.runtimeVersion);
    if (spec.spot) {
        words << QStringLiteral("--spot");
    }
    for (auto label = spec.labels.begin(); label != spec.labels.end(); ++label) {
        words << QStringLiteral("--label=") +
                     shellWord(label.key() + QLatin1Char('=') + label.value());
    }
    addManner(request, words);
    if (request.untilCapacity) {
        const std::chrono::seconds wait(request.createdAt.secsTo(request.deadline));
        words
            << (request.deadline.isValid()
                    ? QStringLiteral("--until-capacity=") + durationWord(wait)
                    : QStringLiteral("--until-capacity"));
    }
    return words.join(QLatin1Char(' '));
}

} // namespace podium::models
