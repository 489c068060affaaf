// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/createarguments.h"
#include "core/lifecycle/request/noderequest.h"

namespace podium::ctl {

/// The node request that the words ask for, with an id of its own; InvalidArgument says all that is
/// wrong with them.
[[nodiscard]] Result<lifecycle::NodeRequest>
newRequest(const CreateArguments &arguments, const QDateTime &now);

/// The zones that the words name; what is none is a sentence in `problems`.
[[nodiscard]] std::vector<Zone> zonesOf(const QStringList &texts, QStringList &problems);

/// What the gcloud command does not say of it, for a person who is asked: for how long it is tried,
/// whether it is kept, and what is run on it.
[[nodiscard]] QStringList wishLines(const lifecycle::NodeRequest &request);

} // namespace podium::ctl
