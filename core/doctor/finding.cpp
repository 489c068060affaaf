// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/finding.h"

#include <algorithm>

namespace podium::doctor {

QString stateName(Finding::State state)
{
    switch (state) {
    case Finding::State::Good:
        return QStringLiteral("good");
    case Finding::State::Bad:
        return QStringLiteral("bad");
    case Finding::State::Optional:
        return QStringLiteral("optional");
    case Finding::State::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

bool isGood(const Findings &findings)
{
    return std::none_of(findings.begin(), findings.end(), [](const Finding &finding) {
        return finding.state == Finding::State::Bad;
    });
}

} // namespace podium::doctor
