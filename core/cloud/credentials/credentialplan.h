// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cloud/credentials/credentials.h"
#include "core/cloud/values/secret.h"

#include <QProcessEnvironment>
#include <QString>
#include <QUrl>

#include <variant>

namespace podium::cloud {

/// A token as it stands in the environment or a file.
struct GivenToken
{
    Secret token;
};

/// A person's login: credential file of type authorized_user.
struct AuthorizedUser
{
    QString clientId;
    Secret clientSecret;
    Secret refreshToken;
};

/// A robot's key: credential file of type service_account.
struct ServiceAccount
{
    QString email;
    QString keyId;
    Secret privateKey; ///< PKCS#8 PEM
};

/// gcloud on this machine, with a login of its own.
struct GcloudLogin
{
    QString program;
};

/// Where tokens will come from, found but not yet asked.
struct CredentialPlan
{
    std::variant<GivenToken, AuthorizedUser, ServiceAccount, GcloudLogin> source;
    CredentialInfo info;
    QUrl tokenUri;        ///< of the file; empty: the usual one
    QString quotaProject; ///< for x-goog-user-project; empty: none
    QString stamp;        ///< another one: a token got under the old one is out of date
};

/// The first source that there is, in the order that Credentials names. Reads small files. Blocks.
[[nodiscard]] Result<CredentialPlan> findCredentials(const QProcessEnvironment &environment);

/// A credential file's content. InvalidArgument where it is none, or of a type that Podium leaves
/// to gcloud. `path` is for the texts only.
[[nodiscard]] Result<CredentialPlan>
parseCredentialFile(const QByteArray &json, const QString &path);

} // namespace podium::cloud
