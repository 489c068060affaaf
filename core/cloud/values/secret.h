// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QDebug>

namespace podium::cloud {

/// A token, a refresh token or a private key. Can be neither printed nor turned into a QString by
/// accident: who needs the bytes must say reveal().
class Secret final
{
public:
    Secret() = default;
    explicit Secret(QByteArray bytes) : m_bytes(std::move(bytes)) {}
    [[nodiscard]] const QByteArray &reveal() const { return m_bytes; }
    [[nodiscard]] bool isEmpty() const { return m_bytes.isEmpty(); }
    bool operator==(const Secret &) const = default;

private:
    QByteArray m_bytes;
};

QDebug operator<<(QDebug, const Secret &) = delete;

/// No core file of this process (and no ptrace by others of the same user): its memory holds
/// tokens. For the first lines of main(). A no-op where a sanitizer needs ptrace itself.
void disableCoreDumps();

} // namespace podium::cloud
