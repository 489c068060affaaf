// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/io/runtimefolder.h"
#include "core/ssh/keys/hostkeystore.h"
#include "core/ssh/session/sessiontransport.h"

#include <QString>

#include <atomic>

namespace podium::ssh {

/// Commands over the `ssh` of this machine, for what libssh cannot: jump hosts and proxy commands,
/// certificates, keys in hardware. A process for each command, see opensshconnection.h; it ends
/// with the command, and with this program however that ends.
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
    };

    /// `hostKeys` must outlive the transport.
    OpensshTransport(HostKeyStore &hostKeys, const Options &options, QObject *parent = nullptr);
    ~OpensshTransport() override;

private:
    RuntimeFolder m_runtimeFolder;
    std::atomic<bool> m_knowsRequiredRsaSize{true}; ///< as far as is known
};

} // namespace podium::ssh
