// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/io/passdescriptor.h"

#include <array>
#include <cstring>

#include <sys/socket.h>
#include <sys/uio.h>

namespace podium::ssh {

bool sendDescriptor(int socket, int fd)
{
    char nothing = 0;
    iovec part = {&nothing, 1};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> space = {};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = space.data();
    message.msg_controllen = space.size();
    cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
    return ::sendmsg(socket, &message, MSG_NOSIGNAL) == 1;
}

} // namespace podium::ssh
