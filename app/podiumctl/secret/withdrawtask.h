// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/secret/secretarguments.h"
#include "core/secret/secretservice.h"
#include "core/secret/withdrawsession.h"

#include <memory>
#include <vector>

namespace podium::ctl {

/// `podiumctl secret withdraw NAME`: the places, a question, and a verdict for each.
class WithdrawTask final : public TargetTask
{
    Q_OBJECT

public:
    /// `secrets` must outlive it.
    WithdrawTask(
        RunServices services, secret::SecretService &secrets, SecretArguments arguments,
        QObject *parent = nullptr);
    void start() override;
    void interrupt() override;

private:
    [[nodiscard]] Result<std::vector<WorkerRef>>
    chooseWorkers(const inventory::Snapshot &snapshot) const override;
    void runOn(const std::vector<WorkerRef> &workers) override;
    void print(const std::vector<secret::Withdrawal> &withdrawals) const;
    /// There is no place of it that is known.
    void endWithoutPlaces(const secret::SecretBook &book);
    void onFinished();

    secret::SecretService &m_secrets;
    const SecretArguments m_arguments;
    secret::SecretName m_name;
    std::vector<secret::Placement> m_placements;
    std::unique_ptr<secret::WithdrawSession> m_session;
};

} // namespace podium::ctl
