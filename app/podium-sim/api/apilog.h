// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/api/router.h"

#include <nlohmann/json.hpp>

#include <deque>
#include <mutex>

namespace podium::sim {

/// The last calls that were seen, without anything secret: GET /sim/log. Any thread.
class ApiLog final
{
public:
    void add(const Request &request, const std::string &target, int status);
    [[nodiscard]] nlohmann::json list() const;
    void clear();

private:
    mutable std::mutex m_mutex;
    std::deque<nlohmann::json> m_calls;
    unsigned long m_seen = 0;
};

} // namespace podium::sim
