// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/openssh/opensshneeds.h"

#include "core/base/files.h"
#include "core/ssh/keys/hostkey.h"
#include "core/ssh/keys/privatekeys.h"
#include "core/ssh/plaintext.h"

#include <QFile>
#include <QHash>

namespace podium::ssh {

namespace {

enum class Effect {
    Decides,     ///< libssh cannot do it: `ssh` does
    NotByLibssh, ///< `ssh` follows it where it is used anyway
    NotByEither, ///< Podium does not do that, or decides it itself
};

struct Keyword
{
    const char *spelling;
    Effect effect;
};

/// ssh_config(5), less what speaks only of terminals, of forwarding in detail, or of how ssh asks
/// and remembers: none of that could be missed in a run.
constexpr Keyword Keywords[] = {
    {"ProxyJump", Effect::Decides},
    {"ProxyCommand", Effect::Decides},
    {"CertificateFile", Effect::Decides},
    {"PKCS11Provider", Effect::Decides},
    {"IdentityAgent", Effect::Decides},
    {"AddressFamily", Effect::NotByLibssh},
    {"BindAddress", Effect::NotByLibssh},
    {"BindInterface", Effect::NotByLibssh},
    {"Ciphers", Effect::NotByLibssh},
    {"Compression", Effect::NotByLibssh},
    {"ConnectionAttempts", Effect::NotByLibssh},
    {"ConnectTimeout", Effect::NotByLibssh},
    {"GSSAPIAuthentication", Effect::NotByLibssh},
    {"HostbasedAuthentication", Effect::NotByLibssh},
    {"IdentityFile", Effect::NotByLibssh},
    {"IPQoS", Effect::NotByLibssh},
    {"KexAlgorithms", Effect::NotByLibssh},
    {"MACs", Effect::NotByLibssh},
    {"PreferredAuthentications", Effect::NotByLibssh},
    {"PubkeyAcceptedAlgorithms", Effect::NotByLibssh},
    {"PubkeyAuthentication", Effect::NotByLibssh},
    {"RekeyLimit", Effect::NotByLibssh},
    {"RevokedHostKeys", Effect::NotByLibssh},
    {"SecurityKeyProvider", Effect::NotByLibssh},
    {"SetEnv", Effect::NotByLibssh},
    {"TCPKeepAlive", Effect::NotByLibssh},
    {"CASignatureAlgorithms", Effect::NotByEither},
    {"DynamicForward", Effect::NotByEither},
    {"ForwardAgent", Effect::NotByEither},
    {"ForwardX11", Effect::NotByEither},
    {"GSSAPIDelegateCredentials", Effect::NotByEither},
    {"GlobalKnownHostsFile", Effect::NotByEither},
    {"HostKeyAlgorithms", Effect::NotByEither},
    {"HostKeyAlias", Effect::NotByEither},
    {"HostName", Effect::NotByEither},
    {"KnownHostsCommand", Effect::NotByEither},
    {"LocalCommand", Effect::NotByEither},
    {"LocalForward", Effect::NotByEither},
    {"RemoteCommand", Effect::NotByEither},
    {"RemoteForward", Effect::NotByEither},
    {"RequestTTY", Effect::NotByEither},
    {"RequiredRSASize", Effect::NotByEither},
    {"SendEnv", Effect::NotByEither},
    {"ServerAliveCountMax", Effect::NotByEither},
    {"ServerAliveInterval", Effect::NotByEither},
    {"StrictHostKeyChecking", Effect::NotByEither},
    {"Tunnel", Effect::NotByEither},
    {"UserKnownHostsFile", Effect::NotByEither},
    {"VerifyHostKeyDNS", Effect::NotByEither},
    {"Port", Effect::NotByEither},
    {"User", Effect::NotByEither},
};

const QHash<QByteArray, Keyword> &keywords()
{
    static const QHash<QByteArray, Keyword> table = [] {
        QHash<QByteArray, Keyword> all;
        for (const Keyword &keyword : Keywords) {
            all.insert(QByteArray(keyword.spelling).toLower(), keyword);
        }
        return all;
    }();
    return table;
}

/// A value that asks for nothing: not to follow it changes nothing.
bool asksForNothing(const EffectiveOption &option)
{
    static const QSet<QByteArray> nothing = {"", "no", "false", "none", "any", "0"};
    static const QSet<QByteArray> isOnByItself = {
        "pubkeyauthentication", "stricthostkeychecking", "tcpkeepalive"};
    if (isOnByItself.contains(option.keyword)) {
        return option.value != "false" && option.value != "no" && option.value != "off";
    }
    return nothing.contains(option.value) ||
           (option.keyword == "requesttty" && option.value == "auto") ||
           (option.keyword == "identityagent" && option.value == "SSH_AUTH_SOCK") ||
           (option.keyword == "connectionattempts" && option.value == "1") ||
           (option.keyword == "securitykeyprovider" && option.value == "internal");
}

QString shown(const EffectiveOption &option)
{
    const QString spelling = QString::fromLatin1(keywords().value(option.keyword).spelling);
    return spelling + QLatin1Char(' ') + plainText(option.value, 120);
}

bool isKeyOfEndpoint(const Endpoint &endpoint, const QByteArray &value)
{
    QString path = QFile::decodeName(value);
    if (path.startsWith(QLatin1String("~/"))) {
        path = path.mid(1); // its end says enough
        return std::any_of(
            endpoint.identityFiles.begin(), endpoint.identityFiles.end(),
            [&path](const QString &file) { return file.endsWith(path); });
    }
    return endpoint.identityFiles.contains(path);
}

bool isAsPodiumHasIt(const Endpoint &endpoint, const EffectiveOption &option)
{
    if (option.keyword == "user") {
        return option.value == endpoint.user.toUtf8();
    }
    if (option.keyword == "hostname") {
        const QString name = QString::fromUtf8(option.value);
        return name.compare(endpoint.address, Qt::CaseInsensitive) == 0 ||
               name.compare(endpoint.configName, Qt::CaseInsensitive) == 0; // says nothing
    }
    if (option.keyword == "port") {
        return option.value == QByteArray::number(endpoint.port);
    }
    if (option.keyword == "requiredrsasize") {
        return option.value.toInt() <= 2048; // what Podium asks for goes before it
    }
    return option.keyword == "identityfile" && isKeyOfEndpoint(endpoint, option.value);
}

bool isProxy(const EffectiveOption &option)
{
    return option.keyword == "proxycommand" || option.keyword == "proxyjump";
}

/// What of the way libssh cannot go.
QList<EffectiveOption> proxiesOf(const Endpoint &endpoint, const EffectiveConfig &config)
{
    if (!endpoint.proxyCommand.isEmpty()) {
        return {{"proxycommand", endpoint.proxyCommand.toUtf8()}};
    }
    if (!endpoint.proxyJump.isEmpty()) {
        return {{"proxyjump", endpoint.proxyJump.toUtf8()}};
    }
    QList<EffectiveOption> proxies;
    for (const EffectiveOption &option : config.options) {
        if (isProxy(option) && !asksForNothing(option)) {
            proxies << option;
        }
    }
    return proxies;
}

/// What of the login it cannot do.
QStringList needsOf(const EffectiveConfig &config)
{
    QStringList needs;
    for (const EffectiveOption &option : config.options) {
        if (decidesRoute(option.keyword) && !isProxy(option) && !asksForNothing(option)) {
            needs << shown(option);
        }
    }
    return needs;
}

} // namespace

bool decidesRoute(const QByteArray &keyword)
{
    const auto found = keywords().constFind(keyword);
    return found != keywords().constEnd() && found->effect == Effect::Decides;
}

bool mayBeIgnored(const QByteArray &keyword)
{
    const auto found = keywords().constFind(keyword);
    return found != keywords().constEnd() && found->effect != Effect::Decides;
}

Route chooseRoute(
    const Endpoint &endpoint, const EffectiveConfig &config, const QStringList &keyNeeds)
{
    Route route;
    for (const EffectiveOption &proxy : proxiesOf(endpoint, config)) {
        route.why << shown(proxy);
        route.proxyId = QString::fromUtf8(proxy.value);
    }
    route.why += needsOf(config) + keyNeeds;
    route.why.removeDuplicates();
    if (!route.why.isEmpty()) {
        route.by = Route::By::Openssh;
        route.configName = config.name;
    }
    if (!config.problem.isEmpty()) {
        route.ignored << config.problem;
    }
    for (const EffectiveOption &option : config.options) {
        if (!mayBeIgnored(option.keyword) || !config.written.contains(option.keyword) ||
            asksForNothing(option) || isAsPodiumHasIt(endpoint, option)) {
            continue;
        }
        const bool isFollowed = keywords().value(option.keyword).effect == Effect::NotByLibssh &&
                                route.by == Route::By::Openssh;
        if (!isFollowed) {
            route.ignored << shown(option);
        }
    }
    route.ignored.removeDuplicates();
    return route;
}

QStringList needsOfKeyFiles(const QStringList &identityFiles)
{
    constexpr qint64 LargestKeyFile = 256 * 1024;
    QStringList needs;
    for (const QString &path : identityFiles) {
        const QString certificate = path + QStringLiteral("-cert.pub");
        if (QFile::exists(certificate)) {
            needs << QStringLiteral("CertificateFile ") + certificate;
        }
        const auto text = readFile(path, LargestKeyFile);
        const auto key = text ? HostKey::fromBlob(PrivateKeys::publicBlobOf(*text)) : std::nullopt;
        if (key && key->type.startsWith("sk-")) {
            needs << QStringLiteral("security key ") + path;
        }
    }
    return needs;
}

} // namespace podium::ssh
