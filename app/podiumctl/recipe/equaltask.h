// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/recipe/equalarguments.h"
#include "core/recipe/versionsession.h"

#include <memory>
#include <vector>

namespace podium::ctl {

/// `podiumctl equal TARGET…`: who has other versions than the rest.
class EqualTask final : public TargetTask
{
    Q_OBJECT

public:
    EqualTask(RunServices services, EqualArguments arguments, QObject *parent = nullptr);
    void interrupt() override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void show();

    const EqualArguments m_arguments;
    std::unique_ptr<recipe::VersionSession> m_session;
};

} // namespace podium::ctl
