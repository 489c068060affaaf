// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/libsshchannel.h"

#include "core/ssh/io/tcpconnector.h"
#include "core/ssh/plaintext.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace podium::ssh {

LibsshChannel::LibsshChannel(ssh_session session, Output output)
    : CommandChannel(std::move(output))
    , m_session(session)
    , m_channel(ssh_channel_new(session))
{
    if (m_channel == nullptr) {
        m_state = State::OpenDenied;
        return;
    }
    setCallbacks();
}

LibsshChannel::~LibsshChannel()
{
    if (m_channel != nullptr) {
        // libssh may keep the channel until the worker has closed it, and would call back.
        ssh_remove_channel_callbacks(m_channel, &m_callbacks);
        ssh_channel_free(m_channel);
    }
}

void LibsshChannel::setCallbacks()
{
    m_callbacks.userdata = this;
    m_callbacks.channel_data_function = [](ssh_session, ssh_channel, void *data, std::uint32_t size,
                                           int isError, void *self) -> int {
        auto *channel = static_cast<LibsshChannel *>(self);
        channel->m_hasNews = true;
        if (!channel->m_isReading) {
            // What is left grows no window: the worker has to wait.
            channel->m_holds = true;
            return 0;
        }
        channel->m_received += size;
        channel->m_output(
            isError != 0 ? OutputStream::Err : OutputStream::Out, static_cast<char *>(data), size);
        return int(size);
    };
    m_callbacks.channel_eof_function = [](ssh_session, ssh_channel, void *self) {
        auto *channel = static_cast<LibsshChannel *>(self);
        channel->m_hasNews = true;
        (channel->m_holds ? channel->m_isEofBehind : channel->m_hasSeenEof) = true;
    };
    m_callbacks.channel_close_function = [](ssh_session, ssh_channel, void *self) {
        auto *channel = static_cast<LibsshChannel *>(self);
        channel->m_hasNews = true;
        (channel->m_holds ? channel->m_isCloseBehind : channel->m_isRemoteClosed) = true;
        // Nothing can come after it.
        (channel->m_holds ? channel->m_isEofBehind : channel->m_hasSeenEof) = true;
    };
    m_callbacks.channel_exit_status_function = [](ssh_session, ssh_channel, int status,
                                                  void *self) {
        static_cast<LibsshChannel *>(self)->m_exitStatus = status;
    };
    m_callbacks.channel_exit_signal_function = [](ssh_session, ssh_channel, const char *signal, int,
                                                  const char *, const char *, void *self) {
        static_cast<LibsshChannel *>(self)->m_signal = plainText(QByteArray(signal), 32);
    };
    ssh_callbacks_init(&m_callbacks);
    ssh_add_channel_callbacks(m_channel, &m_callbacks);
}

void LibsshChannel::setReading(bool isReading)
{
    m_isReading = isReading;
    if (m_isReading && m_holds) {
        readHeld();
    }
}

void LibsshChannel::readHeld()
{
    std::array<char, 32 * 1024> buffer;
    while (m_isReading) {
        const int size = ssh_channel_read_nonblocking(m_channel, buffer.data(), buffer.size(), 0);
        if (size <= 0) {
            m_holds = false;
            m_hasSeenEof = m_hasSeenEof || m_isEofBehind;
            m_isRemoteClosed = m_isRemoteClosed || m_isCloseBehind;
            return;
        }
        m_received += size;
        m_output(OutputStream::Out, buffer.data(), std::size_t(size)); // may say: enough
    }
}

void LibsshChannel::keepWindowOpen()
{
    if constexpr (LIBSSH_VERSION_INT >= SSH_VERSION_INT(0, 11, 0)) {
        return; // there the window is the library's own
    }
    // As OpenSSH has it. libssh 0.10 by itself opens its window of 1.28 MB again only when half of
    // it is used up, so that no more than the other half comes in a round trip.
    constexpr std::uint32_t Window = 2 * 1024 * 1024;
    constexpr qint64 Step = 96 * 1024; // as often
    if (!m_isReading || m_hasSeenEof || m_received - m_receivedWhenOpened < Step) {
        return;
    }
    m_receivedWhenOpened = m_received;
    // libssh opens the window as far as it is asked to read, and in no other way. It also handles
    // what has come, which goes to the callback: nothing is left to be read here.
    static thread_local const auto unused = std::make_unique_for_overwrite<char[]>(Window);
    ssh_channel_read_timeout(m_channel, unused.get(), Window, 1, 0);
}

bool LibsshChannel::wantsToWrite() const
{
    return m_state == State::Running && m_inputSent < m_input.size() && !m_isRemoteClosed &&
           ssh_channel_window_size(m_channel) > 0;
}

void LibsshChannel::sendInput()
{
    while (wantsToWrite()) {
        if ((ssh_get_status(m_session) & SSH_WRITE_PENDING) != 0 ||
            !canTakeMore(ssh_get_fd(m_session))) {
            return;
        }
        const int size = std::min(m_input.size() - m_inputSent, InputPiece);
        const auto room =
            std::min<std::uint32_t>(std::uint32_t(size), ssh_channel_window_size(m_channel));
        const int written = ssh_channel_write(m_channel, m_input.constData() + m_inputSent, room);
        if (written <= 0) {
            return;
        }
        m_inputSent += written;
        m_inputSentInAll += written;
    }
    if (m_inputSent < m_input.size()) {
        return;
    }
    m_input.clear();
    m_inputSent = 0;
    if (m_isInputClosed && !m_isEofSent && !m_isRemoteClosed) {
        m_isEofSent = true;
        ssh_channel_send_eof(m_channel);
    }
}

} // namespace podium::ssh
