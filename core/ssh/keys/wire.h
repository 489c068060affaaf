// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <cstdint>
#include <optional>

namespace podium::ssh {

/// Appends as RFC 4251 section 5 writes it.
void putU32(QByteArray &to, std::uint32_t value);
void putString(QByteArray &to, const QByteArray &value);

/// Reads what RFC 4251 section 5 writes; hostile lengths give nothing.
class WireReader final
{
public:
    explicit WireReader(QByteArray bytes) : m_bytes(std::move(bytes)) {}
    [[nodiscard]] std::optional<std::uint8_t> byte();
    [[nodiscard]] std::optional<std::uint32_t> u32();
    [[nodiscard]] std::optional<QByteArray> string();
    [[nodiscard]] bool isAtEnd() const { return m_at == m_bytes.size(); }

private:
    QByteArray m_bytes;
    int m_at = 0;
};

} // namespace podium::ssh
