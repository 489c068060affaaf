// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/descriptor.h"
#include "core/ssh/openssh/muxprotocol.h"
#include "core/ssh/session/commandchannel.h"

#include <functional>
#include <vector>

namespace podium::ssh {

/// A channel of an `ssh` master: a session asked for on its control socket, with three pipes for
/// stdin, stdout and stderr, or a terminal of our own for stdin and a pipe for the rest; or a TCP
/// connection from the worker, with two. So the worker's stderr is never mixed with ssh's own
/// words, and the exit status 255 of a command is not ssh's own.
class MuxChannel final : public CommandChannel
{
public:
    /// What a channel asks of its connection.
    struct Master
    {
        QByteArray controlPath;
        bool forwardsAgent = false; ///< to its sessions
        int poll = -1; ///< an epoll descriptor that reports when there is something to do here
        /// Whether the master's log says by now that this channel ended by a signal.
        std::function<bool(std::uint32_t channel)> wasSignalled;
        std::function<void()> noteResize; ///< the master has to look at the terminal's size
        std::function<QString()> lastProblem;
    };

    MuxChannel(
        Master master, const QByteArray &command, Output output,
        std::optional<TerminalSize> terminal);
    MuxChannel(Master master, const ForwardTarget &target, Output output);
    ~MuxChannel() override;

    void resize(TerminalSize size) override;
    void setReading(bool isReading) override;
    State step() override;
    [[nodiscard]] Error denial(const Endpoint &endpoint) const override;
    /// Never: `poll` knows.
    [[nodiscard]] bool wantsToWrite() const override { return false; }
    /// Does nothing: there is no message for it.
    void requestSignal(const char *) override {}
    [[nodiscard]] bool isToBeAskedAgain() const override { return m_isMasterBusy; }

private:
    [[nodiscard]] bool connect(std::uint32_t events);
    [[nodiscard]] bool makePipes();
    [[nodiscard]] bool makeTerminal();
    void setRawKeys() const;
    void sendRequest();
    void readMessages();
    void onMessage(const muxprotocol::Message &message);
    /// False: nothing more will come.
    [[nodiscard]] bool readOutput(Descriptor &pipe, OutputStream stream);
    void sendInput();
    void watch(int fd, std::uint32_t events, bool isNew) const;
    void drop(Descriptor &descriptor) const;
    void dropAll();
    void judge();
    void hearMaster();

    const Master m_master;
    std::optional<TerminalSize> m_terminal;
    std::optional<ForwardTarget> m_forward;
    QByteArray m_request;
    QByteArray m_reason;
    Descriptor m_socket{-1};
    Descriptor m_stdin{-1};
    Descriptor m_stdout{-1};
    Descriptor m_stderr{-1};
    std::vector<Descriptor> m_theirs; ///< ends to be sent
    bool m_isInputWatched = false;
    bool m_isReading = true;
    muxprotocol::Reader m_reader;
    std::uint32_t m_channel = 0;
    bool m_isSocketClosed = false;
    bool m_isMasterBusy = false;
    bool m_isAskingMaster = false; ///< all has come; whether it lives is not known yet
};

} // namespace podium::ssh
