// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/outcome.h"

#include <QJsonArray>
#include <QStringList>

namespace podium::tests {

/// Of a recipe that was run with --json: how each step stands, worker by worker.
inline QString stepStates(const Outcome &outcome)
{
    QStringList all;
    for (const auto &worker : outcome.json()["workers"].toArray()) {
        for (const auto &step : worker.toObject()["steps"].toArray()) {
            all << step.toObject()["state"].toString();
        }
    }
    return all.join(QLatin1Char(' '));
}

} // namespace podium::tests
