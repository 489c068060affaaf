// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/noderequesttask.h"

namespace podium::ctl {

/// `podiumctl requests` and `request …`.
class RequestsTask final : public NodeRequestTask
{
    Q_OBJECT

public:
    using NodeRequestTask::NodeRequestTask;
    void start() override;

private:
    void list(const lifecycle::NodeRequests &requests);
    void change(const lifecycle::NodeRequests &requests);
    void cancel(const lifecycle::NodeRequest &request);
    void changeZones(const lifecycle::NodeRequest &request);
    void tryZones(const lifecycle::NodeRequest &request, const std::vector<Zone> &zones);
    void setWish(
        std::optional<lifecycle::NodeRequest::Wish> wish, const lifecycle::ZoneWish &where,
        const QString &note);
    [[nodiscard]] Json details() const override;

    lifecycle::RequestCoverage m_coverage; ///< of zones in which it was not tried before
};

} // namespace podium::ctl
