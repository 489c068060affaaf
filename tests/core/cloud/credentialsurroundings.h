// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/cloud/credentials/credentials.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/cloud/fakeserver.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QTemporaryDir>
#include <QUrlQuery>

namespace podium::tests {

class TestClock final : public Clock
{
public:
    [[nodiscard]] QDateTime now() const override { return time; }
    [[nodiscard]] qint64 monotonicMs() const override { return time.toMSecsSinceEpoch(); }
    QDateTime time{{2026, 5, 6}, {12, 0}, Qt::UTC};
};

inline QByteArray userFile(const QByteArray &more = {})
{
    return R"({"type": "authorized_user", "client_id": "the-client",
               "client_secret": "the-client-secret", "refresh_token": "1//the-refresh-token")" +
           more + "}";
}

/// What Credentials needs around it: folders of its own, a clock, a token endpoint.
struct PowerAndNetwork
{
    PowerAndNetwork()
    {
        environment.insert("HOME", folder.path());
        environment.insert("PATH", folder.filePath("bin"));
        environment.insert("CLOUDSDK_AUTH_TOKEN_HOST", server.url("/token").toString());
        QDir(folder.path()).mkpath("bin");
        QDir(folder.path()).mkpath(".config/gcloud");
    }
    [[nodiscard]] QString write(const QString &name, const QByteArray &bytes, int mode = 0600) const
    {
        const QString path = folder.filePath(name);
        return writeFileAtomically(path, bytes, mode) ? path : QString();
    }
    void makeCredentials()
    {
        credentials = std::make_unique<cloud::Credentials>(
            network, cloud::ApiEndpoints::fromEnvironment(environment), clock, environment, limits);
    }
    [[nodiscard]] Result<cloud::AccessToken> token()
    {
        if (!credentials) {
            makeCredentials();
        }
        Answer<Result<cloud::AccessToken>> answer;
        credentials->token(answer.callback());
        return answer.wait(Patience).value_or(failure({}));
    }
    [[nodiscard]] QString field(int request, const char *name) const
    {
        return QUrlQuery(QString::fromLatin1(server.requests().value(request).body))
            .queryItemValue(QString::fromLatin1(name), QUrl::FullyDecoded);
    }

    QTemporaryDir folder;
    TestClock clock;
    int issued = 0;
    FakeServer server{[this](const FakeRequest &) {
        return FakeReply{
            200,
            "{\"access_token\": \"token-" + QByteArray::number(++issued) +
                "\", \"expires_in\": 3599, \"token_type\": \"Bearer\"}",
            {},
            {}};
    }};
    QProcessEnvironment environment;
    QNetworkAccessManager network;
    /// Only what never answers meets a limit.
    cloud::CredentialLimits limits{
        std::chrono::milliseconds(Patience), std::chrono::milliseconds(Patience),
        std::chrono::milliseconds(5)};
    std::unique_ptr<cloud::Credentials> credentials;
};

} // namespace podium::tests
