// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/revocationcheck.h"

#include "core/base/jobs.h"

#include <utility>

namespace podium::people {

namespace {

constexpr int MostAtOnce = 8;

} // namespace

RevocationCheck::RevocationCheck(
    std::shared_ptr<ssh::HostKeyStore> hostKeys, ssh::RoutingTransport::RouteOf routeOf,
    QObject *parent)
    : QObject(parent)
    , m_hostKeys(std::move(hostKeys))
    , m_routeOf(std::move(routeOf))
{
    m_pool.setMaxThreadCount(MostAtOnce);
}

RevocationCheck::~RevocationCheck()
{
    m_pool.clear();
    m_stop.request_stop();
    m_pool.waitForDone();
}

void RevocationCheck::prove(ProofQuestion question, Callback<KeyProof> done)
{
    question.stop = m_stop.get_token();
    if (!m_routeOf) {
        start(std::move(question), std::move(done));
        return;
    }
    m_routeOf(
        question.endpoint,
        Callback<ssh::Route>(this, [this, question, done](const ssh::Route &route) {
            ProofQuestion asked = question;
            asked.isDirect = route.isDirect();
            start(std::move(asked), done);
        }));
}

void RevocationCheck::start(ProofQuestion question, Callback<KeyProof> done)
{
    runJobIn(
        m_pool, this,
        [question = std::move(question), hostKeys = m_hostKeys] {
            return proveRefused(question, *hostKeys);
        },
        [done = std::move(done)](const KeyProof &proof) { done(proof); });
}

} // namespace podium::people
