// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/forwardgreeting.h"

#include <memory>

namespace podium::tunnel {

/// The side of SOCKS 5 (RFC 1928) that is asked: CONNECT to an IPv4 or IPv6 address or a name,
/// which the worker looks up, without authentication. All else is refused with the reply that the
/// protocol has for it, and a sentence. Pure; never trusts a byte.
class SocksGreeting final : public ssh::ForwardGreeting
{
public:
    [[nodiscard]] static std::unique_ptr<ssh::ForwardGreeting> make()
    {
        return std::make_unique<SocksGreeting>();
    }

    [[nodiscard]] Step take(const QByteArray &bytes) override;
    [[nodiscard]] QByteArray rest() const override { return m_bytes; }
    [[nodiscard]] QByteArray opened() const override;
    [[nodiscard]] QByteArray denied(const Error &error) const override;

private:
    enum class State { Methods, Request, Done };

    [[nodiscard]] Step takeMethods();
    [[nodiscard]] Step takeRequest();
    [[nodiscard]] Step refuse(const QByteArray &reply, const QString &summary, const QString &hint);

    State m_state = State::Methods;
    QByteArray m_bytes; ///< that were not understood yet; once it is done, what follows
};

} // namespace podium::tunnel
