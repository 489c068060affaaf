// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/task.h"
#include "core/store/runhistory.h"

namespace podium::ctl {

/// `podiumctl runs --past`: what was run on this machine, in the window and here, the newest
/// first. Asks nobody.
class PastRunsTask final : public Task
{
    Q_OBJECT

public:
    PastRunsTask(store::RunHistory history, bool json, QObject *parent = nullptr);
    void start() override;

private:
    void print(const std::vector<store::PastRun> &runs);

    store::RunHistory m_history;
    bool m_json;
};

} // namespace podium::ctl
