// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/endpoint.h"
#include "core/ssh/keys/hostkey.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace podium::ssh {

/// The command lines of `ssh`. Pure.
///
/// They read the person's own config, for that is why `ssh` is used at all: jump hosts and what
/// those need, certificates, keys in hardware. But what stands on a command line goes before every
/// file, and so whatever decides whom to trust, where to go and as whom is said there: no file can
/// switch the check of the host key off, forward anything, or run something else. The worker is
/// known by one constant name in a file that holds nothing but its keys.

/// What a connection has to itself: a folder of mode 0700 with a plain short path.
struct OpensshFiles
{
    QString folder;
    [[nodiscard]] QString log() const { return folder + QStringLiteral("/log"); }
    [[nodiscard]] QString control() const { return folder + QStringLiteral("/control"); }
    [[nodiscard]] QString knownHosts() const { return folder + QStringLiteral("/known_hosts"); }
};

/// The `ssh` of this machine.
struct SshProgram
{
    QString configFile; ///< the person's; empty: where it looks for it by itself
    /// OpenSSH 9.1 or newer. Without it a short RSA key of the person's own is offered too; that of
    /// a worker is refused by hostkeycheck.h.
    bool knowsRequiredRsaSize = true;
};

/// Shows the worker's host key and ends before any login: for a worker that was never met.
[[nodiscard]] QList<QByteArray>
firstLookArguments(const Endpoint &endpoint, const OpensshFiles &files, const SshProgram &program);
/// Logs in and serves commands on the control socket. `known` are the only host keys it takes.
[[nodiscard]] QList<QByteArray> masterArguments(
    const Endpoint &endpoint, const QList<HostKey> &known, const OpensshFiles &files,
    const SshProgram &program);

/// The file of known hosts with these keys.
[[nodiscard]] QByteArray knownHostsText(const QList<HostKey> &keys);
/// The keys in such a file.
[[nodiscard]] QList<HostKey> readKnownHosts(const QByteArray &text);

/// InvalidArgument where the endpoint holds what could mean something else on a command line, or
/// to a proxy command that it is filled into.
[[nodiscard]] Result<> checkForOpenssh(const Endpoint &endpoint);

} // namespace podium::ssh
