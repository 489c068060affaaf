// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/desktop/screenscale.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>
#include <cmath>

#include <unistd.h>

namespace podium::app {

namespace {

constexpr char Policy[] = "QT_SCALE_FACTOR_ROUNDING_POLICY";

} // namespace

bool isNearlyWhole(qreal factor)
{
    constexpr qreal Near = 0.04; // 1.25 and 1.5 are meant as they are
    const qreal off = std::abs(factor - std::round(factor));
    return factor > 1 - Near && off < Near && off > 1e-9;
}

void restartWithWholeFactor(char **arguments)
{
    const QList<QScreen *> screens = QGuiApplication::screens();
    const auto isOff = [](const QScreen *screen) {
        return isNearlyWhole(screen->devicePixelRatio());
    };
    const auto isFine = [](const QScreen *screen) {
        const qreal factor = screen->devicePixelRatio();
        return isNearlyWhole(factor) || factor == std::round(factor);
    };
    // With a screen at 1.5 beside it, rounding would do more harm than it mends.
    if (qEnvironmentVariableIsSet(Policy) || std::none_of(screens.begin(), screens.end(), isOff) ||
        !std::all_of(screens.begin(), screens.end(), isFine)) {
        return;
    }
    qputenv(Policy, "Round");
    ::execv("/proc/self/exe", arguments); // comes back only where it failed
}

} // namespace podium::app
