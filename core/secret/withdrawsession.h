// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/remoterun.h"
#include "core/secret/withdraw.h"

#include <QObject>

#include <memory>
#include <vector>

namespace podium::secret {

/// Takes secrets away from the workers that they were put on, and says of each place whether it is
/// proven to be gone from there.
class WithdrawSession final : public QObject
{
    Q_OBJECT

public:
    /// What `service` refers to must outlive it. `plan`: see planWithdrawal(); those that are not
    /// Waiting are left as they are.
    WithdrawSession(
        run::RunService service, std::vector<Withdrawal> plan, QObject *parent = nullptr);
    ~WithdrawSession() override;

    [[nodiscard]] const std::vector<Withdrawal> &withdrawals() const { return m_withdrawals; }
    /// The records that need not be kept any more.
    [[nodiscard]] std::vector<QByteArray> provenIds() const;
    [[nodiscard]] bool isBusy() const { return m_run != nullptr; }
    /// Once.
    void start();
    /// See remote::RemoteRun::stop(). What was not looked at is Unknown.
    void stop();

signals:
    void changed();
    /// What could not be sent to all at once; for the person.
    void narrowed(const QString &text);
    void finished();

private:
    void send(remote::Rights rights);
    void onReport(const remote::Report &report);
    void onFinished();

    const run::RunService m_service;
    std::vector<Withdrawal> m_withdrawals;
    std::unique_ptr<remote::RemoteRun> m_run;
    remote::Rights m_rights = remote::Rights::Login;
    bool m_isStopping = false;
};

} // namespace podium::secret
