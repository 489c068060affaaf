// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sshconfig/check/processes.h"

#include <QHash>
#include <QString>

#include <chrono>
#include <string>
#include <vector>

namespace podium::sshconfig {

/// What `ssh -G` makes of one name.
using Resolution = ProcessOutcome;

/// Asks the real ssh what a config means, so that it need not be guessed. No shell runs (`Match
/// exec` finds /bin/false), nothing is looked up in the network, nothing waits for ever. Blocks.
class SshConfigResolver final
{
public:
    /// Refused where there is no ssh on this machine. `home` is where "~" of an Include leads.
    [[nodiscard]] static Result<SshConfigResolver> find(const QString &home);

    /// What each name means by the config file at `path` ("none": by no file).
    [[nodiscard]] std::vector<Resolution>
    resolve(const QString &path, const std::vector<std::string> &names) const;
    /// The same for a config that is in no file yet.
    [[nodiscard]] std::vector<Resolution>
    resolveBytes(const QByteArray &config, const std::vector<std::string> &names) const;

    /// Really logs in to each name, runs "true" there and goes again. Nothing is asked for, and
    /// nothing is forwarded or kept open; here the person's own shell and environment count, as
    /// a ProxyCommand needs them. Ends early once `cancelled`.
    [[nodiscard]] std::vector<Resolution> logIn(
        const QString &path, const std::vector<std::string> &names, std::chrono::seconds limit,
        const std::atomic<bool> &cancelled) const;

    /// Refused, with the line that ssh dislikes, where it does not accept the config at all; by
    /// the rules for included files, so owner and mode count too. A missing file is fine.
    [[nodiscard]] Result<> accepts(const QString &path) const;

    /// The complaint of ssh in one line, e.g. "line 4: Bad configuration option: usekeychain".
    [[nodiscard]] static QString complaint(const Resolution &resolution);
    /// Why a login did not work, in a sentence.
    [[nodiscard]] static QString loginComplaint(const Resolution &resolution);
    /// A name that nobody gives to a machine: what holds for all names shows in it.
    [[nodiscard]] static const std::string &unknownName();

private:
    SshConfigResolver(QByteArray program, const QString &home);
    [[nodiscard]] std::vector<Resolution>
    ask(const QByteArray &file, int input, const std::vector<std::string> &names) const;

    QByteArray m_program;
    QByteArray m_home;
    std::vector<QByteArray> m_environment;
};

/// "user bob" and the like: what a name resolves to, by keyword.
[[nodiscard]] QHash<QByteArray, QByteArray> resolvedValues(const Resolution &resolution);

} // namespace podium::sshconfig
