// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/check/sshconfigresolver.h"

#include "core/base/childenvironment.h"
#include "core/base/descriptor.h"
#include "core/base/files.h"
#include "core/sshconfig/plan/configtext.h"

#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QThread>

#include <algorithm>
#include <cerrno>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace podium::sshconfig {

namespace {

constexpr std::chrono::seconds kLimit{15};
constexpr int kLoginsAtOnce = 16;
/// The status with which ssh tells of an error of its own.
constexpr int kSshFailed = 255;

/// Bytes that a child can open as a file, without a file; below 0: it cannot be had.
Descriptor memoryFile(const QByteArray &bytes)
{
    Descriptor file(::memfd_create("ssh_config", MFD_CLOEXEC));
    // A part of a config is another config.
    return file.get() >= 0 && writeAll(file.get(), bytes) ? std::move(file) : Descriptor(-1);
}

/// What glob(3) and ssh's own quoting would take for more than a character.
QByteArray asIncludeArgument(const QString &path)
{
    QByteArray escaped;
    for (const char c : QFile::encodeName(path)) {
        if (c == '\\' || c == '"') {
            escaped += "\\\\\\"; // one for glob, which ssh's quoting halves first
        } else if (c == '*' || c == '?' || c == '[') {
            escaped += '\\';
        }
        escaped += c;
    }
    return '"' + escaped + '"';
}

} // namespace

SshConfigResolver::SshConfigResolver(QByteArray program, const QString &home)
    : m_program(std::move(program))
    , m_home("HOME=" + QFile::encodeName(home))
    , m_environment(environmentForChildren())
{
    // All but these as the person's own ssh has it, for ${VARIABLE} in a path.
    std::erase_if(m_environment, [](const QByteArray &entry) {
        return entry.startsWith("HOME=") || entry.startsWith("SHELL=") ||
               entry.startsWith("LC_ALL=");
    });
    m_environment.push_back(m_home);
    m_environment.push_back("SHELL=/bin/false");
    m_environment.push_back("LC_ALL=C");
}

Result<SshConfigResolver> SshConfigResolver::find(const QString &home)
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("ssh"));
    if (program.isEmpty()) {
        return failure(
            {ErrorKind::Refused,
             QStringLiteral("There is no ssh on this machine to check the config with."),
             {},
             QStringLiteral("Install the package openssh-client.")});
    }
    return SshConfigResolver(QFile::encodeName(program), home);
}

const std::string &SshConfigResolver::unknownName()
{
    static const std::string name = "podium-asks-for-no-machine";
    return name;
}

std::vector<Resolution> SshConfigResolver::ask(
    const QByteArray &file, int input, const std::vector<std::string> &names) const
{
    std::vector<ProcessCommand> commands;
    commands.reserve(names.size());
    for (const std::string &name : names) {
        commands.push_back(
            {{m_program, "-G", "-F", file, "-o", "CanonicalizeHostname=no", "--",
              QByteArray::fromStdString(name)},
             m_environment,
             input});
    }
    return runProcesses(commands, QThread::idealThreadCount(), kLimit);
}

std::vector<Resolution>
SshConfigResolver::resolve(const QString &path, const std::vector<std::string> &names) const
{
    return ask(QFile::encodeName(path), -1, names);
}

std::vector<Resolution> SshConfigResolver::resolveBytes(
    const QByteArray &config, const std::vector<std::string> &names) const
{
    const Descriptor file = memoryFile(config);
    return file.get() < 0 ? std::vector<Resolution>(names.size())
                          : ask("/dev/stdin", file.get(), names);
}

std::vector<Resolution> SshConfigResolver::logIn(
    const QString &path, const std::vector<std::string> &names, std::chrono::seconds limit,
    const std::atomic<bool> &cancelled) const
{
    std::vector<QByteArray> environment = environmentForChildren();
    std::erase_if(environment, [](const QByteArray &entry) { return entry.startsWith("HOME="); });
    environment.push_back(m_home);
    std::vector<ProcessCommand> commands;
    commands.reserve(names.size());
    for (const std::string &name : names) {
        commands.push_back(
            {{m_program,
              "-F",
              QFile::encodeName(path),
              "-a",
              "-x",
              "-T",
              "-o",
              "BatchMode=yes",
              "-o",
              "LogLevel=ERROR",
              "-o",
              "ConnectTimeout=15",
              "-o",
              "ControlPath=none",
              "-o",
              "ClearAllForwardings=yes",
              "-o",
              "PermitLocalCommand=no",
              "--",
              QByteArray::fromStdString(name),
              "true"},
             environment,
             -1});
    }
    return runProcesses(commands, kLoginsAtOnce, limit, &cancelled);
}

QString SshConfigResolver::loginComplaint(const Resolution &resolution)
{
    if (resolution.end == ProcessOutcome::End::TimedOut) {
        return QStringLiteral("There was no login in time.");
    }
    if (resolution.end == ProcessOutcome::End::Exited && resolution.status != kSshFailed) {
        return QStringLiteral("The login worked, but \"true\" ended with status %1 there.")
            .arg(resolution.status);
    }
    if (resolution.errors.contains("REMOTE HOST IDENTIFICATION HAS CHANGED")) {
        return QStringLiteral("The machine shows another host key than the one that is pinned.");
    }
    // The last words say what came of it; a warning of ssh's may stand before them.
    QByteArray last;
    for (const QByteArray &line : resolution.errors.split('\n')) {
        last = line.trimmed().isEmpty() ? last : line.trimmed();
    }
    return last.isEmpty() ? complaint(resolution)
                          : QString::fromUtf8(last.endsWith('.') ? last : last + '.');
}

Result<> SshConfigResolver::accepts(const QString &path) const
{
    if (!QFileInfo::exists(path)) {
        return {};
    }
    // ssh checks owner and mode of a file that another one includes, but not of the one after -F.
    const Descriptor wrapper = memoryFile("Include " + asIncludeArgument(path) + '\n');
    const std::vector<Resolution> outcome = wrapper.get() < 0
                                                ? std::vector<Resolution>(1)
                                                : ask("/dev/stdin", wrapper.get(), {unknownName()});
    if (outcome.front().isGood()) {
        return {};
    }
    const bool isLate = outcome.front().end == ProcessOutcome::End::TimedOut;
    return failure(
        {ErrorKind::Refused,
         isLate ? QStringLiteral("ssh does not get to the end of %1.").arg(path)
                : QStringLiteral("ssh itself does not accept %1 as it is.").arg(path),
         complaint(outcome.front()), QStringLiteral("Podium leaves it alone until ssh does."),
         path});
}

QString SshConfigResolver::complaint(const Resolution &resolution)
{
    for (const QByteArray &line : resolution.errors.split('\n')) {
        if (!line.trimmed().isEmpty() && !line.startsWith("Pseudo-terminal")) {
            return QString::fromUtf8(line.trimmed()) + QLatin1Char('.');
        }
    }
    switch (resolution.end) {
    case ProcessOutcome::End::TimedOut:
        return QStringLiteral("ssh did not answer in time.");
    case ProcessOutcome::End::Killed:
        return QStringLiteral("ssh died of signal %1.").arg(resolution.status);
    case ProcessOutcome::End::NotStarted:
        return QStringLiteral("ssh could not be started.");
    case ProcessOutcome::End::Exited:
        break;
    }
    return QStringLiteral("ssh ended with status %1.").arg(resolution.status);
}

QHash<QByteArray, QByteArray> resolvedValues(const Resolution &resolution)
{
    QHash<QByteArray, QByteArray> values;
    for (const QByteArray &line : resolution.output.split('\n')) {
        const int space = line.indexOf(' ');
        const QByteArray keyword = line.left(space);
        if (space > 0 && !values.contains(keyword)) {
            values.insert(keyword, line.mid(space + 1));
        }
    }
    return values;
}

} // namespace podium::sshconfig
