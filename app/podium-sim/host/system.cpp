// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/system.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace podium::sim {

int must(int rc, const std::string &what)
{
    if (rc < 0)
        throw std::system_error(errno, std::generic_category(), what);
    return rc;
}

std::string readFile(const std::filesystem::path &path)
{
    const Fd fd(must(::open(path.c_str(), O_RDONLY | O_CLOEXEC), "read " + path.string()));
    std::string text;
    char block[65536];
    for (;;) {
        const ssize_t n = ::read(fd.get(), block, sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        must(static_cast<int>(n), "read " + path.string());
        if (n == 0)
            return text;
        text.append(block, static_cast<size_t>(n));
    }
}

static void writeAll(int fd, std::string_view text, const std::string &what)
{
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0 && errno == EINTR)
            continue;
        must(static_cast<int>(n), what);
        text.remove_prefix(static_cast<size_t>(n));
    }
}

void writeFile(
    const std::filesystem::path &path, std::string_view text, mode_t mode, int uid, int gid)
{
    const std::string what = "write " + path.string();
    std::filesystem::create_directories(path.parent_path());
    const Fd fd(must(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode), what));
    writeAll(fd.get(), text, what);
    if (uid >= 0)
        must(::fchown(fd.get(), static_cast<uid_t>(uid), static_cast<gid_t>(gid)), what);
    must(::fchmod(fd.get(), mode), what);
}

void makeFolder(const std::filesystem::path &path, mode_t mode, int uid, int gid)
{
    std::filesystem::create_directories(path);
    if (uid >= 0)
        must(
            ::chown(path.c_str(), static_cast<uid_t>(uid), static_cast<gid_t>(gid)),
            "own " + path.string());
    must(::chmod(path.c_str(), mode), "make " + path.string());
}

Fd memoryFile(std::string_view text)
{
    Fd fd(must(::memfd_create("podium-sim", MFD_CLOEXEC), "make a file in memory"));
    writeAll(fd.get(), text, "write a file in memory");
    must(static_cast<int>(::lseek(fd.get(), 0, SEEK_SET)), "rewind a file in memory");
    return fd;
}

bool sendWithFd(int socket, std::string_view text, int fd)
{
    iovec part{const_cast<char *>(text.data()), text.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (fd >= 0) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(head), &fd, sizeof(int));
    }
    ssize_t n = 0;
    do {
        n = ::sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (n < 0 && errno == EINTR);
    return n == static_cast<ssize_t>(text.size());
}

Datagram receiveWithFd(int socket)
{
    char text[64];
    iovec part{text, sizeof text};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    ssize_t n = 0;
    do {
        n = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (n < 0 && errno == EINTR);
    Datagram datagram;
    datagram.closed = n <= 0;
    if (n > 0)
        datagram.text.assign(text, static_cast<size_t>(n));
    const cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (n > 0 && head && head->cmsg_type == SCM_RIGHTS) {
        int fd = -1;
        std::memcpy(&fd, CMSG_DATA(head), sizeof(int));
        datagram.fd.reset(fd);
    }
    return datagram;
}

pid_t startProgram(const std::vector<std::string> &argv, int input)
{
    std::vector<char *> words;
    words.reserve(argv.size() + 1);
    for (const std::string &word : argv)
        words.push_back(const_cast<char *>(word.c_str()));
    words.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::dup2(input, STDIN_FILENO);
        sigset_t none;
        sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
        ::execv(words[0], words.data());
        ::_exit(127);
    }
    return pid;
}

} // namespace podium::sim
