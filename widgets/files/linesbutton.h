// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/files/copysession.h"
#include "core/models/mark.h"
#include "core/sshconfig/plan/configplan.h"

#include <QStringList>
#include <QToolButton>

#include <functional>
#include <vector>

namespace podium::ui {

/// The same copy for those who prefer rsync or gcloud storage: lines for a shell, to the clipboard.
class LinesButton final : public QToolButton
{
    Q_OBJECT

public:
    /// Tells later how the ssh config stands, for the names of workers in it.
    using PlanConfig = std::function<void(const Callback<Result<sshconfig::ConfigPlan>> &)>;
    struct Copy
    {
        files::CopyRequest request;
        QStringList targets; ///< the words
        std::vector<WorkerRef> workers;
    };
    /// As it is filled in now.
    using CopyNow = std::function<Copy()>;

    LinesButton(PlanConfig planConfig, CopyNow copyNow, QWidget *parent = nullptr);

    /// Why it cannot be used, as its tooltip; empty: what it does.
    void setObstacle(const QString &obstacle);
    /// What its menu does.
    void copyRsyncLines();
    void askForBucket();
    void copyBucketLines(const QString &bucket);

signals:
    void told(podium::models::Mark mark, const QString &text);
    void failed(const podium::Error &error);

private:
    void onPlan(const Result<sshconfig::ConfigPlan> &plan);

    const PlanConfig m_planConfig;
    const CopyNow m_copyNow;
    Copy m_copy; ///< that waits for the plan
    QString m_bucket;
};

} // namespace podium::ui
