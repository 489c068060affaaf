// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/peopleservice.h"

#include <QString>

#include <vector>

namespace podium::models {

/// Workers, or places where there may be some, of which nothing is known, and why. A value.
struct NotAsked
{
    QString where;   ///< "pod-v4:0-3", "lab-vision/us-east5-a"
    QString why;     ///< a sentence
    int workers = 0; ///< 0: a place that could not be listed, or a node that is stopped
    bool isStopped = false;
    bool operator==(const NotAsked &) const = default;
};

/// Workers that did not answer when they were checked, those with the same reason together; then
/// nodes that are stopped and may have accounts of people, and projects and zones that could not be
/// listed. Empty where nobody is or was on the roster: nobody can be anywhere.
[[nodiscard]] std::vector<NotAsked>
notAsked(const people::PeopleService &service, const inventory::Snapshot &snapshot);

/// "3 of 12 workers could not be asked; 1 zone or project could not be listed. …"; empty: all
/// answered, and no node is stopped. `total`: workers that may be reached.
[[nodiscard]] QString notAskedText(const std::vector<NotAsked> &places, int total);

} // namespace podium::models
