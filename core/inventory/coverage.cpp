// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/coverage.h"

#include <algorithm>

namespace podium::inventory {

void Coverage::addSilentZone(const ProjectId &project, const Zone &zone)
{
    std::vector<Zone> &silent = m_scopes[project].silent;
    const auto at = std::lower_bound(silent.begin(), silent.end(), zone);
    if (at == silent.end() || *at != zone) {
        silent.insert(at, zone);
    }
}

void Coverage::inherit(const ProjectId &project, const Coverage &other)
{
    const auto theirs = other.m_scopes.find(project);
    m_scopes[project] = theirs == other.m_scopes.end() ? Scope() : theirs->second;
}

bool Coverage::provesGone(const NodeRef &missing) const
{
    const auto scope = m_scopes.find(missing.project);
    if (scope == m_scopes.end()) {
        return m_projects == Projects::All;
    }
    const std::vector<Zone> &silent = scope->second.silent;
    return scope->second.isListed &&
           !std::binary_search(silent.begin(), silent.end(), missing.zone);
}

bool Coverage::isWhole() const
{
    return m_projects == Projects::All &&
           std::all_of(m_scopes.begin(), m_scopes.end(), [](const auto &scope) {
               return scope.second.isListed && scope.second.silent.empty();
           });
}

} // namespace podium::inventory
