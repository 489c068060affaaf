// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/actual/accountpool.h"

#include <QHashFunctions>

#include <algorithm>
#include <utility>

namespace podium::people {

namespace {

uint hashOf(const ActualAccount &account)
{
    uint hash = qHash(account.uid);
    for (const QString *text :
         {&account.login, &account.fullName, &account.home, &account.shell, &account.password}) {
        hash = qHash(*text, hash);
    }
    for (const QStringList *texts :
         {&account.groups, &account.sudoSources, &account.pathProblems}) {
        hash = qHashRange(texts->begin(), texts->end(), hash);
    }
    for (const ActualKey &key : account.keys) {
        hash = qHash(key.text, hash);
    }
    return hash;
}

} // namespace

std::shared_ptr<const ActualAccount> AccountPool::share(ActualAccount account)
{
    const uint hash = hashOf(account);
    const std::lock_guard lock(m_mutex);
    const auto [first, last] = m_known.equal_range(hash);
    for (auto known = first; known != last; ++known) {
        auto shared = known->second.lock();
        if (shared && *shared == account) {
            return shared;
        }
    }
    if (m_known.size() >= m_mostKnown) {
        forgetGone();
    }
    auto shared = std::make_shared<const ActualAccount>(std::move(account));
    m_known.emplace(hash, shared);
    return shared;
}

void AccountPool::forgetGone()
{
    std::erase_if(m_known, [](const auto &entry) { return entry.second.expired(); });
    m_mostKnown = std::max(m_mostKnown, 2 * m_known.size());
}

} // namespace podium::people
