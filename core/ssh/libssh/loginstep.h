// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::ssh {

/// How far a login is.
enum class LoginStep {
    Again,  ///< waits for the worker or the agent
    Done,   ///< logged in
    Denied, ///< the worker takes none of what was offered
    Broken, ///< the connection is gone
};

} // namespace podium::ssh
