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
    void setWish(
        std::optional<lifecycle::NodeRequest::Wish> wish, const std::vector<Zone> &zones,
        const QString &note);
};

} // namespace podium::ctl
