// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/httpclient.h"
#include "core/cloud/clients/projectsclient.h"
#include "core/cloud/clients/tpuclient.h"
#include "core/cloud/credentials/credentials.h"
#include "tests/fakes/patience.h"

#include <QEventLoop>
#include <QNetworkAccessManager>
#include <QTimer>

#include <optional>

namespace podium::tests {

/// Waits for the one answer of a call.
template <typename T>
class Answer final
{
public:
    [[nodiscard]] Callback<T> callback()
    {
        return {&m_context, [this](T value) {
                    ++m_count;
                    m_value.emplace(std::move(value));
                    m_loop.quit();
                }};
    }
    /// The answer; the test fails and nothing is returned where none comes.
    [[nodiscard]] std::optional<T> wait(int milliseconds = Patience)
    {
        if (!m_value) {
            QTimer::singleShot(milliseconds, &m_loop, &QEventLoop::quit);
            m_loop.exec();
        }
        return m_value;
    }
    [[nodiscard]] int count() const { return m_count; }

private:
    QObject m_context;
    QEventLoop m_loop;
    std::optional<T> m_value;
    int m_count = 0;
};

/// Waits that a test can afford.
inline cloud::RetryPolicy quickRetry()
{
    using namespace std::chrono_literals;
    return {4, 5ms, 10ms, 1500ms};
}

/// Who says nothing for so long does not answer; what does, in a machine that is busy, is not cut
/// off by it.
constexpr cloud::HttpLimits ShortLimits{std::chrono::seconds(60), std::chrono::seconds(10)};
/// Where nothing is silent for good.
constexpr cloud::HttpLimits LongLimits{
    std::chrono::milliseconds(Patience), std::chrono::milliseconds(Patience)};
/// For a fault: longer than any test.
constexpr int NeverMs = 3'600'000;

/// The clients over one address that stands for all the APIs.
struct CloudFixture
{
    explicit CloudFixture(
        const QProcessEnvironment &environment, cloud::HttpLimits limits = LongLimits,
        cloud::RetryPolicy retry = quickRetry())
        : endpoints(cloud::ApiEndpoints::fromEnvironment(environment))
        , credentials(network, endpoints, clock, environment)
        , http(network, credentials, limits, retry)
        , tpu(http, endpoints)
        , projects(http, endpoints)
    {}

    SystemClock clock;
    cloud::ApiEndpoints endpoints;
    QNetworkAccessManager network;
    cloud::Credentials credentials;
    cloud::HttpClient http;
    cloud::TpuClient tpu;
    cloud::ProjectsClient projects;
};

/// An environment in which only this address and this token exist.
inline QProcessEnvironment bareEnvironment(const QUrl &url, const QString &token)
{
    QProcessEnvironment environment;
    for (const char *api :
         {"TPU", "COMPUTE", "CLOUDRESOURCEMANAGER", "SERVICEUSAGE", "OSLOGIN", "LOGGING",
          "CLOUDQUOTAS"}) {
        environment.insert(
            QLatin1String("CLOUDSDK_API_ENDPOINT_OVERRIDES_") + QLatin1String(api), url.toString());
    }
    environment.insert(QStringLiteral("CLOUDSDK_AUTH_ACCESS_TOKEN"), token);
    return environment;
}

} // namespace podium::tests
