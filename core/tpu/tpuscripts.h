// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/script.h"

namespace podium::tpu {

[[nodiscard]] remote::Script holdersScript();
/// Needs FreePlan::data() of each worker.
[[nodiscard]] remote::Script freeScript();
/// What can be known without Python; holders too.
[[nodiscard]] remote::Script checkScript();
/// JAX or torch_xla; on a node of one worker, where it has neither, TensorFlow. On a slice all
/// workers must run it within seconds of each other, `together`, or it hangs on all until its
/// limit.
[[nodiscard]] remote::Script probeScript(bool together);
/// Raw counters, see load/hostcounters.h.
[[nodiscard]] remote::Script loadScript();
/// `workers` of the node; `python`: empty: the first that has one of them.
[[nodiscard]] std::vector<remote::Record>
probeData(std::chrono::seconds limit, int workers, const QString &python);

} // namespace podium::tpu
