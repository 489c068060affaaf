// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/reviewgroups.h"

#include <QMap>

#include <algorithm>

namespace podium::models {

using people::AccountPlan;
using people::WorkerPlan;

namespace {

template <typename Item>
bool isSame(const QVector<Item> &a, const QVector<Item> &b)
{
    return a.constData() == b.constData() || a == b; // shared, or equal
}

/// The data for the worker is not compared: it holds what the worker has, not what is done.
bool isSameReview(const AccountPlan &a, const AccountPlan &b)
{
    return a.state == b.state && isSame(a.steps, b.steps) && isSame(a.notes, b.notes);
}

} // namespace

std::vector<ReviewGroup> reviewGroups(const std::vector<WorkerPlan> &plans)
{
    QMap<QString, std::vector<ReviewGroup>> byLogin;
    for (const WorkerPlan &plan : plans) {
        for (const AccountPlan &account : plan.accounts) {
            std::vector<ReviewGroup> &groups = byLogin[account.login];
            const auto known =
                std::find_if(groups.begin(), groups.end(), [&account](const ReviewGroup &group) {
                    return isSameReview(*group.account, account);
                });
            if (known == groups.end()) {
                groups.push_back({&account, {plan.worker}});
            } else {
                known->workers.push_back(plan.worker);
            }
        }
    }
    std::vector<ReviewGroup> all;
    for (const std::vector<ReviewGroup> &groups : qAsConst(byLogin)) {
        all.insert(all.end(), groups.begin(), groups.end());
    }
    return all;
}

} // namespace podium::models
