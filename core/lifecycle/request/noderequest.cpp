// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/noderequest.h"

#include "core/lifecycle/tputype.h"

#include <QRegularExpression>

#include <algorithm>

namespace podium::lifecycle {

namespace {

constexpr int LongestMetadata = 256 * 1024; ///< bytes of one value
constexpr int AllMetadata = 512 * 1024;
constexpr std::chrono::minutes MinQueueTime{10};
constexpr std::chrono::hours MaxQueueTime{365 * 24}; // one that nobody wants any more is to expire
constexpr std::chrono::hours MaxFlexTime{7 * 24};

bool isWhole(const QString &text, const char *pattern)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(pattern)))
        .match(text)
        .hasMatch();
}

void judgeLabels(const QMap<QString, QString> &labels, QStringList &problems)
{
    for (auto it = labels.begin(); it != labels.end(); ++it) {
        if (!isWhole(it.key(), "[a-z][a-z0-9_-]{0,62}") ||
            !isWhole(it.value(), "[a-z0-9_-]{0,63}")) {
            problems << QStringLiteral("The label %1=%2 is not valid: lower-case letters, digits, "
                                       "_ and -, at most 63, starting with a letter.")
                            .arg(it.key(), it.value());
        }
        if (it.key() == requestLabel()) {
            problems << QStringLiteral("The label %1 is reserved for Podium.").arg(it.key());
        }
    }
}

void judgeMetadata(const QMap<QString, QString> &metadata, QStringList &problems)
{
    int all = 0;
    for (auto it = metadata.begin(); it != metadata.end(); ++it) {
        const int size = it.value().toUtf8().size();
        all += size + it.key().size();
        if (!isWhole(it.key(), "[a-zA-Z0-9_-]{1,128}")) {
            problems << QStringLiteral("\"%1\" is not a valid metadata key.").arg(it.key());
        }
        if (size > LongestMetadata) {
            problems << QStringLiteral("The metadata %1 is larger than 256 KiB.").arg(it.key());
        }
    }
    if (all > AllMetadata) {
        problems << QStringLiteral("The metadata is larger than 512 KiB in all.");
    }
}

} // namespace

QString usualRuntime(const QString &type)
{
    const auto parsed = parseTpuType(type);
    if (!parsed) {
        return {};
    }
    switch (parsed->generation) {
    case Generation::V5e:
        return QStringLiteral("v2-alpha-tpuv5-lite");
    case Generation::V5p:
        return QStringLiteral("v2-alpha-tpuv5");
    case Generation::V6e:
        return QStringLiteral("v2-alpha-tpuv6e");
    case Generation::Tpu7x:
        return {}; // none is known to be right
    default:
        return QStringLiteral("tpu-ubuntu2204-base");
    }
}

QStringList problemsOf(const NodeSpec &spec)
{
    QStringList problems;
    if (!isWhole(spec.name, "[a-z]([a-z0-9-]{0,61}[a-z0-9])?")) {
        problems << QStringLiteral(
                        "\"%1\" is not a valid node name: lower-case letters, digits and -, at "
                        "most 63, starting with a letter and not ending with -.")
                        .arg(spec.name);
    }
    if (!parseTpuType(spec.type)) {
        problems << QStringLiteral("\"%1\" is not an accelerator type; types start with %2 and end "
                                   "with a size, like v4-64.")
                        .arg(spec.type, typeNamePrefixes().join(QStringLiteral(", ")));
    }
    if (spec.runtimeVersion.isEmpty()) {
        problems << QStringLiteral("Give a runtime version: there is no default for this type.");
    } else if (!isWhole(spec.runtimeVersion, "[A-Za-z0-9][A-Za-z0-9._-]{0,127}")) {
        problems
            << QStringLiteral("\"%1\" is not a valid runtime version.").arg(spec.runtimeVersion);
    }
    judgeLabels(spec.labels, problems);
    judgeMetadata(spec.metadata, problems);
    return problems;
}

QString AfterStep::text() const
{
    return kind == Kind::People ? QStringLiteral("people") : QStringLiteral("recipe ") + recipe;
}

QString meansName(Means means)
{
    switch (means) {
    case Means::Queued:
        return QStringLiteral("queued");
    case Means::FlexStart:
        return QStringLiteral("flex-start");
    case Means::Direct:
        break;
    }
    return QStringLiteral("direct");
}

std::optional<Means> meansFromName(const QString &name)
{
    for (const Means means : {Means::Direct, Means::Queued, Means::FlexStart}) {
        if (meansName(means) == name) {
            return means;
        }
    }
    return {};
}

QString wishName(NodeRequest::Wish wish)
{
    switch (wish) {
    case NodeRequest::Wish::Pause:
        return QStringLiteral("pause");
    case NodeRequest::Wish::Cancel:
        return QStringLiteral("cancel");
    case NodeRequest::Wish::Go:
        break;
    }
    return QStringLiteral("go");
}

NodeRequest::Wish wishFromName(const QString &name)
{
    return name == QLatin1String("pause")    ? NodeRequest::Wish::Pause
           : name == QLatin1String("cancel") ? NodeRequest::Wish::Cancel
                                             : NodeRequest::Wish::Go;
}

QStringList problemsOf(const NodeRequest &request)
{
    QStringList problems;
    if (request.isQueued() &&
        (request.validFor < MinQueueTime || request.validFor > MaxQueueTime)) {
        problems << QStringLiteral("A queued resource needs a time for which it is valid, of ten "
                                   "minutes to 365 days.");
    }
    if (request.means == Means::FlexStart &&
        (request.runFor < MinQueueTime || request.runFor > MaxFlexTime)) {
        problems << QStringLiteral("A flex-start node runs for ten minutes to seven days.");
    }
    if (!request.reservation.isEmpty()) {
        if (!isWhole(
                request.reservation,
                "[a-z]([a-z0-9-]{0,61}[a-z0-9])?|projects/[^/]+/locations/[^/]+/reservations/"
                "[^/]+")) {
            problems << QStringLiteral("\"%1\" is not a valid reservation name.")
                            .arg(request.reservation);
        }
        if (request.spec.spot || request.means == Means::FlexStart) {
            problems << QStringLiteral("A reservation is neither spot nor flex-start.");
        }
    }
    if (request.isRace && request.zones.size() < 2) {
        problems << QStringLiteral("A race needs at least two zones.");
    }
    for (auto zone = request.zones.begin(); zone != request.zones.end(); ++zone) {
        if (std::find(request.zones.begin(), zone, *zone) != zone) {
            problems << QStringLiteral("%1 is named twice.").arg(zone->text());
        }
    }
    return problems;
}

const AfterStep *NodeAttempt::pendingStep() const
{
    const auto pending = std::find_if(
        after.begin(), after.end(), [](const AfterStep &step) { return !step.isDone; });
    return pending == after.end() ? nullptr : &*pending;
}

int NodeRequest::openCount() const
{
    return int(std::count_if(
        attempts.begin(), attempts.end(), [](const NodeAttempt &each) { return each.isOpen(); }));
}

bool NodeRequest::isUnderWay() const
{
    return std::any_of(attempts.begin(), attempts.end(), [](const NodeAttempt &each) {
        return each.isOpen() && !each.isDoubtful;
    });
}

const NodeAttempt *NodeRequest::openAttempt() const
{
    const auto open = std::find_if(
        attempts.rbegin(), attempts.rend(), [](const NodeAttempt &each) { return each.isOpen(); });
    return open == attempts.rend() ? nullptr : &*open;
}

const NodeAttempt *NodeRequest::standing() const
{
    const auto found = std::find_if(
        attempts.begin(), attempts.end(), [](const NodeAttempt &each) { return each.stands(); });
    return found == attempts.end() ? nullptr : &*found;
}

const NodeAttempt *NodeRequest::madeAttempt() const
{
    const auto made = std::find_if(attempts.rbegin(), attempts.rend(), [](const NodeAttempt &each) {
        return each.standsSince.isValid() || (!each.isOpen() && !each.refusal);
    });
    return made != attempts.rend() ? &*made : attempts.empty() ? nullptr : &attempts.back();
}

NodeRef NodeRequest::nodeIn(const Zone &zone) const
{
    return {project, zone, *NodeName::parse(spec.name)};
}

QString requestLabel()
{
    return QStringLiteral("podium-request");
}

bool isOurs(const NodeRequest &request, const cloud::Node &node)
{
    return node.labels.value(requestLabel()) == request.id;
}

bool isOurs(const NodeRequest &request, const cloud::QueuedResource &resource)
{
    return std::any_of(
        resource.nodes.begin(), resource.nodes.end(), [&request](const cloud::QueuedNode &node) {
            return node.labels.value(requestLabel()) == request.id;
        });
}

QString requestStateName(NodeRequest::State state)
{
    switch (state) {
    case NodeRequest::State::Active:
        return QStringLiteral("active");
    case NodeRequest::State::Made:
        return QStringLiteral("made");
    case NodeRequest::State::GivenUp:
        return QStringLiteral("given-up");
    case NodeRequest::State::Cancelled:
        break;
    }
    return QStringLiteral("cancelled");
}

namespace {

QString zonesText(const NodeRequest &request, bool (*belongs)(const NodeAttempt &))
{
    QStringList zones;
    for (const NodeAttempt &attempt : request.attempts) {
        if (attempt.isOpen() && belongs(attempt)) {
            zones << attempt.zone.text();
        }
    }
    return zones.join(QStringLiteral(", "));
}

QString afterText(const NodeAttempt &attempt)
{
    const AfterStep *step = attempt.pendingStep();
    return step == nullptr ? QString()
           : step->error.isEmpty()
               ? QStringLiteral("; %1 comes next").arg(step->text())
               : QStringLiteral("; %1 failed: %2").arg(step->text(), step->error);
}

/// What is on its way out, or may still come.
QString asideText(const NodeRequest &request)
{
    const QString cleared = zonesText(request, [](const NodeAttempt &attempt) {
        return attempt.isClearing && !attempt.isDoubtful;
    });
    const QString doubted =
        zonesText(request, [](const NodeAttempt &attempt) { return attempt.isDoubtful; });
    QString text;
    if (!cleared.isEmpty()) {
        text += QStringLiteral("; deletes what it made in ") + cleared;
    }
    if (!doubted.isEmpty()) {
        text +=
            QStringLiteral("; looks whether what was asked for in %1 comes after all").arg(doubted);
    }
    return text;
}

/// What is to become the node. One that is READY costs, whether ssh answers or not.
QString askedText(const NodeRequest &request)
{
    const QString ready = zonesText(request, [](const NodeAttempt &attempt) {
        return !attempt.isClearing && attempt.readySince.isValid();
    });
    const QString asked = zonesText(request, [](const NodeAttempt &attempt) {
        return !attempt.isClearing && !attempt.readySince.isValid();
    });
    QStringList texts;
    if (!ready.isEmpty()) {
        texts << QStringLiteral("READY in %1, where ssh has not answered yet").arg(ready);
    }
    if (!asked.isEmpty()) {
        texts << (request.isQueued() ? QStringLiteral("queued in ")
                                     : QStringLiteral("asked for in ")) +
                     asked;
    }
    return texts.join(QStringLiteral("; "));
}

QString openText(const NodeRequest &request)
{
    const QString deleting = asideText(request);
    if (const NodeAttempt *standing = request.standing()) {
        const QString lacking =
            standing->answer.isEmpty() ? QString() : QStringLiteral("; ") + standing->answer;
        return QStringLiteral("stands in %1%2%3%4")
            .arg(standing->zone.text(), lacking, afterText(*standing), deleting);
    }
    const QString asked = askedText(request);
    if (asked.isEmpty()) {
        return deleting.mid(2);
    }
    // In a race what was not first goes before the rest stands, for a reason.
    const auto givenBack = std::find_if(
        request.attempts.begin(), request.attempts.end(), [](const NodeAttempt &attempt) {
            return attempt.isOpen() && attempt.isClearing && attempt.refusal == Refusal::Dropped;
        });
    const bool isWhole = givenBack == request.attempts.end();
    return asked + deleting +
           (isWhole ? QString() : QStringLiteral(" (%1)").arg(givenBack->answer));
}

QString activeText(const NodeRequest &request)
{
    if (request.openAttempt() != nullptr) {
        return openText(request);
    }
    if (request.attempts.empty()) {
        return QStringLiteral("no zone was asked for it yet");
    }
    const NodeAttempt &last = request.attempts.back();
    return QStringLiteral("waits; in %1: %2")
        .arg(last.zone.text(), refusalText(last.refusal.value_or(Refusal::Other)));
}

} // namespace

QString statusText(const NodeRequest &request)
{
    switch (request.state) {
    case NodeRequest::State::Made: {
        const QString zone =
            request.attempts.empty() ? QString() : request.madeAttempt()->zone.text();
        return QStringLiteral("stands in %1").arg(zone) +
               (request.reason.isEmpty() ? QString() : QStringLiteral(": ") + request.reason);
    }
    case NodeRequest::State::GivenUp:
        return QStringLiteral("given up: ") + request.reason;
    case NodeRequest::State::Cancelled:
        return QStringLiteral("cancelled");
    case NodeRequest::State::Active:
        break;
    }
    if (request.wish == NodeRequest::Wish::Cancel) {
        return request.openAttempt() == nullptr
                   ? QStringLiteral("is being cancelled")
                   : QStringLiteral("is being cancelled: ") + openText(request);
    }
    if (request.isAsking()) {
        return QStringLiteral("asks: ") + request.question;
    }
    return request.wish == NodeRequest::Wish::Pause
               ? QStringLiteral("paused; ") + activeText(request)
               : activeText(request);
}

} // namespace podium::lifecycle
