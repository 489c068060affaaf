// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/ssh/probe.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

#include <arpa/inet.h>
#include <array>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bench {

namespace {

enum class Step { Tcp, Connect, Login, Open, Exec, Run, Done };

struct Host
{
    ssh_session session = nullptr;
    ssh_channel channel = nullptr;
    ssh_event event = nullptr;
    ssh_channel_callbacks_struct callbacks = {};
    int fd = -1;
    Step step = Step::Tcp;
    int status = -1;
    bool isClosed = false;
    QByteArray output;
};

void begin(Host &host, const QString &address, const Work &work, int epoll)
{
    host.fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(host.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(host.fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
    sockaddr_in to = {};
    to.sin_family = AF_INET;
    to.sin_port = htons(work.port);
    ::inet_pton(AF_INET, address.toLatin1().constData(), &to.sin_addr);
    ::connect(host.fd, reinterpret_cast<sockaddr *>(&to), sizeof to);
    epoll_event event = {};
    event.events = EPOLLOUT;
    event.data.ptr = &host;
    ::epoll_ctl(epoll, EPOLL_CTL_ADD, host.fd, &event);
}

void makeSession(Host &host, const Work &work)
{
    host.session = ssh_new();
    const bool no = false;
    ssh_options_set(host.session, SSH_OPTIONS_PROCESS_CONFIG, &no);
    ssh_options_set(host.session, SSH_OPTIONS_HOST, "worker");
    ssh_options_set(host.session, SSH_OPTIONS_FD, &host.fd);
    ssh_options_set(host.session, SSH_OPTIONS_USER, work.user.toUtf8().constData());
    ssh_options_set(host.session, SSH_OPTIONS_KNOWNHOSTS, "/dev/null");
    ssh_options_set(host.session, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");
    ssh_set_blocking(host.session, 0);
    host.step = Step::Connect;
}

void makeChannel(Host &host)
{
    host.event = ssh_event_new();
    ssh_event_add_session(host.event, host.session);
    host.channel = ssh_channel_new(host.session);
    host.callbacks.userdata = &host;
    host.callbacks.channel_data_function = [](ssh_session, ssh_channel, void *data,
                                              std::uint32_t size, int, void *self) -> int {
        static_cast<Host *>(self)->output.append(static_cast<char *>(data), int(size));
        return int(size);
    };
    host.callbacks.channel_exit_status_function = [](ssh_session, ssh_channel, int status,
                                                     void *self) {
        static_cast<Host *>(self)->status = status;
    };
    host.callbacks.channel_close_function = [](ssh_session, ssh_channel, void *self) {
        static_cast<Host *>(self)->isClosed = true;
    };
    ssh_callbacks_init(&host.callbacks);
    ssh_add_channel_callbacks(host.channel, &host.callbacks);
    host.step = Step::Open;
}

/// True while the step may go on at once.
bool advance(Host &host, const Work &work, ssh_key key)
{
    int result = SSH_AGAIN;
    switch (host.step) {
    case Step::Tcp:
        makeSession(host, work);
        return true;
    case Step::Connect:
        result = ssh_connect(host.session);
        break;
    case Step::Login:
        result = ssh_userauth_publickey(host.session, nullptr, key);
        result = result == SSH_AUTH_AGAIN     ? SSH_AGAIN
                 : result == SSH_AUTH_SUCCESS ? SSH_OK
                                              : SSH_ERROR;
        break;
    case Step::Open:
        result = ssh_channel_open_session(host.channel);
        break;
    case Step::Exec:
        result = ssh_channel_request_exec(host.channel, work.command.constData());
        break;
    case Step::Run:
        while (ssh_event_dopoll(host.event, 0) >= 0) {
        }
        result = host.isClosed || ssh_is_connected(host.session) == 0 ? SSH_OK : SSH_AGAIN;
        break;
    case Step::Done:
        return false;
    }
    if (host.step < Step::Run) {
        const int on = 1;
        ::setsockopt(host.fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
    }
    if (result == SSH_AGAIN) {
        return false;
    }
    if (result != SSH_OK) {
        host.step = Step::Done;
        return false;
    }
    host.step = Step(int(host.step) + 1);
    if (host.step == Step::Open) {
        makeChannel(host);
    }
    return true;
}

} // namespace

int runProbe(const Work &work)
{
    ssh_key key = nullptr;
    ssh_pki_import_privkey_file(
        work.identity.toUtf8().constData(), nullptr, nullptr, nullptr, &key);
    const int epoll = ::epoll_create1(EPOLL_CLOEXEC);
    std::vector<std::unique_ptr<Host>> hosts(work.addresses.size());
    std::size_t next = 0;
    const auto startNext = [&] {
        hosts[next] = std::make_unique<Host>();
        begin(*hosts[next], work.addresses[next], work, epoll);
        ++next;
    };
    while (next < hosts.size() && next < std::size_t(work.window)) {
        startNext();
    }
    int good = 0;
    std::size_t ended = 0;
    std::array<epoll_event, 64> events{};
    while (ended < hosts.size()) {
        const int count = ::epoll_wait(epoll, events.data(), int(events.size()), -1);
        for (int i = 0; i < count; ++i) {
            auto &host = *static_cast<Host *>(events[std::size_t(i)].data.ptr);
            while (advance(host, work, key)) {
            }
            if (host.step == Step::Done) {
                ++ended;
                good += host.status == 0 ? 1 : 0;
                ssh_event_free(host.event);
                ssh_free(host.session);
                if (next < hosts.size()) {
                    startNext();
                }
                continue;
            }
            epoll_event event = {};
            const bool isWriting = (ssh_get_status(host.session) & SSH_WRITE_PENDING) != 0;
            event.events = isWriting ? EPOLLIN | EPOLLOUT : EPOLLIN;
            event.data.ptr = &host;
            ::epoll_ctl(epoll, EPOLL_CTL_MOD, host.fd, &event);
        }
    }
    ::close(epoll);
    ssh_key_free(key);
    return good;
}

} // namespace bench
