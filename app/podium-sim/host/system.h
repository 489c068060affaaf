// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/fd.h"

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace podium::sim {

/// Returns `rc`, or throws std::system_error with errno and what was tried when it is negative.
int must(int rc, const std::string &what);

/// The whole file; throws std::system_error.
std::string readFile(const std::filesystem::path &path);

/// Replaces the file (its folder is made too); `uid` and `gid` -1 leave the owner. Throws.
void writeFile(
    const std::filesystem::path &path, std::string_view text, mode_t mode = 0644, int uid = -1,
    int gid = -1);

/// Makes the folder with exactly this mode and owner. Throws.
void makeFolder(const std::filesystem::path &path, mode_t mode = 0755, int uid = -1, int gid = -1);

/// An anonymous file that holds `text`, at its start, to be handed to another process.
Fd memoryFile(std::string_view text);

/// Sends one datagram with a descriptor attached (-1: none). False when the peer is gone.
bool sendWithFd(int socket, std::string_view text, int fd);

struct Datagram
{
    std::string text;
    Fd fd;
    bool closed = false;
};

/// Waits for one datagram of at most 64 bytes with its descriptor.
Datagram receiveWithFd(int socket);

/// Starts a program with `input` as its stdin; its process id, or -1.
pid_t startProgram(const std::vector<std::string> &argv, int input);

} // namespace podium::sim
