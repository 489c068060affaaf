// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/run/runspec.h"
#include "core/ssh/transport.h"

#include <QByteArray>

#include <optional>

namespace podium::run {

/// What really goes to a worker. Of a spec without variables: its command, behind a mark if the
/// spec has a runId, and its input. The mark puts PODIUM_RUN=<runId> into the environment of the
/// command, in words that sh, bash, zsh, dash, ksh, busybox, fish, csh and tcsh all take. With
/// variables, the command is a constant one that reads a script from stdin, and the input begins
/// with that script: it exports the variables and becomes the login shell with the person's
/// command, whose stdin is the rest. So no value is in a command line of any machine, and status,
/// signals and process group are the command's own. Pure.
[[nodiscard]] QByteArray sentCommand(const RunSpec &spec);
/// `input`: what the command itself is to read.
[[nodiscard]] QByteArray sentInput(const RunSpec &spec, const QByteArray &input);

/// Whether what runs there has the mark. Not a login shell, which has no command.
[[nodiscard]] bool isMarked(const RunSpec &spec);

/// What was sent without the mark before it, if there is one: which command it is.
[[nodiscard]] QByteArray withoutMark(const QByteArray &sent);

/// Its variables, and its mark, as lines for a POSIX shell, which export them.
[[nodiscard]] QByteArray exportLines(const RunSpec &spec);

/// What the transport is asked for, without the input.
[[nodiscard]] ssh::CommandRequest
requestFor(const RunSpec &spec, ssh::Endpoint endpoint, std::optional<ssh::TerminalSize> terminal);

/// Limits of Linux, and of what fits beside the rest into the start of a program.
constexpr int MostVariables = 1000;
constexpr int LongestVariable = 128 * 1024 - 1; ///< bytes of NAME=VALUE
constexpr int MostOfEnvironment = 1024 * 1024;  ///< bytes of all of them

[[nodiscard]] bool isVariableName(const QByteArray &name);
/// What to say where it is none. Without it: it could be a line of a file, with a value in it.
[[nodiscard]] Error badVariableName();
/// Why a run cannot be sent with its variables; nothing where it can. Never has a value in it.
[[nodiscard]] std::optional<Error> environmentProblem(const RunSpec &spec);

/// Why nothing of a run can be sent: that, or gatewayConflict().
[[nodiscard]] std::optional<Error> runProblem(const RunSpec &spec);

} // namespace podium::run
