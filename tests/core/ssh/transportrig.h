// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/libsshtransport.h"
#include "tests/core/ssh/commandrig.h"

namespace podium::ssh::test {

/// By libssh.
struct TransportRig : CommandRig<LibsshTransport>
{
    /// By default each command logs in anew.
    explicit TransportRig(const LibsshTransport::Options &options = keepingNone())
        : CommandRig(options)
    {}

    [[nodiscard]] static LibsshTransport::Options keepingNone()
    {
        LibsshTransport::Options options;
        options.idleLimit = std::chrono::milliseconds(0);
        return options;
    }
};

} // namespace podium::ssh::test
