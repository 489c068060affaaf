// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/runspec.h"

#include <QString>

#include <array>
#include <vector>

namespace podium::recipe {

/// What people have scripts for, in a project that trains on a pod.
enum class ProjectJob { Install, Test, Run, Resume, Stop };
inline constexpr std::array AllProjectJobs{
    ProjectJob::Install, ProjectJob::Test, ProjectJob::Run, ProjectJob::Resume, ProjectJob::Stop};

/// "install", …: the file of it is that with ".sh".
[[nodiscard]] QString projectJobName(ProjectJob job);
/// Its processes wait for each other on a pod: it starts on all workers, or on none.
[[nodiscard]] bool startsTogether(ProjectJob job);
/// It takes longer than a connection lasts: it is best left running there.
[[nodiscard]] bool isLong(ProjectJob job);

/// A folder of this machine with install.sh, test.sh, run.sh, resume.sh and stop.sh, or some of
/// them.
struct ProjectScripts
{
    QString folder;
    std::vector<ProjectJob> jobs; ///< those that it has a file for, in their order

    [[nodiscard]] bool has(ProjectJob job) const;
};

/// NotFound where the folder is not there, or has none of them. Blocks.
[[nodiscard]] Result<ProjectScripts> findProjectScripts(const QString &folder);

/// How a job is run, without its workers: the script as it stands, in `workFolder` of each worker
/// ("~/…", or whole; empty: where a login begins), which install makes. InvalidArgument for a
/// folder that is neither; Refused where the file is a recipe, which is run as one. Blocks.
[[nodiscard]] Result<run::RunSpec>
projectRun(const QString &folder, ProjectJob job, const QString &workFolder);

} // namespace podium::recipe
