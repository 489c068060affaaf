// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <libssh/libssh.h>

#include <QByteArray>

#include <memory>

namespace podium::ssh {

/// Owners of libssh's handles. A session belongs to one thread at a time.
template <auto Free>
struct HandleDeleter
{
    template <typename T>
    void operator()(T *handle) const
    {
        Free(handle);
    }
};

/// Freeing a session closes its socket; a session that was connected by SSH_OPTIONS_FD owns it.
using SessionHandle = std::unique_ptr<ssh_session_struct, HandleDeleter<&ssh_free>>;
using EventHandle = std::unique_ptr<ssh_event_struct, HandleDeleter<&ssh_event_free>>;
using KeyHandle = std::unique_ptr<ssh_key_struct, HandleDeleter<&ssh_key_free>>;

/// The key's public half as it goes over the wire; empty if it cannot be had.
[[nodiscard]] QByteArray publicBlob(ssh_key key);

/// The library's text for the last thing that failed, free of control characters.
[[nodiscard]] QString lastErrorText(ssh_session session);

} // namespace podium::ssh
