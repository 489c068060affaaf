// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/projectbackoff.h"

#include <algorithm>

namespace podium::inventory {

using namespace std::chrono_literals;

std::chrono::milliseconds projectRest(int failures)
{
    constexpr std::chrono::milliseconds First = 45s;
    constexpr std::chrono::milliseconds Longest = 15min;
    return failures <= 0 ? 0ms : std::min(First * (1 << std::min(failures - 1, 10)), Longest);
}

bool ProjectBackoff::isDue(const ProjectId &project, qint64 nowMs) const
{
    const auto at = m_failures.find(project);
    return at == m_failures.end() || nowMs >= at->dueMs;
}

void ProjectBackoff::failed(const ProjectId &project, qint64 nowMs)
{
    Failures &failures = m_failures[project];
    ++failures.count;
    failures.dueMs = nowMs + projectRest(failures.count).count();
}

void ProjectBackoff::answered(const ProjectId &project)
{
    m_failures.remove(project);
}

} // namespace podium::inventory
