// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::ssh {

/// Raises this process's limit of open descriptors as far as it may (the hard limit, at most what
/// libssh can count: 65,535) and returns it. Call at the start of a program, and again to ask: a
/// worker takes one descriptor, three while it logs in through the agent.
int raiseDescriptorLimit();

} // namespace podium::ssh
