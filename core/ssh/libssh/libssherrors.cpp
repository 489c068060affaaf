// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/libssherrors.h"

#include "core/ssh/plaintext.h"

#include <libssh/callbacks.h>

#include <cstring>

namespace podium::ssh {

// Level, callback and its data are each thread's own in libssh.
LibsshErrors::LibsshErrors() : m_levelBefore(ssh_get_log_level())
{
    ssh_set_log_callback(&LibsshErrors::note);
    ssh_set_log_userdata(this);
    ssh_set_log_level(SSH_LOG_WARN); // every error, and next to nothing else
}

LibsshErrors::~LibsshErrors()
{
    ssh_set_log_level(m_levelBefore);
    ssh_set_log_userdata(nullptr);
}

void LibsshErrors::note(int, const char *function, const char *text, void *trail)
{
    if (!trail) {
        return;
    }
    // libssh puts "FUNCTION: " before it.
    const std::size_t length = std::strlen(function);
    const bool isNamed =
        std::strncmp(text, function, length) == 0 && std::strncmp(text + length, ": ", 2) == 0;
    static_cast<LibsshErrors *>(trail)->m_texts << QByteArray(isNamed ? text + length + 2 : text);
}

QString LibsshErrors::find(const char *words) const
{
    for (const QByteArray &text : m_texts) {
        if (text.contains(words)) {
            return plainText(text);
        }
    }
    return QString();
}

} // namespace podium::ssh
