// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QHash>

#include <chrono>

namespace podium::inventory {

/// How long a project is left alone that failed so often in a row: 45 s, doubling up to 15 min.
/// Most people can see projects that have no TPUs at all and refuse each question.
[[nodiscard]] std::chrono::milliseconds projectRest(int failures);

/// Which projects to ask this time: a back-off for each that fails, so that one does not slow the
/// others down. Times are monotonic milliseconds.
class ProjectBackoff final
{
public:
    [[nodiscard]] bool isDue(const ProjectId &project, qint64 nowMs) const;
    void failed(const ProjectId &project, qint64 nowMs);
    void answered(const ProjectId &project);

private:
    struct Failures
    {
        int count = 0;
        qint64 dueMs = 0;
    };
    QHash<ProjectId, Failures> m_failures;
};

} // namespace podium::inventory
