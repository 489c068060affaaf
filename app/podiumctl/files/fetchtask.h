// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/fetcharguments.h"

namespace podium::ctl {

/// `podiumctl fetch`.
class FetchTask final : public TransferTask
{
    Q_OBJECT

public:
    FetchTask(RunServices services, FetchArguments arguments, QObject *parent = nullptr);

private:
    [[nodiscard]] QStringList planLines(const NamesOf &namesOf) const override;
    [[nodiscard]] Json document(bool isCarriedOut) const override;
    [[nodiscard]] std::unique_ptr<files::Transfer>
    makeSession(const std::vector<WorkerRef> &workers) override;

    const QByteArray m_place; ///< as typed
    const files::FetchRequest m_request;
    files::Transfer *m_session = nullptr;   ///< the one that was made
    files::FetchSession *m_first = nullptr; ///< within it, for all workers: knows their folders
};

} // namespace podium::ctl
