// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/disk/disksession.h"

#include <optional>
#include <vector>

namespace podium::disk {

/// Whether a disk can be detached at Google's side, by what its workers said of a release: looked
/// at, or carried out.
struct DetachCheck
{
    /// Some have it in use, cannot tell, or gave no answer: named with why.
    std::optional<Error> error{};
    std::vector<WorkerRef> unreached; ///< of these, who gave no answer to the look
};
/// Pure.
[[nodiscard]] DetachCheck checkDetach(const std::vector<WorkerDisks> &workers);

/// After all was released, looked at again: nothing is left to be done on any of them. Else why.
/// Pure.
[[nodiscard]] std::optional<Error> checkReleased(const std::vector<WorkerDisks> &workers);

/// What a detach leaves on a worker that cannot be asked, and how that goes.
[[nodiscard]] QString leftByDetach();

} // namespace podium::disk
