// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/wire.h"

#include <QtEndian>

namespace podium::ssh {

void putU32(QByteArray &to, std::uint32_t value)
{
    const auto big = qToBigEndian(value);
    to.append(reinterpret_cast<const char *>(&big), sizeof big);
}

void putString(QByteArray &to, const QByteArray &value)
{
    putU32(to, std::uint32_t(value.size()));
    to.append(value);
}

std::optional<std::uint8_t> WireReader::byte()
{
    if (m_at == m_bytes.size()) {
        return std::nullopt;
    }
    return std::uint8_t(m_bytes[m_at++]);
}

std::optional<std::uint32_t> WireReader::u32()
{
    if (m_bytes.size() - m_at < 4) {
        return std::nullopt;
    }
    const auto value = qFromBigEndian<std::uint32_t>(m_bytes.constData() + m_at);
    m_at += 4;
    return value;
}

std::optional<QByteArray> WireReader::string()
{
    const auto size = u32();
    if (!size || *size > std::uint32_t(m_bytes.size() - m_at)) {
        return std::nullopt;
    }
    const QByteArray value = m_bytes.mid(m_at, int(*size));
    m_at += int(*size);
    return value;
}

} // namespace podium::ssh
