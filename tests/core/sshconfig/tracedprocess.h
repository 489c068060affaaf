// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace podium::tests {

/// What happens to a traced process at one of its system calls.
struct Fault
{
    enum class Kind {
        None,
        KillBefore, ///< SIGKILL when it is about to make the call
        KillAfter,  ///< SIGKILL when the call is done
        Fail,       ///< the call is not made and gives `error`
    };
    Kind kind = Kind::None;
    int at = 0; ///< which of the calls, from 0
    int error = 0;
};

/// A system call that deals with files.
enum class CallKind {
    Looks,   ///< stat and the like
    Opens,   ///< opens a file that is there, to read
    Changes, ///< leaves another disk
};

/// How a traced process went.
struct TraceResult
{
    bool isTraced = false; ///< false: tracing is not possible here
    bool isKilled = false;
    int status = -1;
    std::vector<CallKind> calls; ///< between the two marks
};

/// Does `work` in a process of its own under ptrace, which ends with what it gives, and makes the
/// fault happen. Only calls that deal with files count, between the two calls of markStart() in
/// `work`. The process is a copy of this one, made anew each time: it need not start first.
[[nodiscard]] TraceResult runTraced(const std::function<int()> &work, const Fault &fault);

/// A system call that does nothing and that no one else makes.
void markStart();

} // namespace podium::tests
