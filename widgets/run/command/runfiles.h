// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/runspec.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace podium::ui {

/// What a run gets of what stands in files and is typed in lines, and where its output goes.
struct RunFiles
{
    QString input; ///< a path; empty: none
    QString environment;
    QByteArray typed;   ///< lines of variables
    QString saveFolder; ///< has to be there, for its output; empty: that is not saved

    [[nodiscard]] bool isEmpty() const
    {
        return input.isEmpty() && environment.isEmpty() && typed.isEmpty() && saveFolder.isEmpty();
    }
};

/// What was read of them.
struct RunContents
{
    QByteArray input;
    std::vector<run::EnvironmentVariable> environment;
    QString warning; ///< mostly empty
};

/// Blocks. What is typed goes before what is in the file. Fails where output could not be saved,
/// too: after the run it would be too late.
[[nodiscard]] Result<RunContents> readRunFiles(const RunFiles &files);

} // namespace podium::ui
