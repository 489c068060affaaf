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
            problems << QStringLiteral(
                            "The label %1=%2 is not one: small letters, digits, _ and -, up to 63, "
                            "beginning with a letter.")
                            .arg(it.key(), it.value());
        }
        if (it.key() == requestLabel()) {
            problems << QStringLiteral("The label %1 is Podium's own.").arg(it.key());
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
            problems << QStringLiteral("\"%1\" is no key of metadata.").arg(it.key());
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
                        "\"%1\" cannot be a node's name: small letters, digits and -, up "
                        "to 63, beginning with a letter and not ending with -.")
                        .arg(spec.name);
    }
    if (!parseTpuType(spec.type)) {
        problems << QStringLiteral(
                        "\"%1\" is no accelerator type; types begin with %2 and end with "
                        "a size, as v4-64 does.")
                        .arg(spec.type, typeNamePrefixes().join(QStringLiteral(", ")));
    }
    if (spec.runtimeVersion.isEmpty()) {
        problems << QStringLiteral("No runtime version is given, and none is usual for this type.");
    } else if (!isWhole(spec.runtimeVersion, "[A-Za-z0-9][A-Za-z0-9._-]{0,127}")) {
        problems << QStringLiteral("\"%1\" is no runtime version.").arg(spec.runtimeVersion);
    }
    judgeLabels(spec.labels, problems);
    judgeMetadata(spec.metadata, problems);
    return problems;
}

const NodeAttempt *NodeRequest::openAttempt() const
{
    return attempts.empty() || !attempts.back().isOpen() ? nullptr : &attempts.back();
}

NodeAttempt *NodeRequest::openAttempt()
{
    return attempts.empty() || !attempts.back().isOpen() ? nullptr : &attempts.back();
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

QString statusText(const NodeRequest &request)
{
    switch (request.state) {
    case NodeRequest::State::Made:
        return QStringLiteral("stands in %1")
            .arg(request.attempts.empty() ? QString() : request.attempts.back().zone.text());
    case NodeRequest::State::GivenUp:
        return QStringLiteral("given up: ") + request.reason;
    case NodeRequest::State::Cancelled:
        return QStringLiteral("cancelled");
    case NodeRequest::State::Active:
        break;
    }
    if (const NodeAttempt *open = request.openAttempt()) {
        return QStringLiteral("asked for in %1").arg(open->zone.text());
    }
    if (request.attempts.empty()) {
        return QStringLiteral("not asked for yet");
    }
    const NodeAttempt &last = request.attempts.back();
    return QStringLiteral("waits; in %1: %2 (tries so far: %3)")
        .arg(last.zone.text(), refusalText(last.refusal.value_or(Refusal::Other)))
        .arg(request.attempts.size());
}

} // namespace podium::lifecycle
