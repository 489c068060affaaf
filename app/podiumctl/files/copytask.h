// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/copyarguments.h"

namespace podium::ctl {

/// `podiumctl copy`.
class CopyTask final : public TransferTask
{
    Q_OBJECT

public:
    CopyTask(RunServices services, CopyArguments arguments, QObject *parent = nullptr);

private:
    [[nodiscard]] QStringList planLines(const NamesOf &namesOf) const override;
    [[nodiscard]] Json document(bool isDone) const override;
    [[nodiscard]] std::unique_ptr<files::Transfer>
    makeSession(const std::vector<WorkerRef> &workers) override;

    const files::CopyRequest m_request;
    files::CopySession *m_session = nullptr; ///< the one that was made
};

} // namespace podium::ctl
