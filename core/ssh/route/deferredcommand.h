// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <optional>

namespace podium::ssh {

/// A command that another transport is to start later, and perhaps once more: what it is told
/// until it runs there is part of its request then. On the transports' thread.
class DeferredCommand final
{
public:
    explicit DeferredCommand(const CommandRequest &request);

    /// As it is to be started. Empty once it is kept no more.
    [[nodiscard]] CommandRequest &request() { return m_request; }
    /// Gives its id there. Nobody may have stopped it before.
    [[nodiscard]] CommandId startBy(Transport &transport);
    [[nodiscard]] bool isStarted() const { return m_handle.has_value(); }
    /// It has ended there without having run, and may be started once more.
    void takeBack() { m_handle.reset(); }
    /// It is not started once more: what it is told is not kept from here on.
    void keepNoMore();
    /// As CommandController has it. Where it is not started, a stop is the caller's.
    bool control(const CommandControl &what);

private:
    [[nodiscard]] bool canKeep(const CommandControl &what) const;
    void keep(const CommandControl &what);

    CommandRequest m_request;
    std::optional<CommandHandle> m_handle; ///< there
    bool m_isInputOpen = false;
    bool m_isKept = true;
    int m_typed = 0; ///< bytes, while it was not started
};

/// Later, as any event, that a command of `transport` was stopped before anything was run.
void tellStopped(Transport &transport, CommandId id);

} // namespace podium::ssh
