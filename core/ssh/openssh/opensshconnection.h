// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/descriptor.h"
#include "core/ssh/io/sshprocess.h"
#include "core/ssh/keys/hostkeystore.h"
#include "core/ssh/openssh/muxchannel.h"
#include "core/ssh/openssh/opensshcommand.h"
#include "core/ssh/openssh/opensshlog.h"
#include "core/ssh/session/connection.h"

#include <QTemporaryDir>

#include <atomic>
#include <optional>

namespace podium::ssh {

/// A connection by an `ssh` process of its own, which logs in and then serves commands on a
/// control socket in a folder of its own. The host key is decided by the same rule as everywhere:
/// a worker that was never met is looked at first, without a login; then `ssh` gets a file with
/// nothing but the keys that the worker may show, and takes no other.
class OpensshConnection final : public Connection
{
public:
    struct World
    {
        HostKeyStore &hostKeys;
        /// Of mode 0700, a plain short path: each has a folder in it. Empty: there is none.
        QString runtimeFolder;
        QString configFile; ///< the person's; empty: where `ssh` looks for it by itself
        /// Whether `ssh` does; until it says that it does not. Of all connections.
        std::atomic<bool> &knowsRequiredRsaSize;
    };

    OpensshConnection(const Endpoint &endpoint, World world, std::function<void()> onProgress);
    ~OpensshConnection() override;

    State step() override;
    [[nodiscard]] bool hasBanner() const override;
    [[nodiscard]] int descriptor() const override { return m_poll.get(); }
    [[nodiscard]] std::uint32_t wantedEvents() const override;
    [[nodiscard]] std::unique_ptr<CommandChannel> open(
        const QByteArray &command, CommandChannel::Output output,
        std::optional<TerminalSize> terminal) override;
    [[nodiscard]] std::unique_ptr<CommandChannel>
    openForward(const ForwardTarget &target, CommandChannel::Output output) override;
    /// An `ssh` that serves us lets 64 ask.
    [[nodiscard]] std::size_t mostOpening() const override { return 32; }
    bool pump() override;
    [[nodiscard]] bool isBroken() const override { return m_isBroken; }
    [[nodiscard]] QString lastProblem() const override { return m_log.lastProblem(); }

private:
    State begin();
    State look();
    State becomeKnown();
    State logIn();
    State startProcess(const QList<QByteArray> &arguments);
    [[nodiscard]] SshProgram program() const;
    State advance();
    void readLog();
    [[nodiscard]] MuxChannel::Master master();
    [[nodiscard]] bool makeFiles();
    void watch(int fd) const;

    enum class Stage { Nothing, FirstLook, Master };
    World m_world;
    Stage m_stage = Stage::Nothing;
    QTemporaryDir m_folder;
    OpensshFiles m_files;
    Descriptor m_poll;
    Descriptor m_logPipe{-1};
    QList<HostKey> m_known;
    OpensshLog m_log;
    bool m_isBroken = false;
    bool m_asksForRsaSize = true;
    std::unique_ptr<SshProcess> m_process; ///< ends before its files go
};

} // namespace podium::ssh
