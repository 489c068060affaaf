// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/workerprocess.h"

#include <string_view>

namespace podium::sim {

/// What the listener says to a worker's first process, one datagram each; the first four come with
/// a descriptor, the others are answered with initDone.
inline constexpr std::string_view initServe = "serve";
inline constexpr std::string_view initSshKeys = "ssh-keys";
inline constexpr std::string_view initHostKey = "host-key";
inline constexpr std::string_view initScript = "script";
inline constexpr std::string_view initBreak = "break";
inline constexpr std::string_view initFreeze = "freeze";
inline constexpr std::string_view initThaw = "thaw";
inline constexpr std::string_view initDone = "done";

/// The life of a worker's first process, which is already in its namespaces: lays out the root,
/// then serves the channel until it is killed.
[[noreturn]] void runWorkerInit(
    const Image &image, const WorkerSpec &spec, const std::filesystem::path &disk, int channel);

} // namespace podium::sim
