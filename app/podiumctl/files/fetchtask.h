// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/fetcharguments.h"
#include "app/podiumctl/files/workerverdicts.h"
#include "app/podiumctl/nodes/targettask.h"

#include <QElapsedTimer>
#include <QTimer>

#include <memory>

namespace podium::ctl {

/// `podiumctl fetch`: plan, question, progress, verdicts.
class FetchTask final : public TargetTask
{
    Q_OBJECT

public:
    FetchTask(RunServices services, FetchArguments arguments, QObject *parent = nullptr);
    void interrupt() override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void onPlanned();
    void onFinished();
    void showProgress();
    [[nodiscard]] QStringList planLines() const;
    [[nodiscard]] Json document(bool isDone) const;
    [[nodiscard]] bool hasLeftOut() const;

    const FetchArguments m_arguments;
    std::unique_ptr<files::FetchSession> m_session;
    QTimer m_progress;
    QElapsedTimer m_sending;
    bool m_isInterrupted = false;
};

} // namespace podium::ctl
