// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/lifecycle/request/noderequest.h"

namespace podium::lifecycle {

/// What is done on the workers of a node that a request has made: the seam behind which logins,
/// people and recipes are. All calls return at once; answers come on the callback's thread.
class NodeHost
{
public:
    NodeHost() = default;
    NodeHost(const NodeHost &) = delete;
    NodeHost &operator=(const NodeHost &) = delete;
    virtual ~NodeHost() = default;

    /// Whether ssh answers on all workers; an Error says on which it does not, and why.
    virtual void greet(const NodeRef &node, Callback<Result<>> done) = 0;
    /// Carries out one step; an Error where it is not wholly done on all workers. May be repeated.
    virtual void carryOut(const NodeRef &node, const AfterStep &step, Callback<Result<>> done) = 0;
};

} // namespace podium::lifecycle
