// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launchprogram.h"

#include "core/base/childenvironment.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QUrl>

#include <algorithm>

namespace podium::launch {

namespace {

/// A terminal and what stands between it and the command. Its own words, never a string that it
/// would take apart.
struct Terminal
{
    const char *name;
    QStringList before;
};

/// The desktop's choice first; the one of Debian's alternatives last: some of those take the
/// command as one string.
const std::vector<Terminal> &terminals()
{
    static const std::vector<Terminal> all{
        {"xdg-terminal-exec", {}},
        {"gnome-terminal", {QStringLiteral("--")}},
        {"ptyxis", {QStringLiteral("--")}},
        {"kgx", {QStringLiteral("--")}},
        {"konsole", {QStringLiteral("-e")}},
        {"xfce4-terminal", {QStringLiteral("-x")}},
        {"kitty", {}},
        {"foot", {}},
        {"alacritty", {QStringLiteral("-e")}},
        {"wezterm", {QStringLiteral("start"), QStringLiteral("--")}},
        {"ghostty", {QStringLiteral("-e")}},
        {"xterm", {QStringLiteral("-e")}},
        {"x-terminal-emulator", {QStringLiteral("-e")}}};
    return all;
}

struct Editor
{
    const char *id;
    const char *title;
    QStringList names; ///< of its executable
};

const std::vector<Editor> &editors()
{
    static const std::vector<Editor> all{
        {"code", "VS Code", {QStringLiteral("code")}},
        {"code-insiders", "VS Code Insiders", {QStringLiteral("code-insiders")}},
        {"cursor", "Cursor", {QStringLiteral("cursor")}},
        {"windsurf", "Windsurf", {QStringLiteral("windsurf")}},
        {"zed", "Zed", {QStringLiteral("zed"), QStringLiteral("zeditor")}},
        {"gateway",
         "JetBrains Gateway",
         {QStringLiteral("jetbrains-gateway"), QStringLiteral("gateway")}}};
    return all;
}

constexpr const char *TerminalId = "terminal";
constexpr const char *MoshId = "mosh";

/// No option, and nothing that ssh, a URL or a shell there takes for more than a name.
bool isPlainName(const QString &text)
{
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z0-9_][A-Za-z0-9._-]{0,252}\\z"));
    return name.match(text).hasMatch();
}

/// Absolute, without what no folder has a use for.
bool isUsablePath(const QString &path)
{
    return path.startsWith(QLatin1Char('/')) && std::none_of(path.begin(), path.end(), [](QChar c) {
               return c.category() == QChar::Other_Control;
           });
}

Error unusable(const QString &what)
{
    return {ErrorKind::InvalidArgument, QStringLiteral("This cannot be opened: %1.").arg(what)};
}

Error noTmux(const LaunchProgram &program)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("A tmux session is for terminals, and %1 is none.").arg(program.title),
        {},
        QStringLiteral("Open it in a terminal or with mosh, or without a session.")};
}

Error noFolder(const LaunchProgram &program)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("A folder is for editors, and %1 is none.").arg(program.title),
        {},
        QStringLiteral("Open it in an editor, or without a folder.")};
}

/// Each part of it percent-encoded, the slashes as they are.
QString encodedPath(const QString &path)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(path, "/"));
}

QStringList tmux(const QString &session)
{
    return {
        QStringLiteral("tmux"), QStringLiteral("new-session"), QStringLiteral("-A"),
        QStringLiteral("-s"), session};
}

/// What runs in a terminal here.
QStringList sshCommand(const LaunchTarget &target)
{
    if (target.tmuxSession.isEmpty()) {
        return {QStringLiteral("ssh"), target.alias};
    }
    return QStringList{QStringLiteral("ssh"), QStringLiteral("-t"), target.alias} +
           tmux(target.tmuxSession);
}

QStringList moshCommand(const LaunchTarget &target)
{
    QStringList command{
        QStringLiteral("mosh"), QStringLiteral("--ssh=ssh -p %1").arg(target.port), target.alias};
    if (!target.tmuxSession.isEmpty()) {
        command << QStringLiteral("--") << tmux(target.tmuxSession);
    }
    return command;
}

QString gatewayUrl(const LaunchTarget &target)
{
    const QString url =
        QStringLiteral("jetbrains-gateway://connect#type=ssh&host=%1&port=%2&user=%3&deploy=false")
            .arg(target.alias, QString::number(target.port), target.user);
    // It has no word for the home folder; a form of its own asks for what is not given.
    return target.path.isEmpty() ? url
                                 : url + QStringLiteral("&projectPath=") + encodedPath(target.path);
}

QStringList editorArguments(const QString &id, const LaunchTarget &target)
{
    if (id == QLatin1String("zed")) {
        // Where the home folder is, the worker alone knows: Zed asks it about "~".
        return {QStringLiteral("zed://ssh/%1@%2%3")
                    .arg(
                        target.user, target.alias,
                        target.path.isEmpty() ? QStringLiteral("/~") : encodedPath(target.path))};
    }
    if (id == QLatin1String("gateway")) {
        return {gatewayUrl(target)};
    }
    QStringList arguments{QStringLiteral("--remote"), QStringLiteral("ssh-remote+") + target.alias};
    if (!target.path.isEmpty()) {
        arguments << target.path;
    }
    return arguments;
}

} // namespace

std::vector<LaunchProgram> installedPrograms(const FindExecutable &find)
{
    std::vector<LaunchProgram> installed;
    for (const Terminal &each : terminals()) {
        const QString file = find(QLatin1String(each.name));
        if (file.isEmpty()) {
            continue;
        }
        installed.push_back(
            {QLatin1String(TerminalId),
             QStringLiteral("Terminal (%1)").arg(QLatin1String(each.name)), file,
             QStringList{file} + each.before});
        if (!find(QLatin1String(MoshId)).isEmpty()) {
            installed.push_back(
                {QLatin1String(MoshId), QStringLiteral("mosh"), file,
                 QStringList{file} + each.before});
        }
        break;
    }
    for (const Editor &each : editors()) {
        for (const QString &name : each.names) {
            if (const QString file = find(name); !file.isEmpty()) {
                installed.push_back({QLatin1String(each.id), QLatin1String(each.title), file, {}});
                break;
            }
        }
    }
    return installed;
}

bool isTerminal(const LaunchProgram &program)
{
    return !program.terminal.isEmpty();
}

QStringList knownProgramIds()
{
    QStringList ids{QLatin1String(TerminalId), QLatin1String(MoshId)};
    for (const Editor &each : editors()) {
        ids << QLatin1String(each.id);
    }
    return ids;
}

Result<QStringList> launchArguments(const LaunchProgram &program, const LaunchTarget &target)
{
    if (!isPlainName(target.alias) || !isPlainName(target.user)) {
        return failure(unusable(QStringLiteral("its name in the ssh config is none")));
    }
    if (!target.tmuxSession.isEmpty() &&
        (!isPlainName(target.tmuxSession) || target.tmuxSession.contains(QLatin1Char('.')))) {
        return failure(unusable(QStringLiteral("a tmux session has letters, digits, - and _")));
    }
    if (!target.tmuxSession.isEmpty() && !isTerminal(program)) {
        return failure(noTmux(program));
    }
    if (!target.path.isEmpty() && isTerminal(program)) {
        return failure(noFolder(program));
    }
    if (!target.path.isEmpty() && !isUsablePath(target.path)) {
        return failure(unusable(QStringLiteral("the folder has to begin with /")));
    }
    if (program.id == QLatin1String(TerminalId)) {
        return program.terminal + sshCommand(target);
    }
    if (program.id == QLatin1String(MoshId)) {
        return program.terminal + moshCommand(target);
    }
    return QStringList{program.file} + editorArguments(program.id, target);
}

QString windowTmuxSession()
{
    return QStringLiteral("podium");
}

QByteArray tmuxCommand(const QString &session)
{
    return "exec " + tmux(session).join(QLatin1Char(' ')).toUtf8();
}

Result<> launch(const QStringList &arguments)
{
    QProcess process;
    QProcessEnvironment environment;
    for (const QByteArray &entry : environmentForChildren()) {
        const int end = entry.indexOf('=');
        environment.insert(
            QString::fromLocal8Bit(entry.left(end)), QString::fromLocal8Bit(entry.mid(end + 1)));
    }
    process.setProcessEnvironment(environment);
    process.setProgram(arguments.front());
    process.setArguments(arguments.mid(1));
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    if (!process.startDetached()) {
        return failure(
            {ErrorKind::Io, QStringLiteral("%1 does not start.").arg(arguments.front()),
             process.errorString()});
    }
    return {};
}

} // namespace podium::launch
