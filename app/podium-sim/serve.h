// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace podium::sim {

struct ServeOptions
{
    std::string scenario; ///< a file; empty: the demo that is built in
    int port = 0;         ///< of the API; 0: any free one
    int sshPort = 0;      ///< of all workers; 0: 22 where it can be had, else any free one
    int rttMs = 0;        ///< how far away all workers are: the round trip
    bool onDisk = false;  ///< workers' disks are below $TMPDIR, not in memory
};

/// `podium-sim serve`: runs the cloud until its stdin ends or SIGTERM or SIGINT comes. The
/// program's exit status; does not return once the HTTP side runs.
int serve(const ServeOptions &options);

} // namespace podium::sim
