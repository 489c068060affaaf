// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/inventory/snapshot.h"

#include <QMetaType>

namespace podium::models {

/// Where a person can do something about an error.
struct ProblemLink
{
    QString text; ///< what can be done there, for a button: "Enable the API"
    QString url;  ///< into Google's own console; empty: there is no such place

    bool operator==(const ProblemLink &) const = default;
};

/// The first link into Google's console that the error names: nothing else that a server says is
/// offered to be opened.
[[nodiscard]] ProblemLink problemLink(const Error &error);
/// The same. Where access is denied, which names no place: who may give it in that project.
[[nodiscard]] ProblemLink problemLink(const inventory::ScopeProblem &problem);

/// What to do about the error, for a window: it signs in by itself and needs no command lines.
[[nodiscard]] QString windowHint(const Error &error);
/// The whole error as a text, with that hint.
[[nodiscard]] QString windowText(const Error &error);

} // namespace podium::models

Q_DECLARE_METATYPE(podium::models::ProblemLink)
