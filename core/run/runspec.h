// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <vector>

namespace podium::run {

/// What to run where: a value that can be shown before anything starts.
struct RunSpec
{
    std::vector<WorkerRef> workers; ///< in the order of the panes: a worker's place is its slot
    /// The command or multi-line script, verbatim; run by the login shell of each worker.
    QByteArray command;
    QByteArray input;                              ///< stdin for each worker; mostly empty
    int fanOut = 32;                               ///< at most so many workers at a time, sliding
    std::chrono::milliseconds connectLimit{15000}; ///< per worker, until logged in
    std::chrono::milliseconds totalLimit{0};       ///< per worker, all in all; 0: none
    bool failFast = false;                         ///< start no more workers after a failure
};

} // namespace podium::run
