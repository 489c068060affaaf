// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/copyarguments.h"
#include "core/ssh/keys/hostkeystore.h"

#include <optional>

namespace podium::ctl {

/// `podiumctl copy`.
class CopyTask final : public TransferTask
{
    Q_OBJECT

public:
    /// `hostKeys` must outlive it.
    CopyTask(
        RunServices services, ssh::HostKeyStore &hostKeys, CopyArguments arguments,
        QObject *parent = nullptr);

private:
    [[nodiscard]] Result<std::vector<WorkerRef>>
    chooseWorkers(const inventory::Snapshot &snapshot) const override;
    [[nodiscard]] QStringList planLines(const NamesOf &namesOf) const override;
    [[nodiscard]] Json document(bool isCarriedOut) const override;
    [[nodiscard]] std::unique_ptr<files::Transfer>
    makeSession(const std::vector<WorkerRef> &workers) override;
    [[nodiscard]] std::unique_ptr<files::Transfer>
    makeTry(const std::vector<WorkerRef> &some, const std::optional<WorkerRef> &gateway);

    ssh::HostKeyStore &m_hostKeys;
    const files::CopyRequest m_request;
    const QString m_viaGateway;
    files::Transfer *m_session = nullptr; ///< the one that was made
};

} // namespace podium::ctl
