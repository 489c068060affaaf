// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <vector>

namespace podium::ctl {

/// How the results are printed.
enum class Format { Text, Json };

struct ProjectsArguments
{
    Format format = Format::Text;
};

struct NodesArguments
{
    QStringList projects;
    Format format = Format::Text;
};

struct NodeHistoryArguments
{
    QString node; ///< [PROJECT/[ZONE/]]NODE
    Format format = Format::Text;
};

struct SshConfigArguments
{
    enum class Action { Print, Diff, Write, Check, History, Restore, Remove, Export, ForgetKey };
    enum class Part { All, Config, KnownHosts, Hints };
    Action action = Action::Print;
    QStringList projects;
    int version = 0; ///< for Restore; 0: the newest
    Format format = Format::Text;
    bool login = false; ///< for Check
    std::chrono::seconds loginLimit{30};
    bool isConfirmed = false; ///< for Remove and ForgetKey
    bool mayLoseMost = false; ///< for Write
    QStringList targets;      ///< for ForgetKey; for Export, as the next ones: empty: all workers
    QString user;
    QString identityFile;
    Part part = Part::All;
};

struct WatchArguments
{
    std::optional<std::chrono::seconds> interval;
    bool once = false;
    bool write = false;
    bool update = false;      ///< write, but only what Podium has generated before
    bool mayLoseMost = false; ///< with write
    bool notify = false;      ///< on the desktop
    Format format = Format::Text;
};

struct RunArguments
{
    enum class Style { Prefix, Fold, Diff, Json };
    QStringList targets;
    QByteArray command;
    QString scriptFile;           ///< its contents are the command
    QString inputFile;            ///< its contents are each worker's stdin; "-": this program's
    QStringList environment;      ///< names of variables of this program that go to the command
    QStringList environmentFiles; ///< lines of more
    QString logDir;
    QString user;
    Style style = Style::Prefix;
    int jobs = 0;                    ///< 0: as the engine thinks best
    std::chrono::seconds timeout{0}; ///< 0: none
    std::chrono::seconds connectTimeout{15};
    std::chrono::seconds stepTimeout{0};        ///< each step of the login; 0: none of its own
    std::chrono::seconds firstOutputTimeout{0}; ///< 0: none
    std::chrono::seconds idleTimeout{0};        ///< without output; 0: none
    std::chrono::seconds endWhenLost{0};        ///< without word from here; 0: it goes on
    int logins = 0;                             ///< at once; 0: as many as fit the machine
    bool failFast = false;
    bool detach = false; ///< leave it running on the workers
    bool tty = false;    ///< a terminal there; without a command, the login shell
};

/// About runs that were left running.
struct DetachedArguments
{
    enum class Action { List, Attach, End, Forget };
    Action action = Action::List;
    QString id;          ///< none for List
    QStringList targets; ///< empty: the workers that this machine remembers
    bool fromStart = false;
    bool kill = false;
    bool isConfirmed = false; ///< for Forget
    Format format = Format::Text;
};

} // namespace podium::ctl
