// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/node.h"
#include "core/sshconfig/plan/configrules.h"

#include <QString>

namespace podium::sshconfig {

/// The way to one worker by the rules.
struct WorkerWay
{
    QString hostName;     ///< its address on that way; empty: it has none
    QString proxyJump;    ///< empty: none
    QString proxyCommand; ///< empty: none
    QString problem;      ///< why there is no such way, as a sentence
};

[[nodiscard]] WorkerWay
wayTo(const WorkerRef &ref, const cloud::Worker &worker, const Reach &reach);

} // namespace podium::sshconfig
