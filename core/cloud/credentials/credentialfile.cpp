// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/credentials/credentialplan.h"
#include "core/cloud/values/jsonaccess.h"

namespace podium::cloud {

namespace {

Error unusable(const QString &path, const QString &why, const QString &hint)
{
    return {
        ErrorKind::Credentials, QStringLiteral("The credential file %1 cannot be used.").arg(path),
        why, hint, path};
}

Error incomplete(const QString &path, const QString &what)
{
    return unusable(
        path, QStringLiteral("It has no %1.").arg(what),
        QStringLiteral("Make it anew, e.g. by gcloud auth application-default login."));
}

} // namespace

Result<CredentialPlan> parseCredentialFile(const QByteArray &json, const QString &path)
{
    const auto file = parseJson(json);
    if (!file || !file->is_object()) {
        return failure(incomplete(path, QStringLiteral("JSON object in it")));
    }
    CredentialPlan plan;
    plan.info.source = QStringLiteral("the file %1").arg(path);
    plan.tokenUri = QUrl(text(*file, "token_uri"));
    plan.quotaProject = text(*file, "quota_project_id");
    plan.info.project = text(*file, "project_id");
    const QString type = text(*file, "type");
    if (type == QLatin1String("authorized_user")) {
        AuthorizedUser user{
            text(*file, "client_id"), Secret(text(*file, "client_secret").toUtf8()),
            Secret(text(*file, "refresh_token").toUtf8())};
        if (user.clientId.isEmpty() || user.refreshToken.isEmpty()) {
            return failure(incomplete(path, QStringLiteral("client_id or refresh_token")));
        }
        plan.info.account = text(*file, "account");
        plan.info.renewal = QStringLiteral("Log in again: gcloud auth application-default login.");
        plan.source = std::move(user);
        return plan;
    }
    if (type == QLatin1String("service_account")) {
        ServiceAccount account{
            text(*file, "client_email"), text(*file, "private_key_id"),
            Secret(text(*file, "private_key").toUtf8())};
        if (account.email.isEmpty() || account.privateKey.isEmpty()) {
            return failure(incomplete(path, QStringLiteral("client_email or private_key")));
        }
        plan.info.account = account.email;
        plan.info.renewal =
            QStringLiteral("Is the service account's key still there? Make a new one if not.");
        plan.source = std::move(account);
        return plan;
    }
    return failure(unusable(
        path,
        type.isEmpty() ? QStringLiteral("It does not say of which type it is.")
                       : QStringLiteral("Its type is %1.").arg(type.left(80)),
        QStringLiteral("Let gcloud use it (gcloud auth login --cred-file=FILE) and unset "
                       "GOOGLE_APPLICATION_CREDENTIALS: Podium then asks gcloud.")));
}

} // namespace podium::cloud
