// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/log.h"
#include "core/cloud/values/apistatus.h"

#include <QRegularExpression>

#include <optional>

namespace podium::cloud {

namespace {

constexpr int MaxDetail = 1000;

struct Verdict
{
    ErrorKind kind = ErrorKind::Internal;
    QString hint;
};
using MaybeVerdict = std::optional<Verdict>;

bool says(const ApiStatus &status, const char *text)
{
    return status.message.contains(QLatin1String(text), Qt::CaseInsensitive);
}

QString captured(const QString &text, const QString &pattern)
{
    return QRegularExpression(pattern).match(text).captured(1);
}

/// Only links into Google's own console are passed on: a person is going to open them.
bool isConsoleLink(const QString &link)
{
    static const QRegularExpression pattern(QStringLiteral(
        R"(\Ahttps://console\.(?:developers|cloud)\.google\.com/[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*\z)"));
    return pattern.match(link).hasMatch();
}

QString enableLink(const ApiStatus &status, const QString &service, const QString &project)
{
    QStringList candidates = status.links;
    candidates << captured(
        status.message, QStringLiteral(R"((https://console\.[^\s]+?)[.,]?(?:\s|\z))"));
    for (const QString &candidate : candidates) {
        if (isConsoleLink(candidate)) {
            return candidate;
        }
    }
    return QStringLiteral("https://console.developers.google.com/apis/api/%1/overview?project=%2")
        .arg(service, project);
}

/// Projects of Google's own sign-in clients: there the person can enable nothing.
bool isSignInClient(const QString &project)
{
    return project == QLatin1String("764086051850") || project == QLatin1String("32555940559");
}

QString quotaProjectHint()
{
    return QStringLiteral("Say which project the calls are for: gcloud auth application-default "
                          "set-quota-project PROJECT, or set GOOGLE_CLOUD_QUOTA_PROJECT.");
}

MaybeVerdict apiDisabled(const ApiStatus &status)
{
    if (status.reason != QLatin1String("SERVICE_DISABLED") &&
        status.reason != QLatin1String("accessNotConfigured") &&
        !says(status, "has not been used in project")) {
        return std::nullopt;
    }
    QString service = status.metadata.value(QStringLiteral("service"));
    if (service.isEmpty()) {
        service = captured(status.message, QStringLiteral(R"(/apis/api/([a-z0-9.-]+))"));
    }
    if (service.isEmpty()) {
        service = QStringLiteral("tpu.googleapis.com");
    }
    QString project = status.metadata.value(QStringLiteral("consumer"));
    project = project.mid(project.lastIndexOf(QLatin1Char('/')) + 1);
    if (project.isEmpty()) {
        project = captured(status.message, QStringLiteral(R"(in project ([a-z0-9:.-]+))"));
    }
    if (isSignInClient(project)) {
        return Verdict{ErrorKind::ApiDisabled, quotaProjectHint()};
    }
    return Verdict{
        ErrorKind::ApiDisabled,
        QStringLiteral("Enable it at %1 (or: gcloud services enable %2 --project=%3), then wait a "
                       "few minutes.")
            .arg(enableLink(status, service, project), service, project)};
}

QString deniedPermission(const ApiStatus &status)
{
    const QString permission = status.metadata.value(QStringLiteral("permission"));
    return !permission.isEmpty()
               ? permission
               : captured(
                     status.message,
                     QStringLiteral(
                         R"(([a-z][A-Za-z]*\.[A-Za-z]+\.[A-Za-z]+)['"]? (?:permission|denied))"));
}

MaybeVerdict permissionDenied(const ApiStatus &status)
{
    if (status.httpStatus != 403 && status.code != QLatin1String("PERMISSION_DENIED")) {
        return std::nullopt;
    }
    if (status.reason == QLatin1String("ACCESS_TOKEN_SCOPE_INSUFFICIENT") ||
        says(status, "insufficient authentication scopes")) {
        return Verdict{
            ErrorKind::PermissionDenied,
            QStringLiteral("This login may not use the Cloud APIs. Log in again with the scope "
                           "https://www.googleapis.com/auth/cloud-platform, e.g. by gcloud auth "
                           "application-default login.")};
    }
    if (says(status, "requires a quota project")) {
        return Verdict{ErrorKind::PermissionDenied, quotaProjectHint()};
    }
    if (says(status, "is not found or access is unauthorized")) {
        return Verdict{
            ErrorKind::PermissionDenied,
            QStringLiteral("This project may not use that zone; choose one of: gcloud compute tpus "
                           "locations list.")};
    }
    if (status.reason == QLatin1String("BILLING_DISABLED") ||
        says(status, "billing to be enabled")) {
        return Verdict{
            ErrorKind::PermissionDenied,
            QStringLiteral("Link a billing account to the project at "
                           "https://console.cloud.google.com/billing/projects.")};
    }
    const QString permission = deniedPermission(status);
    return Verdict{
        ErrorKind::PermissionDenied,
        permission.isEmpty()
            ? QStringLiteral("Ask an owner of the project for a role that allows it, such as "
                             "roles/tpu.viewer or roles/tpu.admin.")
            : QStringLiteral("The permission %1 is missing: ask an owner of the project for a role "
                             "that has it, such as roles/tpu.viewer or roles/tpu.admin.")
                  .arg(permission)};
}

MaybeVerdict noCapacity(const ApiStatus &status)
{
    if (says(status, "no more capacity") || says(status, "ZONE_RESOURCE_POOL_EXHAUSTED") ||
        status.reason.startsWith(QLatin1String("ZONE_RESOURCE_POOL_EXHAUSTED"))) {
        return Verdict{
            ErrorKind::NoCapacity,
            QStringLiteral("Try another zone, a smaller slice, or a queued resource that waits for "
                           "its turn.")};
    }
    if (says(status, "Insufficient reserved capacity")) {
        return Verdict{
            ErrorKind::NoCapacity,
            QStringLiteral("The reservation is used up: free some of it, or have it enlarged.")};
    }
    return std::nullopt;
}

/// The word alone is also in the paths of what is not found, in the name of the project that pays,
/// and in those of permissions.
bool speaksOfAQuota(const ApiStatus &status)
{
    return status.httpStatus != 404 && says(status, "quota") && !says(status, "quota project") &&
           deniedPermission(status).isEmpty();
}

MaybeVerdict quotaExceeded(const ApiStatus &status)
{
    const bool isRate = status.reason == QLatin1String("RATE_LIMIT_EXCEEDED") ||
                        status.reason == QLatin1String("rateLimitExceeded") ||
                        says(status, "per minute") || says(status, "rate limit");
    const bool isQuota = speaksOfAQuota(status) || !status.quotaViolations.isEmpty() ||
                         status.reason == QLatin1String("QUOTA_EXCEEDED");
    if (!isRate && !isQuota && status.httpStatus != 429 &&
        status.code != QLatin1String("RESOURCE_EXHAUSTED")) {
        return std::nullopt;
    }
    if (isQuota && !isRate) {
        return Verdict{
            ErrorKind::QuotaExceeded,
            QStringLiteral("Ask for a higher limit at "
                           "https://console.cloud.google.com/iam-admin/quotas, or delete what is "
                           "not needed (suspended queued resources count as well).")};
    }
    return Verdict{
        ErrorKind::QuotaExceeded,
        status.httpStatus == 429
            ? QStringLiteral("Too many calls in a short time (HTTP status 429): wait a minute and "
                             "try again.")
            : QStringLiteral("Too many calls in a short time: wait a minute and try again.")};
}

Verdict byHttpStatus(int status)
{
    switch (status) {
    case 401:
        return {
            ErrorKind::Credentials,
            QStringLiteral("Log in again: gcloud auth login, or gcloud auth application-default "
                           "login.")};
    case 404:
        return {ErrorKind::NotFound, {}};
    case 409:
    case 412:
        return {
            ErrorKind::Conflict,
            QStringLiteral("Somebody else is changing it: refresh and try again.")};
    case 408:
    case 504:
        return {
            ErrorKind::Timeout,
            QStringLiteral("The service took too long by its own limit: try again in a minute; see "
                           "https://status.cloud.google.com if it stays so.")};
    default:
        break;
    }
    if (status >= 500) {
        return {
            ErrorKind::Unavailable, QStringLiteral("That usually ends in a few minutes; otherwise "
                                                   "see https://status.cloud.google.com.")};
    }
    return {status >= 400 ? ErrorKind::InvalidArgument : ErrorKind::Protocol, {}};
}

int httpStatusOf(const QString &code)
{
    static const QMap<QString, int> table{
        {QStringLiteral("UNAUTHENTICATED"), 401},   {QStringLiteral("NOT_FOUND"), 404},
        {QStringLiteral("ALREADY_EXISTS"), 409},    {QStringLiteral("ABORTED"), 409},
        {QStringLiteral("DEADLINE_EXCEEDED"), 504}, {QStringLiteral("UNAVAILABLE"), 503},
        {QStringLiteral("INTERNAL"), 500},          {QStringLiteral("UNKNOWN"), 500},
        {QStringLiteral("DATA_LOSS"), 500}};
    return table.value(code, 400);
}

Verdict judge(const ApiStatus &status)
{
    for (const auto rule : {apiDisabled, noCapacity, quotaExceeded, permissionDenied}) {
        if (const auto verdict = rule(status)) {
            return *verdict;
        }
    }
    // Compute says it by its reason, of an answer or of an operation.
    if (status.code == QLatin1String("ALREADY_EXISTS") ||
        status.reason == QLatin1String("alreadyExists") ||
        status.reason == QLatin1String("RESOURCE_ALREADY_EXISTS")) {
        return {
            ErrorKind::AlreadyExists, QStringLiteral("Choose another name, or use what is there.")};
    }
    return byHttpStatus(status.httpStatus > 0 ? status.httpStatus : httpStatusOf(status.code));
}

/// One line of plain text: control characters and line ends become spaces.
QString clean(const QString &message)
{
    QString line = redact(message.left(MaxDetail));
    for (QChar &c : line) {
        if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format) {
            c = QLatin1Char(' ');
        }
    }
    return line.simplified();
}

} // namespace

Error apiError(const ApiStatus &status, const QString &action, const QString &subject)
{
    const Verdict verdict = judge(status);
    QStringList parts{clean(status.message)};
    for (const QString &violation : status.quotaViolations) {
        parts << clean(violation);
    }
    parts.removeAll(QString());
    parts.removeDuplicates();
    QString detail = parts.join(QLatin1Char(' '));
    if (detail.isEmpty()) {
        detail =
            status.httpStatus > 0
                ? QStringLiteral("The service answered with HTTP status %1.").arg(status.httpStatus)
                : QStringLiteral("The operation ended with %1.").arg(status.code);
    }
    return {verdict.kind, QStringLiteral("Cannot %1.").arg(action), detail, verdict.hint, subject};
}

} // namespace podium::cloud
