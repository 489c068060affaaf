// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/runspec.h"

#include <QStringList>

#include <vector>

namespace podium::ctl {

struct RunEnvironment
{
    std::vector<run::EnvironmentVariable> variables; ///< each name once
    QStringList warnings;                            ///< sentences for the person
};

/// The variables of `run --env NAME… --env-file FILE…`; a later file goes before an earlier one,
/// and names before files. Lines are those of run::EnvironmentLines; NAME alone stands for one of
/// this program's own. Errors have no value in them. Blocks.
[[nodiscard]] Result<RunEnvironment>
readRunEnvironment(const QStringList &names, const QStringList &files);

} // namespace podium::ctl
