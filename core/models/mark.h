// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMetaType>

namespace podium::models {

/// How something stands, at a glance. Widgets give each its own shape and colour; the word comes
/// from the row.
enum class Mark {
    Good,    ///< as it should be
    Busy,    ///< under way
    Warning, ///< works, but needs a look
    Bad,     ///< does not work
    Off,     ///< not running, and not meant to
    Unknown, ///< nothing is known of it
};

} // namespace podium::models

Q_DECLARE_METATYPE(podium::models::Mark)
