// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace podium::tests {

/// A cloud that says what it was told to; or, held, nothing until it is let go.
class FakeNodeSource final : public inventory::NodeSource
{
public:
    void list(const inventory::Question &question, Callback<inventory::Listing> done) override
    {
        ++asked;
        m_progress = question.progress;
        m_done = std::move(done);
        if (!held) {
            answer();
        }
    }
    /// Answers the question under way.
    void answer()
    {
        if (m_done) {
            std::exchange(m_done, {})(next);
        }
    }
    /// What is known before the answer to the question under way.
    void tell(const inventory::Listing &part) { m_progress(part); }
    /// What the next answer is: a snapshot without the nodes of what does not answer in it.
    void set(const inventory::Snapshot &snapshot)
    {
        next = {};
        next.projects = snapshot.projects;
        next.otherProjects = inventory::Coverage::Projects::All;
        next.problems = snapshot.problems;
        next.error = snapshot.error;
        for (const inventory::NodeEntry &entry : snapshot.nodes) {
            const bool silent = std::any_of(
                next.problems.begin(), next.problems.end(), [&entry](const auto &problem) {
                    return problem.project == entry.node.ref.project &&
                           (!problem.zone || *problem.zone == entry.node.ref.zone);
                });
            if (!silent) {
                next.nodes.push_back(entry.node);
            }
        }
    }

    inventory::Listing next;
    bool held = false;
    int asked = 0;

private:
    Callback<inventory::Listing> m_done;
    std::function<void(inventory::Listing)> m_progress;
};

} // namespace podium::tests
