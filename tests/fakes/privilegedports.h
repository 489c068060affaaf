// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>

#include <array>

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace podium::tests {

/// False where the kernel lets anybody listen on port 1, as in some containers.
inline bool hasPrivilegedPorts()
{
    QFile first(QStringLiteral("/proc/sys/net/ipv4/ip_unprivileged_port_start"));
    return first.open(QIODevice::ReadOnly) && first.readAll().trimmed().toInt() > 1;
}

/// Takes from this thread what root may, others may not: to listen on a port below 1024.
class WithoutPrivilegedPorts final
{
public:
    WithoutPrivilegedPorts()
    {
        ::syscall(SYS_capget, &m_header, m_before.data());
        auto less = m_before;
        less[CAP_TO_INDEX(CAP_NET_BIND_SERVICE)].effective &= ~CAP_TO_MASK(CAP_NET_BIND_SERVICE);
        ::syscall(SYS_capset, &m_header, less.data());
    }
    ~WithoutPrivilegedPorts() { ::syscall(SYS_capset, &m_header, m_before.data()); }
    WithoutPrivilegedPorts(const WithoutPrivilegedPorts &) = delete;
    WithoutPrivilegedPorts &operator=(const WithoutPrivilegedPorts &) = delete;

private:
    __user_cap_header_struct m_header = {_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> m_before{};
};

} // namespace podium::tests
