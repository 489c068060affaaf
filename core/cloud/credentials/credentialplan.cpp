// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/credentials/credentialplan.h"

#include "core/base/files.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <optional>

namespace podium::cloud {

namespace {

constexpr qint64 MaxCredentialFile = 1024 * 1024;

/// Says whether a file is still the one that was read.
QString stampOf(const QString &path)
{
    const QFileInfo info(path);
    return QStringLiteral("%1 %2 %3")
        .arg(path)
        .arg(info.lastModified().toMSecsSinceEpoch())
        .arg(info.size());
}

QString gcloudFolder(const QProcessEnvironment &environment)
{
    const QString folder = environment.value(QStringLiteral("CLOUDSDK_CONFIG"));
    return !folder.isEmpty() ? folder
                             : environment.value(QStringLiteral("HOME"), QDir::homePath()) +
                                   QStringLiteral("/.config/gcloud");
}

Error unreadable(const QString &variable, const QString &path, const Error &cause)
{
    return {
        ErrorKind::Credentials,
        QStringLiteral("The file %1 of %2 cannot be read.").arg(path, variable),
        cause.detail.isEmpty() ? cause.summary : cause.detail,
        QStringLiteral("Correct or unset %1.").arg(variable), path};
}

Result<CredentialPlan>
givenToken(const QByteArray &token, const QString &source, const QString &renewal)
{
    CredentialPlan plan;
    plan.info.source = source;
    plan.info.renewal = renewal;
    plan.source = GivenToken{Secret(token)};
    // A hash would do as well; the token itself must not be part of a text.
    plan.stamp = source % QLatin1Char(' ') % QString::number(qHash(token));
    const bool isOneLine = !token.contains('\n') && !token.contains('\r') && !token.contains(' ');
    if (token.isEmpty() || !isOneLine) {
        return failure(
            {ErrorKind::Credentials, QStringLiteral("There is no access token in %1.").arg(source),
             token.isEmpty() ? QStringLiteral("It is empty.")
                             : QStringLiteral("It has more than one word."),
             renewal, source});
    }
    return plan;
}

Result<CredentialPlan> tokenFile(const QString &path)
{
    const QString variable = QStringLiteral("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE");
    const auto bytes = readFile(path, MaxCredentialFile);
    if (!bytes) {
        return failure(unreadable(variable, path, bytes.error()));
    }
    return givenToken(
        bytes->trimmed(), QStringLiteral("the token file %1").arg(path),
        QStringLiteral("Write a fresh access token to %1.").arg(path));
}

Result<CredentialPlan> credentialFile(const QString &path, const QString &variable)
{
    // Before reading: if it changes in between, the next look sees another stamp.
    const QString stamp = stampOf(path);
    const auto bytes = readFile(path, MaxCredentialFile);
    if (!bytes) {
        return failure(unreadable(variable, path, bytes.error()));
    }
    auto plan = parseCredentialFile(*bytes, path);
    if (plan) {
        plan->stamp = stamp;
    }
    return plan;
}

std::optional<CredentialPlan> gcloudLogin(const QProcessEnvironment &environment)
{
    const QStringList folders =
        environment.value(QStringLiteral("PATH")).split(QLatin1Char(':'), Qt::SkipEmptyParts);
    const QString program = QStandardPaths::findExecutable(QStringLiteral("gcloud"), folders);
    if (folders.isEmpty() || program.isEmpty()) {
        return std::nullopt;
    }
    CredentialPlan plan;
    plan.source = GcloudLogin{program};
    plan.info.source = QStringLiteral("gcloud");
    plan.info.renewal = QStringLiteral("Log in again: gcloud auth login.");
    plan.stamp = stampOf(gcloudFolder(environment) + QStringLiteral("/config_sentinel"));
    return plan;
}

Error nothingFound()
{
    return {
        ErrorKind::Credentials, QStringLiteral("There are no Google Cloud credentials."),
        QStringLiteral("Neither an access token nor a credential file is set, and gcloud is not "
                       "installed."),
        QStringLiteral("Install the Google Cloud CLI and run gcloud auth login, or set "
                       "GOOGLE_APPLICATION_CREDENTIALS to a service account's key file.")};
}

Result<CredentialPlan> findSource(const QProcessEnvironment &environment)
{
    const QString token = environment.value(QStringLiteral("CLOUDSDK_AUTH_ACCESS_TOKEN"));
    if (!token.isEmpty()) {
        return givenToken(
            token.toUtf8().trimmed(), QStringLiteral("CLOUDSDK_AUTH_ACCESS_TOKEN"),
            QStringLiteral("Put a fresh token into CLOUDSDK_AUTH_ACCESS_TOKEN, or unset it."));
    }
    const QString file = environment.value(QStringLiteral("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE"));
    if (!file.isEmpty()) {
        return tokenFile(file);
    }
    const QString variable = QStringLiteral("GOOGLE_APPLICATION_CREDENTIALS");
    const QString named = environment.value(variable);
    if (!named.isEmpty()) {
        return credentialFile(named, variable);
    }
    const QString usual =
        gcloudFolder(environment) + QStringLiteral("/application_default_credentials.json");
    auto gcloud = gcloudLogin(environment);
    if (QFileInfo::exists(usual)) {
        auto plan = credentialFile(usual, QStringLiteral("the gcloud configuration"));
        if (plan || !gcloud) {
            return plan;
        }
    }
    if (gcloud) {
        return *gcloud;
    }
    return failure(nothingFound());
}

} // namespace

Result<CredentialPlan> findCredentials(const QProcessEnvironment &environment)
{
    auto plan = findSource(environment);
    if (!plan) {
        return plan;
    }
    for (const char *variable : {"GOOGLE_CLOUD_QUOTA_PROJECT", "CLOUDSDK_BILLING_QUOTA_PROJECT"}) {
        const QString project = environment.value(QLatin1String(variable));
        if (!project.isEmpty()) {
            plan->quotaProject = project;
        }
    }
    return plan;
}

} // namespace podium::cloud
