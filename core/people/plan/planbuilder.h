// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/plan/accountplan.h"
#include "core/ssh/plaintext.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace podium::people {

/// What the plans of all accounts have in common: the facts that they are made of, and the plan as
/// it grows. All references must outlive it.
class PlanBuilder
{
protected:
    PlanBuilder(const ActualAccount &found, const PlanInput &input, const PlanIndex &index)
        : m_actual(found)
        , m_input(input)
        , m_index(index)
    {
        m_plan.login = found.login;
    }
    ~PlanBuilder() = default;

    void step(StepKind kind, const QString &text) { m_plan.steps.push_back({kind, plain(text)}); }
    void note(const PlanNote &note) { m_plan.notes.push_back({note.kind, plain(note.text)}); }

    /// A plan that something stands against has no steps. Whether it is one.
    bool takeBlocks()
    {
        const bool isBlocked =
            std::any_of(m_plan.notes.begin(), m_plan.notes.end(), [](const PlanNote &n) {
                return n.kind == PlanNote::Kind::Blocked;
            });
        if (isBlocked) {
            m_plan.state = AccountState::Blocked;
            m_plan.steps.clear();
        }
        return isBlocked;
    }

    /// Paths, rules and names of a worker's are in it, which may be made to deceive.
    [[nodiscard]] static QString plain(const QString &text)
    {
        constexpr int longest = 4000;
        return ssh::plainText(text.toUtf8(), longest);
    }

    const ActualAccount &m_actual;
    const PlanInput &m_input;
    const PlanIndex &m_index;
    AccountPlan m_plan;
    QList<QByteArray> m_drops; ///< KeyLine::base64 of keys to take out wherever they stand
};

} // namespace podium::people
