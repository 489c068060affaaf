// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/secret.h"

#include <sys/prctl.h>
#include <sys/resource.h>

namespace podium::cloud {

void disableCoreDumps()
{
    const struct rlimit none = {0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

} // namespace podium::cloud
