// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace podium::launch {

/// What a program of this machine opens a worker by.
struct LaunchTarget
{
    QString alias; ///< by which the written ssh config knows the worker
    QString user;  ///< who logs in; for programs that do not read the ssh config
    quint16 port = 22;
    QString path; ///< a folder there, for editors; empty: they ask, or the home folder
    /// A tmux session that terminals attach to, and make where there is none; empty: a plain shell.
    QString tmuxSession;
};

/// Something that opens a worker: the desktop's terminal, mosh in it, an editor.
struct LaunchProgram
{
    QString id;    ///< for scripts: "terminal", "mosh", "code" …
    QString title; ///< for a person
    QString file;  ///< the executable, as it was found
    /// Of a terminal: what stands before the command; of others nothing.
    QStringList terminal;
};

/// Finds an executable by its name; empty: there is none.
using FindExecutable = std::function<QString(const QString &name)>;

/// Those that are installed, in the order in which they are offered. Pure, but for `find`.
[[nodiscard]] std::vector<LaunchProgram> installedPrograms(const FindExecutable &find);
/// A terminal, or mosh in one: what can attach to a tmux session.
[[nodiscard]] bool isTerminal(const LaunchProgram &program);
/// The ids of all that there could be.
[[nodiscard]] QStringList knownProgramIds();

/// The program and its arguments, each as it is, for no shell. InvalidArgument where the target has
/// what would be taken for something else, or a tmux session or a folder that is not for this
/// program. Pure.
[[nodiscard]] Result<QStringList>
launchArguments(const LaunchProgram &program, const LaunchTarget &target);

/// The tmux session of terminals that the window opens, its own and others'.
[[nodiscard]] QString windowTmuxSession();
/// For a worker's login shell: attaches to a session, and makes it where there is none.
[[nodiscard]] QByteArray tmuxCommand(const QString &session);

/// Starts it and lets it go, without the access token that this process may have been given. Io
/// where it does not start.
[[nodiscard]] Result<> launch(const QStringList &arguments);

} // namespace podium::launch
