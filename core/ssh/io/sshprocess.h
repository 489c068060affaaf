// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/descriptor.h"

#include <QByteArray>
#include <QList>

#include <memory>

#include <sys/types.h>

namespace podium::ssh {

/// A child process in a session and process group of its own, so that nothing of it can ask on the
/// terminal: no shell, stdin and stdout are /dev/null. It ends with this object, and with this
/// process however that ends. For one thread, which has to live on; another may end it.
class SshProcess final
{
public:
    /// `arguments`: the first is the name, searched in PATH. Null, with errno, where it cannot be
    /// started.
    [[nodiscard]] static std::unique_ptr<SshProcess> start(const QList<QByteArray> &arguments);
    /// Kills its whole group and waits for that, which takes a moment.
    ~SshProcess();
    SshProcess(const SshProcess &) = delete;
    SshProcess &operator=(const SshProcess &) = delete;

    /// Readable once it has ended.
    [[nodiscard]] int endDescriptor() const { return m_end.get(); }
    [[nodiscard]] bool hasEnded();
    /// Its stderr; non-blocking.
    [[nodiscard]] int errors() const { return m_errors.get(); }
    [[nodiscard]] pid_t id() const { return m_id; }

private:
    SshProcess(pid_t id, Descriptor end, Descriptor errors);

    const pid_t m_id;
    Descriptor m_end;
    Descriptor m_errors;
};

} // namespace podium::ssh
