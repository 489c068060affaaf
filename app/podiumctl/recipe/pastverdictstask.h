// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/task.h"
#include "core/store/runhistory.h"

namespace podium::ctl {

/// `podiumctl recipe verdicts [RUN]`: how a recipe that was run here, or in the window, came out.
/// Asks nobody.
class PastVerdictsTask final : public Task
{
    Q_OBJECT

public:
    /// `id`: PastRun::id; empty: the newest recipe.
    PastVerdictsTask(store::RunHistory history, QString id, bool json, QObject *parent = nullptr);
    void start() override;

private:
    void show(const std::vector<store::PastRun> &newestFirst);
    void print(const store::PastRun &run) const;

    store::RunHistory m_history;
    const QString m_id;
    const bool m_json;
};

} // namespace podium::ctl
