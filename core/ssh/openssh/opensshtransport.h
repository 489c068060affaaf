// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/io/runtimefolder.h"
#include "core/ssh/keys/hostkeystore.h"
#include "core/ssh/session/sessiontransport.h"

#include <QString>

#include <atomic>
#include <chrono>

namespace podium::ssh {

/// Commands over the `ssh` of this machine, for what libssh cannot: jump hosts and proxy commands,
/// certificates, keys in hardware. A process for each connection, see opensshconnection.h; it ends
/// with the last command on it, or some time after that where so wished, and with this program
/// however that ends.
///
/// What it cannot either: tell by which signal a command ended.
class OpensshTransport final : public SessionTransport
{
    Q_OBJECT

public:
    struct Options
    {
        /// The person's ssh config; empty: where `ssh` looks for it by itself.
        QString configFile;
        std::chrono::milliseconds idleLimit{0}; ///< of a kept connection; 0: keep none
        int mostIdle = 64;                      ///< kept connections in all
    };

    /// `hostKeys` must outlive the transport.
    OpensshTransport(HostKeyStore &hostKeys, const Options &options, QObject *parent = nullptr);
    ~OpensshTransport() override;

private:
    [[nodiscard]] static Limits limitsOf(const Options &options);

    RuntimeFolder m_runtimeFolder;
    std::atomic<bool> m_knowsRequiredRsaSize{true}; ///< as far as is known
};

} // namespace podium::ssh
