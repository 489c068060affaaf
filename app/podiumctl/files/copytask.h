// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/copyarguments.h"
#include "app/podiumctl/nodes/targettask.h"

#include <QElapsedTimer>
#include <QTimer>

#include <memory>

namespace podium::ctl {

/// `podiumctl copy`: plan, question, progress, verdicts.
class CopyTask final : public TargetTask
{
    Q_OBJECT

public:
    CopyTask(RunServices services, CopyArguments arguments, QObject *parent = nullptr);
    void interrupt() override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void onPlanned();
    void onFinished();
    void showProgress();
    [[nodiscard]] bool isWanted() const;
    [[nodiscard]] bool hasLeftOut() const;

    const CopyArguments m_arguments;
    std::unique_ptr<files::CopySession> m_session;
    QTimer m_progress;
    QElapsedTimer m_sending;
    bool m_isInterrupted = false;
};

} // namespace podium::ctl
