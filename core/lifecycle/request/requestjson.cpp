// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestjson.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace podium::lifecycle {

namespace {

constexpr int FileVersion = 1;

QJsonObject mapToJson(const QMap<QString, QString> &map)
{
    QJsonObject object;
    for (auto it = map.begin(); it != map.end(); ++it) {
        object[it.key()] = it.value();
    }
    return object;
}

QMap<QString, QString> mapFromJson(const QJsonValue &value)
{
    QMap<QString, QString> map;
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        map[it.key()] = it.value().toString();
    }
    return map;
}

QString timeToJson(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(Qt::ISODateWithMs) : QString();
}

QDateTime timeFromJson(const QJsonValue &value)
{
    return QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
}

QJsonObject specToJson(const NodeSpec &spec)
{
    return {
        {QStringLiteral("name"), spec.name},
        {QStringLiteral("type"), spec.type},
        {QStringLiteral("runtimeVersion"), spec.runtimeVersion},
        {QStringLiteral("spot"), spec.spot},
        {QStringLiteral("internal"), spec.isInternal},
        {QStringLiteral("network"), spec.network},
        {QStringLiteral("subnetwork"), spec.subnetwork},
        {QStringLiteral("serviceAccount"), spec.serviceAccount},
        {QStringLiteral("tags"), QJsonArray::fromStringList(spec.tags)},
        {QStringLiteral("labels"), mapToJson(spec.labels)},
        {QStringLiteral("metadata"), mapToJson(spec.metadata)}};
}

NodeSpec specFromJson(const QJsonObject &json)
{
    NodeSpec spec;
    spec.name = json[QLatin1String("name")].toString();
    spec.type = json[QLatin1String("type")].toString();
    spec.runtimeVersion = json[QLatin1String("runtimeVersion")].toString();
    spec.spot = json[QLatin1String("spot")].toBool();
    spec.isInternal = json[QLatin1String("internal")].toBool();
    spec.network = json[QLatin1String("network")].toString();
    spec.subnetwork = json[QLatin1String("subnetwork")].toString();
    spec.serviceAccount = json[QLatin1String("serviceAccount")].toString();
    for (const QJsonValue &tag : json[QLatin1String("tags")].toArray()) {
        spec.tags << tag.toString();
    }
    spec.labels = mapFromJson(json[QLatin1String("labels")]);
    spec.metadata = mapFromJson(json[QLatin1String("metadata")]);
    return spec;
}

QJsonArray afterToJson(const std::vector<AfterStep> &steps)
{
    QJsonArray list;
    for (const AfterStep &step : steps) {
        list.append(QJsonObject{
            {QStringLiteral("recipe"), step.recipe},
            {QStringLiteral("done"), step.isDone},
            {QStringLiteral("failures"), step.failures},
            {QStringLiteral("error"), step.error}});
    }
    return list;
}

/// One without a recipe is about people.
std::vector<AfterStep> afterFromJson(const QJsonArray &list)
{
    std::vector<AfterStep> steps;
    for (const QJsonValue &value : list) {
        AfterStep step;
        step.recipe = value[QLatin1String("recipe")].toString();
        step.kind = step.recipe.isEmpty() ? AfterStep::Kind::People : AfterStep::Kind::Recipe;
        step.isDone = value[QLatin1String("done")].toBool();
        step.failures = value[QLatin1String("failures")].toInt();
        step.error = value[QLatin1String("error")].toString();
        steps.push_back(step);
    }
    return steps;
}

QJsonObject attemptToJson(const NodeAttempt &attempt)
{
    return {
        {QStringLiteral("zone"), attempt.zone.text()},
        {QStringLiteral("requestId"), attempt.requestId},
        {QStringLiteral("sentAt"), timeToJson(attempt.sentAt)},
        {QStringLiteral("operation"), attempt.operation},
        {QStringLiteral("endedAt"), timeToJson(attempt.endedAt)},
        {QStringLiteral("refusal"), attempt.refusal ? refusalName(*attempt.refusal) : QString()},
        {QStringLiteral("answer"), attempt.answer},
        {QStringLiteral("queuedResource"), attempt.queuedId},
        {QStringLiteral("standsSince"), timeToJson(attempt.standsSince)},
        {QStringLiteral("isCleared"), attempt.isClearing},
        {QStringLiteral("after"), afterToJson(attempt.after)},
        {QStringLiteral("readySince"), timeToJson(attempt.readySince)},
        {QStringLiteral("doubtful"), attempt.isDoubtful}};
}

Error damaged(const QString &what)
{
    return {
        ErrorKind::InvalidArgument, QStringLiteral("The stored node requests cannot be read."),
        what};
}

Result<NodeAttempt> attemptFromJson(const QJsonObject &json)
{
    const auto zone = Zone::parse(json[QLatin1String("zone")].toString());
    const QDateTime sentAt = timeFromJson(json[QLatin1String("sentAt")]);
    if (!zone || !sentAt.isValid()) {
        return failure(damaged(QStringLiteral("A try has no zone or no time.")));
    }
    NodeAttempt attempt{*zone, {}, sentAt, {}, {}, {}, {}};
    attempt.requestId = json[QLatin1String("requestId")].toString();
    attempt.operation = json[QLatin1String("operation")].toString();
    attempt.endedAt = timeFromJson(json[QLatin1String("endedAt")]);
    attempt.answer = json[QLatin1String("answer")].toString();
    if (const QString refusal = json[QLatin1String("refusal")].toString(); !refusal.isEmpty()) {
        attempt.refusal = refusalFromName(refusal);
    }
    attempt.queuedId = json[QLatin1String("queuedResource")].toString();
    attempt.standsSince = timeFromJson(json[QLatin1String("standsSince")]);
    attempt.isClearing = json[QLatin1String("isCleared")].toBool();
    attempt.after = afterFromJson(json[QLatin1String("after")].toArray());
    attempt.readySince = timeFromJson(json[QLatin1String("readySince")]);
    attempt.isDoubtful = json[QLatin1String("doubtful")].toBool();
    return attempt;
}

std::optional<NodeRequest::State> stateFromName(const QString &name)
{
    using State = NodeRequest::State;
    for (const State state : {State::Active, State::Made, State::GivenUp, State::Cancelled}) {
        if (requestStateName(state) == name) {
            return state;
        }
    }
    return {};
}

/// How it is asked for and what a person wants; false where a word is none of this version.
bool readManner(const QJsonObject &json, NodeRequest &request)
{
    const QString name = json[QLatin1String("means")].toString(meansName(Means::Direct));
    const auto means = meansFromName(name);
    request.means = means.value_or(Means::Direct);
    request.validFor = std::chrono::seconds(json[QLatin1String("validForSeconds")].toInt());
    request.runFor = std::chrono::seconds(json[QLatin1String("runForSeconds")].toInt());
    request.reservation = json[QLatin1String("reservation")].toString();
    request.isRace = json[QLatin1String("race")].toBool();
    request.isKept = json[QLatin1String("keep")].toBool();
    for (const QJsonValue &recipe : json[QLatin1String("recipes")].toArray()) {
        request.recipes << recipe.toString();
    }
    request.lastNode = json[QLatin1String("lastNode")].toString().toUtf8();
    request.question = json[QLatin1String("question")].toString();
    request.questionRevision = json[QLatin1String("questionRevision")].toInt();
    request.droppedAttempts = json[QLatin1String("droppedAttempts")].toInt();
    if (const QJsonValue dollars = json[QLatin1String("confirmedUsdPerDay")]; dollars.isDouble()) {
        request.confirmedDollarsPerDay = dollars.toDouble();
    }
    request.wish = wishFromName(json[QLatin1String("wish")].toString());
    request.wishRevision = json[QLatin1String("wishRevision")].toInt();
    return means.has_value();
}

void writeManner(const NodeRequest &request, QJsonObject &json)
{
    json[QLatin1String("means")] = meansName(request.means);
    json[QLatin1String("validForSeconds")] = int(request.validFor.count());
    json[QLatin1String("runForSeconds")] = int(request.runFor.count());
    json[QLatin1String("reservation")] = request.reservation;
    json[QLatin1String("race")] = request.isRace;
    json[QLatin1String("keep")] = request.isKept;
    json[QLatin1String("recipes")] = QJsonArray::fromStringList(request.recipes);
    json[QLatin1String("lastNode")] = QString::fromUtf8(request.lastNode);
    json[QLatin1String("question")] = request.question;
    json[QLatin1String("questionRevision")] = request.questionRevision;
    json[QLatin1String("droppedAttempts")] = request.droppedAttempts;
    if (request.confirmedDollarsPerDay) {
        json[QLatin1String("confirmedUsdPerDay")] = *request.confirmedDollarsPerDay;
    }
    json[QLatin1String("wish")] = wishName(request.wish);
    json[QLatin1String("wishRevision")] = request.wishRevision;
}

Result<NodeRequest> requestFromJson(const QJsonObject &json)
{
    const auto project = ProjectId::parse(json[QLatin1String("project")].toString());
    const auto state = stateFromName(json[QLatin1String("state")].toString());
    NodeSpec spec = specFromJson(json[QLatin1String("node")].toObject());
    if (!project || !state || !problemsOf(spec).isEmpty()) {
        return failure(damaged(QStringLiteral("A request has no project, state or node.")));
    }
    NodeRequest request{{}, *project, std::move(spec), {}, false, {}, {}, *state, {}, {}};
    request.id = json[QLatin1String("id")].toString();
    request.untilCapacity = json[QLatin1String("untilCapacity")].toBool();
    request.deadline = timeFromJson(json[QLatin1String("deadline")]);
    request.createdAt = timeFromJson(json[QLatin1String("createdAt")]);
    request.reason = json[QLatin1String("reason")].toString();
    for (const QJsonValue &text : json[QLatin1String("zones")].toArray()) {
        const auto zone = Zone::parse(text.toString());
        if (!zone) {
            return failure(damaged(QStringLiteral("A zone is none.")));
        }
        request.zones.push_back(*zone);
    }
    for (const QJsonValue &value : json[QLatin1String("attempts")].toArray()) {
        auto attempt = attemptFromJson(value.toObject());
        if (!attempt) {
            return failure(attempt.error());
        }
        request.attempts.push_back(std::move(*attempt));
    }
    if (!readManner(json, request) || request.id.isEmpty() || request.zones.empty()) {
        return failure(damaged(QStringLiteral("A request has no id, no zone or no known means.")));
    }
    return request;
}

} // namespace

QJsonObject requestToJson(const NodeRequest &request)
{
    QJsonArray zones;
    for (const Zone &zone : request.zones) {
        zones.append(zone.text());
    }
    QJsonArray attempts;
    for (const NodeAttempt &attempt : request.attempts) {
        attempts.append(attemptToJson(attempt));
    }
    QJsonObject json{
        {QStringLiteral("id"), request.id},
        {QStringLiteral("project"), request.project.text()},
        {QStringLiteral("node"), specToJson(request.spec)},
        {QStringLiteral("zones"), zones},
        {QStringLiteral("untilCapacity"), request.untilCapacity},
        {QStringLiteral("deadline"), timeToJson(request.deadline)},
        {QStringLiteral("createdAt"), timeToJson(request.createdAt)},
        {QStringLiteral("state"), requestStateName(request.state)},
        {QStringLiteral("reason"), request.reason},
        {QStringLiteral("attempts"), attempts}};
    writeManner(request, json);
    return json;
}

QByteArray requestsToJson(const NodeRequests &requests)
{
    QJsonArray list;
    for (const NodeRequest &request : requests) {
        list.append(requestToJson(request));
    }
    return QJsonDocument(
               QJsonObject{
                   {QStringLiteral("version"), FileVersion}, {QStringLiteral("requests"), list}})
        .toJson();
}

Result<NodeRequests> requestsFromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    if (object[QLatin1String("version")].toInt() != FileVersion) {
        return failure(damaged(QStringLiteral("The file is not of this version.")));
    }
    NodeRequests requests;
    for (const QJsonValue &value : object[QLatin1String("requests")].toArray()) {
        auto request = requestFromJson(value.toObject());
        if (!request) {
            return failure(request.error());
        }
        requests.push_back(std::move(*request));
    }
    return requests;
}

} // namespace podium::lifecycle
