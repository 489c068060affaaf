// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/disksclient.h"
#include "core/cloud/clients/tpuclient.h"
#include "core/lifecycle/action/nodeactionrun.h"
#include "core/lifecycle/disk/diskplan.h"

#include <QObject>

namespace podium::lifecycle {

/// Carries out a plan for one disk: looks again whether node and disk are those of the plan, asks
/// for the change once, follows the operation, and proves the end by looking: what was deleted
/// answers 404, what was attached stands among the node's disks. A lost reply is looked up, not
/// repeated. Lives on one thread, blocks never; destroyed early, it asks no more, and what the
/// cloud has begun goes on.
class DiskRun final : public QObject
{
    Q_OBJECT

public:
    /// The clients must outlive this. The plan has no error.
    DiskRun(
        cloud::DisksClient &disks, cloud::TpuClient &tpu, DiskPlan plan, ActionPace pace = {},
        QObject *parent = nullptr);

    void start();
    [[nodiscard]] const DiskPlan &plan() const { return m_plan; }

signals:
    /// Once. Timeout: nobody knows whether it was, or will be, done.
    void finished(const podium::Result<> &outcome);

private:
    [[nodiscard]] bool isOfNode() const;
    [[nodiscard]] cloud::Disk disk() const;
    [[nodiscard]] bool isOther(const cloud::Disk &found) const;
    void lookAtDisk();
    void lookAtNode();
    void lookAtDisks();
    void change(const std::vector<cloud::AttachedDisk> &now);
    void handleAnswer(const Result<cloud::Operation> &operation);
    void later(void (DiskRun::*what)());
    void follow();
    void handleProgress(const Result<cloud::Operation> &operation);
    void prove();
    void judge(const Result<bool> &isSo);
    void finish(const Result<> &outcome);

    cloud::DisksClient &m_disks;
    cloud::TpuClient &m_tpu;
    DiskPlan m_plan;
    const ActionPace m_pace;
    QString m_operation;
    std::optional<Error> m_loss; ///< why no reply came
    int m_questions = 0;
    bool m_isFinished = false;
};

} // namespace podium::lifecycle
