// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace podium::files {

/// A folder or file on workers, as it is typed: "TARGET:PATH".
struct Place
{
    QString target;  ///< a word for inventory::resolveTargets(): "pod", "pod:0-3", "@all"
    QByteArray path; ///< bytes; empty: the home
    bool operator==(const Place &) const = default;
};

/// "pod:data", "pod:0-3:/data", "pod:" (the home of all), "pod:0:" (of worker 0). InvalidArgument
/// where there is no colon, and for "pod:0", which could mean a folder or a worker. Pure.
[[nodiscard]] Result<Place> parsePlace(const QByteArray &typed);

} // namespace podium::files
