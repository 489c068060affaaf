// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/values/tpuidle.h"

#include <QObject>

namespace podium::cloud {

class HttpClient;

/// Reads Cloud Monitoring v3: what Google itself measures of TPUs, for nodes that nobody logs in
/// to. Lives on one thread.
class MonitoringClient final : public QObject
{
    Q_OBJECT

public:
    /// Client and clock must outlive this.
    MonitoringClient(
        HttpClient &http, ApiEndpoints endpoints, const Clock &clock, QObject *parent = nullptr);

    /// All chips of a project that told something in the last minutes. Permission where the caller
    /// may not read it, or the API is off.
    void idleChips(const ProjectId &project, Callback<Result<std::vector<ChipIdle>>> done);

private:
    HttpClient &m_http;
    ApiEndpoints m_endpoints;
    const Clock &m_clock;
};

} // namespace podium::cloud
