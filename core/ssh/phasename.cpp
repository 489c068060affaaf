// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/phasename.h"

namespace podium::ssh {

QString phaseName(Phase phase)
{
    switch (phase) {
    case Phase::Waiting:
        return QStringLiteral("waiting");
    case Phase::Connecting:
        return QStringLiteral("connecting");
    case Phase::KeyExchange:
        return QStringLiteral("key-exchange");
    case Phase::Login:
        return QStringLiteral("login");
    case Phase::Running:
        break;
    }
    return QStringLiteral("running");
}

QString silenceName(Silence silence)
{
    switch (silence) {
    case Silence::None:
        break;
    case Silence::NoBanner:
        return QStringLiteral("banner");
    case Silence::NoFirstOutput:
        return QStringLiteral("first-output");
    case Silence::NoMoreOutput:
        return QStringLiteral("more-output");
    }
    return {};
}

} // namespace podium::ssh
