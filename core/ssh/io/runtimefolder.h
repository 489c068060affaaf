// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/descriptor.h"

#include <QString>

#include <mutex>

namespace podium::ssh {

/// A folder of mode 0700 for what lives as long as this process, such as control sockets. Made
/// when it is first asked for, and removed with this object. It is locked meanwhile, and the lock
/// ends with the process however that ends: so what a killed one has left is removed by the next
/// that makes one. For any thread.
class RuntimeFolder final
{
public:
    /// $XDG_RUNTIME_DIR, where a socket's name still fits in below it, else /tmp.
    [[nodiscard]] static QString usualParent();

    explicit RuntimeFolder(QString parent);
    ~RuntimeFolder();
    RuntimeFolder(const RuntimeFolder &) = delete;
    RuntimeFolder &operator=(const RuntimeFolder &) = delete;

    /// Empty where it cannot be made. Blocks for a moment the first time.
    [[nodiscard]] QString path();

private:
    void make();
    void removeDetached() const;

    const QString m_parent;
    std::once_flag m_isAsked;
    QString m_path;
    Descriptor m_lock{-1};
};

} // namespace podium::ssh
