// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/io/descriptorlimit.h"

#include <algorithm>
#include <sys/resource.h>

namespace podium::ssh {

int raiseDescriptorLimit()
{
    constexpr rlim_t Most = 65535; // libssh keeps a descriptor in 16 bits
    rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return 0;
    }
    const rlim_t wanted = std::min(limit.rlim_max, Most);
    if (limit.rlim_cur < wanted) {
        const rlimit raised = {wanted, limit.rlim_max};
        if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) {
            return int(wanted);
        }
    }
    return int(std::min(limit.rlim_cur, Most));
}

} // namespace podium::ssh
