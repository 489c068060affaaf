// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/credentials/credentials.h"

#include "core/base/jobs.h"
#include "core/base/log.h"
#include "core/cloud/credentials/credentialplan.h"
#include "core/cloud/credentials/gcloudhelper.h"
#include "core/cloud/credentials/jwt.h"
#include "core/cloud/credentials/tokenrequest.h"

#include <spdlog/spdlog.h>

#include <QNetworkAccessManager>

#include <vector>

namespace podium::cloud {

namespace {

/// As Google's own libraries: a token that ends sooner is not handed out any more.
constexpr qint64 FreshSeconds = 225;

template <typename... Functions>
struct Overloaded : Functions...
{
    using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

} // namespace

struct Credentials::Private
{
    Credentials *q;
    QNetworkAccessManager &network;
    ApiEndpoints endpoints;
    const Clock &clock;
    QProcessEnvironment environment;
    CredentialLimits limits;

    CredentialInfo info;
    AccessToken token; ///< the last one; empty: none
    QString stamp;     ///< of the plan that it came from
    bool force = false;
    bool fetching = false;
    std::vector<Callback<Result<AccessToken>>> waiting;

    void look();
    void fetch(const CredentialPlan &plan);
    void askGcloud(const CredentialPlan &plan, const GcloudLogin &login);
    void askEndpoint(const CredentialPlan &plan, const TokenForm &form);
    void signAndAsk(const CredentialPlan &plan, const ServiceAccount &account);
    void answer(CredentialPlan plan, Result<AccessToken> fetched);
    void settle(const Result<AccessToken> &outcome);
    [[nodiscard]] bool isFresh(const CredentialPlan &plan) const;
};

Credentials::Credentials(
    QNetworkAccessManager &network, ApiEndpoints endpoints, const Clock &clock,
    QProcessEnvironment environment, CredentialLimits limits, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(Private{
          this,
          network,
          std::move(endpoints),
          clock,
          environment,
          limits,
          {},
          {},
          {},
          false,
          false,
          {}}))
{}

Credentials::~Credentials() = default;

CredentialInfo Credentials::info() const
{
    return d->info;
}

void Credentials::setEnvironment(const QProcessEnvironment &environment)
{
    d->environment = environment;
}

void Credentials::token(Callback<Result<AccessToken>> done)
{
    d->waiting.push_back(std::move(done));
    if (!std::exchange(d->fetching, true)) {
        d->look();
    }
}

void Credentials::reject(const AccessToken &token)
{
    // Several calls may come back refused; the first of them did this already.
    if (token.value == d->token.value) {
        d->token = {};
        d->force = true;
    }
}

/// Each time anew, in the pool: a login made or changed while Podium runs counts at once.
void Credentials::Private::look()
{
    runJob(
        q, [powerAndNetwork = environment] { return findCredentials(powerAndNetwork); },
        [this](const Result<CredentialPlan> &plan) {
            if (!plan) {
                token = {};
                settle(failure(plan.error()));
            } else if (isFresh(*plan)) {
                settle(token);
            } else {
                fetch(*plan);
            }
        });
}

bool Credentials::Private::isFresh(const CredentialPlan &plan) const
{
    return !token.value.isEmpty() && stamp == plan.stamp &&
           (!token.expiry.isValid() || clock.now().secsTo(token.expiry) >= FreshSeconds);
}

void Credentials::Private::fetch(const CredentialPlan &plan)
{
    logger("cloud")->info("Getting an access token from {}...", plan.info.source.toStdString());
    std::visit(
        Overloaded{
            [&](const GivenToken &given) {
                answer(plan, AccessToken{given.token, {}, {}});
            },
            [&](const AuthorizedUser &user) {
                askEndpoint(plan, refreshForm(user.clientId, user.clientSecret, user.refreshToken));
            },
            [&](const ServiceAccount &account) { signAndAsk(plan, account); },
            [&](const GcloudLogin &login) { askGcloud(plan, login); }},
        plan.source);
}

void Credentials::Private::signAndAsk(const CredentialPlan &plan, const ServiceAccount &account)
{
    runJob(
        q, [account, now = clock.now()] { return serviceAccountAssertion(account, now); },
        [this, plan](const Result<Secret> &assertion) {
            if (assertion) {
                askEndpoint(plan, assertionForm(*assertion));
            } else {
                answer(plan, failure(assertion.error()));
            }
        });
}

void Credentials::Private::askEndpoint(const CredentialPlan &plan, const TokenForm &form)
{
    const bool ownAddress = !endpoints.tokenOverridden && !plan.tokenUri.isEmpty();
    auto *request = new TokenRequest(
        network, clock, ownAddress ? plan.tokenUri : endpoints.token, form, plan.info.renewal,
        limits, q);
    connect(
        request, &TokenRequest::finished, q,
        [this, request, plan](const Result<AccessToken> &fetched) {
            request->deleteLater();
            answer(plan, fetched);
        });
    request->start();
}

void Credentials::Private::askGcloud(const CredentialPlan &plan, const GcloudLogin &login)
{
    auto *helper = new GcloudHelper(login.program, environment, limits.gcloud, q);
    connect(
        helper, &GcloudHelper::finished, q,
        [this, helper, plan](const Result<GcloudAnswer> &fetched) {
            helper->deleteLater();
            CredentialPlan known = plan;
            if (!fetched) {
                answer(known, failure(fetched.error()));
                return;
            }
            known.info.account = fetched->account;
            known.info.project = fetched->project;
            answer(known, fetched->token);
        });
    helper->start(force);
}

void Credentials::Private::answer(CredentialPlan plan, Result<AccessToken> fetched)
{
    force = false;
    stamp = plan.stamp;
    token = fetched.value_or(AccessToken{});
    token.quotaProject = plan.quotaProject;
    plan.info.expiry = token.expiry;
    if (info != plan.info) {
        info = plan.info;
        emit q->infoChanged();
    }
    settle(fetched ? Result<AccessToken>(token) : std::move(fetched));
}

void Credentials::Private::settle(const Result<AccessToken> &outcome)
{
    fetching = false;
    for (const auto &done : std::exchange(waiting, {})) {
        done(outcome);
    }
}

} // namespace podium::cloud
