// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/openssh/opensshcommand.h"

#include <QFile>
#include <QRegularExpression>

namespace podium::ssh {

namespace {

/// The worker's only name in its file of known hosts; also in opensshlog.cpp.
const QByteArray Alias = QByteArrayLiteral("worker");

QByteArray encoded(const QString &path)
{
    return QFile::encodeName(path);
}

/// A `%` begins a token to ssh.
QByteArray asPath(const QString &path)
{
    return encoded(path).replace('%', "%%");
}

void set(QList<QByteArray> &arguments, const QByteArray &option)
{
    arguments << "-o" << option;
}

/// Where to go, and what must not happen on the way.
QList<QByteArray>
common(const Endpoint &endpoint, const OpensshFiles &files, const SshProgram &program)
{
    QList<QByteArray> arguments = {"ssh"};
    if (!program.configFile.isEmpty()) {
        arguments << "-F" << encoded(program.configFile);
    }
    arguments << "-E" << encoded(files.log()) << "-N"
              << "-T"
              << "-l" << endpoint.user.toUtf8() << "-p" << QByteArray::number(endpoint.port);
    set(arguments, "HostName=" + endpoint.address.toUtf8());
    for (const char *option :
         {"LogLevel=DEBUG1",
          "BatchMode=yes",
          "HostKeyAlias=worker",
          "GlobalKnownHostsFile=/dev/null",
          "KnownHostsCommand=none",
          "VerifyHostKeyDNS=no",
          "NoHostAuthenticationForLocalhost=no",
          "CheckHostIP=no",
          "UpdateHostKeys=no",
          "HashKnownHosts=no",
          "VisualHostKey=no",
          "CanonicalizeHostname=no",
          "ControlPersist=no",
          "ForkAfterAuthentication=no",
          "ClearAllForwardings=yes",
          "ForwardX11=no",
          "GSSAPIDelegateCredentials=no",
          "Tunnel=no",
          "PermitLocalCommand=no",
          "RemoteCommand=none",
          "AddKeysToAgent=no"}) {
        set(arguments, option);
    }
    if (program.knowsRequiredRsaSize) {
        set(arguments, "RequiredRSASize=2048");
    }
    set(arguments, "UserKnownHostsFile=" + encoded(files.knownHosts()));
    set(arguments,
        "ForwardAgent=" + (endpoint.forwardedAgent.isEmpty() ? QByteArrayLiteral("no")
                                                             : encoded(endpoint.forwardedAgent)));
    if (!endpoint.proxyCommand.isEmpty()) {
        set(arguments, "ProxyCommand=" + endpoint.proxyCommand.toUtf8());
    } else if (!endpoint.proxyJump.isEmpty()) {
        set(arguments, "ProxyJump=" + endpoint.proxyJump.toUtf8());
    }
    return arguments;
}

/// The name by which the person's config knows the worker.
QByteArray nameOf(const Endpoint &endpoint)
{
    return endpoint.configName.isEmpty() ? Alias : endpoint.configName.toUtf8();
}

void addIdentities(QList<QByteArray> &arguments, const Endpoint &endpoint)
{
    bool isAnyThere = false;
    for (const QString &path : endpoint.identityFiles) {
        // A public half alone is fine: an agent may have the other.
        if (QFile::exists(path) || QFile::exists(path + QStringLiteral(".pub"))) {
            isAnyThere = true;
            arguments << "-i" << asPath(path);
        }
    }
    if (!endpoint.useAgent) {
        set(arguments, "IdentityAgent=none");
    }
    if (isAnyThere && !endpoint.offerAllAgentKeys) {
        set(arguments, "IdentitiesOnly=yes");
    }
}

Result<> invalid(const Endpoint &endpoint, const QString &what, const QString &text)
{
    return failure(
        {ErrorKind::InvalidArgument,
         QStringLiteral("%1 cannot be reached by ssh.").arg(endpoint.worker.text()),
         QStringLiteral("The %1 \"%2\" could mean something else on its command line.")
             .arg(what, text),
         {},
         endpoint.worker.text()});
}

bool matches(const char *pattern, const QString &text)
{
    return QRegularExpression(QString::fromLatin1(pattern)).match(text).hasMatch();
}

bool isOneLine(const QString &text)
{
    return std::none_of(text.begin(), text.end(), [](QChar c) {
        return c.unicode() < 0x20 || c.unicode() == 0x7f;
    });
}

} // namespace

QList<QByteArray>
firstLookArguments(const Endpoint &endpoint, const OpensshFiles &files, const SshProgram &program)
{
    QList<QByteArray> arguments = common(endpoint, files, program);
    for (const char *option :
         {"StrictHostKeyChecking=accept-new", "ControlMaster=no", "ControlPath=none",
          "PreferredAuthentications=none", "PubkeyAuthentication=no", "PasswordAuthentication=no",
          "KbdInteractiveAuthentication=no", "GSSAPIAuthentication=no",
          "HostbasedAuthentication=no", "IdentityAgent=none"}) {
        set(arguments, option);
    }
    set(arguments, "HostKeyAlgorithms=" + hostKeyAlgorithms({}));
    return arguments << "--" << nameOf(endpoint);
}

QList<QByteArray> masterArguments(
    const Endpoint &endpoint, const QList<HostKey> &known, const OpensshFiles &files,
    const SshProgram &program)
{
    QList<QByteArray> arguments = common(endpoint, files, program);
    set(arguments, "StrictHostKeyChecking=yes");
    set(arguments, "HostKeyAlgorithms=" + hostKeyAlgorithms(known));
    set(arguments, "ControlMaster=yes");
    // As tcpconnector.cpp has it: a peer that has vanished is noticed within a minute, also while a
    // command is silent.
    set(arguments, "ServerAliveInterval=15");
    set(arguments, "ServerAliveCountMax=3");
    set(arguments, "ControlPath=" + encoded(files.control()));
    addIdentities(arguments, endpoint);
    return arguments << "--" << nameOf(endpoint);
}

QByteArray knownHostsText(const QList<HostKey> &keys)
{
    QByteArray text;
    for (const HostKey &key : keys) {
        text += Alias + ' ' + key.text() + '\n';
    }
    return text;
}

QList<HostKey> readKnownHosts(const QByteArray &text)
{
    QList<HostKey> keys;
    for (const QByteArray &line : text.split('\n')) {
        if (line.startsWith(Alias + ' ')) {
            if (const auto key = HostKey::parse(line.mid(Alias.size() + 1))) {
                keys << *key;
            }
        }
    }
    return keys;
}

Result<> checkForOpenssh(const Endpoint &endpoint)
{
    if (!matches(R"(\A[A-Za-z0-9:][A-Za-z0-9.:_-]*\z)", endpoint.address)) {
        return invalid(endpoint, QStringLiteral("address"), endpoint.address);
    }
    if (!matches(R"(\A[A-Za-z0-9_][A-Za-z0-9._@-]*\$?\z)", endpoint.user)) {
        return invalid(endpoint, QStringLiteral("login name"), endpoint.user);
    }
    if (!matches(R"(\A([A-Za-z0-9_:][A-Za-z0-9._:-]*)?\z)", endpoint.configName)) {
        return invalid(endpoint, QStringLiteral("name"), endpoint.configName);
    }
    if (!matches(R"(\A([A-Za-z0-9_\[][A-Za-z0-9._@:,\[\]/-]*)?\z)", endpoint.proxyJump)) {
        return invalid(endpoint, QStringLiteral("jump"), endpoint.proxyJump);
    }
    if (!isOneLine(endpoint.proxyCommand)) {
        return invalid(endpoint, QStringLiteral("proxy command"), endpoint.proxyCommand);
    }
    if (!matches(R"(\A(/[A-Za-z0-9._/-]+)?\z)", endpoint.forwardedAgent)) {
        return invalid(endpoint, QStringLiteral("agent"), endpoint.forwardedAgent);
    }
    for (const QString &path : endpoint.identityFiles) {
        if (!isOneLine(path) || path.contains(QLatin1String("${"))) {
            return invalid(endpoint, QStringLiteral("key file"), path);
        }
    }
    return {};
}

} // namespace podium::ssh
