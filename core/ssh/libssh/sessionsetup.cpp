// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/sessionsetup.h"

namespace podium::ssh {

namespace {

// AES-GCM is the fastest here; nothing with SHA-1, CBC or a short group.
constexpr const char *Ciphers = "aes256-gcm@openssh.com,aes128-gcm@openssh.com,"
                                "chacha20-poly1305@openssh.com,aes256-ctr,aes128-ctr";
constexpr const char *KeyExchanges =
    "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,ecdh-sha2-nistp384,"
    "ecdh-sha2-nistp521,diffie-hellman-group16-sha512,diffie-hellman-group18-sha512,"
    "diffie-hellman-group14-sha256";
constexpr const char *Macs = "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,"
                             "hmac-sha2-256,hmac-sha2-512";
constexpr int SmallestRsaKey = 2048;

} // namespace

Result<SessionHandle>
makeSession(int fd, const Endpoint &endpoint, const QByteArray &hostKeyAlgorithms)
{
    SessionHandle session(ssh_new());
    const QByteArray user = endpoint.user.toUtf8();
    const bool no = false;
    const socket_t socket = fd;
    const struct
    {
        ssh_options_e option;
        const void *value;
    } options[] = {
        {SSH_OPTIONS_PROCESS_CONFIG, &no},
        // Never looked up: the socket is given, and the host key check is our own.
        {SSH_OPTIONS_HOST, "worker"},
        {SSH_OPTIONS_FD, &socket},
        {SSH_OPTIONS_USER, user.constData()},
        {SSH_OPTIONS_SSH_DIR, "/dev/null"}, // spares a look into the user database
        {SSH_OPTIONS_KNOWNHOSTS, "/dev/null"},
        {SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null"},
        {SSH_OPTIONS_HOSTKEYS, hostKeyAlgorithms.constData()},
        {SSH_OPTIONS_KEY_EXCHANGE, KeyExchanges},
        {SSH_OPTIONS_CIPHERS_C_S, Ciphers},
        {SSH_OPTIONS_CIPHERS_S_C, Ciphers},
        {SSH_OPTIONS_HMAC_C_S, Macs},
        {SSH_OPTIONS_HMAC_S_C, Macs},
        {SSH_OPTIONS_COMPRESSION, "none"},
        {SSH_OPTIONS_RSA_MIN_SIZE, &SmallestRsaKey},
    };
    for (const auto &[option, value] : options) {
        if (session && ssh_options_set(session.get(), option, value) == 0) {
            continue;
        }
        const QString detail = session ? lastErrorText(session.get()) : QString();
        if (option == SSH_OPTIONS_USER) {
            return failure(
                {ErrorKind::InvalidArgument,
                 QStringLiteral("\"%1\" cannot be a login name.").arg(endpoint.user), detail,
                 QStringLiteral("Choose the ssh user in the settings."), endpoint.worker.text()});
        }
        return failure(
            {ErrorKind::Internal,
             QStringLiteral("libssh would not be set up."),
             detail,
             {},
             endpoint.worker.text()});
    }
    ssh_set_blocking(session.get(), 0);
    return session;
}

} // namespace podium::ssh
