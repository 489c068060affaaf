// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runspec.h"

#include <QCoreApplication>

#include <optional>
#include <span>

namespace podium::run {

/// A number that a person can tell a run, with all that the command line and the window need to ask
/// for it, and the history to remember it.
struct RunOption
{
    /// With which others the window asks for it: what it limits.
    enum class Group { None, Workers, Login, Command };

    /// In the order of the help. Pure.
    [[nodiscard]] static std::span<const RunOption> all();

    const char *name = ""; ///< in the history
    int inHistory = 1;     ///< what the history has for each 1: 1000, where it has milliseconds
    const char *flag = "";
    const char *help = "";
    int least = 0; ///< on the command line
    int most = 365 * 24 * 3600;
    const char *usual = nullptr; ///< what the help shows for the usual value; null: the number
    Group group = Group::None;
    // Of the window; for tr().
    const char *label = nullptr;
    const char *toolTip = nullptr;
    const char *summary = nullptr;    ///< with %1 for the number, where it is not the usual one
    const char *zero = nullptr;       ///< stands for 0; null: there has to be a number
    const char *suffix = nullptr;     ///< of the number
    int mostInWindow = 7 * 24 * 3600; ///< fields are as wide as that
    bool isForDirect = false;         ///< not through a gateway
    bool isForPipes = false;          ///< a terminal has a prompt, or waits for keys
    int (*value)(const RunSpec &spec) = nullptr;
    void (*apply)(RunSpec &spec, int value) = nullptr;

    Q_DECLARE_TR_FUNCTIONS(RunOption) // last: what follows it is private
};

/// The same of a yes or no; the history knows it by its name.
struct RunFlag
{
    /// In the order of the help. Pure.
    [[nodiscard]] static std::span<const RunFlag> all();

    bool RunSpec::*value = nullptr;
    const char *name = ""; ///< in the history
    const char *flag = "";
    const char *help = "";
    const char *excludes = nullptr; ///< a flag of the command line that it cannot go with
    /// Somebody has to be there for it: not for a run that goes on without us.
    bool isForAttached = false;
    bool isForDirect = false; ///< not through a gateway
    // Of the window; for tr().
    const char *label = nullptr;
    const char *toolTip = nullptr;
    const char *summary = nullptr; ///< where it is set

    Q_DECLARE_TR_FUNCTIONS(RunFlag) // last: what follows it is private
};

/// What a run asks for that cannot be had through a gateway, whoever asks; nothing: it can go.
/// Pure.
[[nodiscard]] std::optional<Error> gatewayConflict(const RunSpec &spec);

} // namespace podium::run
