// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/values/secret.h"

#include <QDateTime>
#include <QObject>
#include <QProcessEnvironment>
#include <QString>

#include <chrono>
#include <memory>

class QNetworkAccessManager;

namespace podium::cloud {

/// What goes into an Authorization header.
struct AccessToken
{
    Secret value;
    QDateTime expiry;     ///< UTC; invalid: not known
    QString quotaProject; ///< for x-goog-user-project; empty: none
};

/// Where the credentials come from, for a person to see. Nothing secret in it.
struct CredentialInfo
{
    QString source;   ///< "gcloud", "the file /home/…/application_default_credentials.json" …
    QString account;  ///< an e-mail address where it is known
    QString project;  ///< the default project where the source has one
    QDateTime expiry; ///< of the current access token; invalid: not known
    QString renewal;  ///< what to do where the API refuses what it gives, as a sentence
    bool operator==(const CredentialInfo &) const = default;
};

/// How long the steps of getting a token may take.
struct CredentialLimits
{
    std::chrono::milliseconds tokenEndpoint{20000}; ///< one request to the token endpoint
    std::chrono::milliseconds gcloud{30000};        ///< one run of gcloud config config-helper
    std::chrono::milliseconds retryAfter{1000};     ///< before the second try; doubles
};

/// Hands out access tokens from the first source that there is, in this order:
/// CLOUDSDK_AUTH_ACCESS_TOKEN, CLOUDSDK_AUTH_ACCESS_TOKEN_FILE, GOOGLE_APPLICATION_CREDENTIALS,
/// application_default_credentials.json (authorized_user or service_account), gcloud.
/// Refreshes before a token expires; notices when a file changes. Lives on one thread and never
/// blocks it: files, signatures and gcloud are dealt with elsewhere.
class Credentials final : public QObject
{
    Q_OBJECT

public:
    /// The access manager must outlive this.
    Credentials(
        QNetworkAccessManager &network, ApiEndpoints endpoints, const Clock &clock,
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment(),
        CredentialLimits limits = {}, QObject *parent = nullptr);
    ~Credentials() override;

    /// Where to look from the next token() on.
    void setEnvironment(const QProcessEnvironment &environment);
    /// A token good for some minutes at least, or Error Credentials with what to do about it.
    /// Calls while one is being fetched share its answer.
    void token(Callback<Result<AccessToken>> done);
    /// The API did not accept this token (HTTP 401): the next token() fetches another.
    void reject(const AccessToken &token);
    /// Of the last token; empty before the first.
    [[nodiscard]] CredentialInfo info() const;

signals:
    void infoChanged();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace podium::cloud
