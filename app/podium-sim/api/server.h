// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/api/apilog.h"
#include "app/podium-sim/api/faults.h"
#include "app/podium-sim/api/router.h"
#include "app/podium-sim/api/tokens.h"

#include <memory>
#include <string>

namespace httplib {
class Server;
struct Request;
struct Response;
} // namespace httplib

namespace podium::sim {

/// The HTTP side: takes calls on 127.0.0.1, a thread each, notes them, meets faults, asks for a
/// token (not for /sim/ and /token) and hands them to the router, one at a time. Calls of /sim/
/// that a foreign web page makes are refused.
class Server final
{
public:
    Server(const Router &router, Faults &faults, ApiLog &log, const Tokens &tokens);
    ~Server();

    /// Binds; port 0 takes any. The port, or -1.
    [[nodiscard]] int bind(int port);
    /// Waits for the call that is being handled; none is after it.
    void close();
    /// Serves for as long as the program runs.
    void listen();

private:
    void addHandlers();
    void handle(const httplib::Request &in, std::string body, httplib::Response &out);
    [[nodiscard]] Response answer(Request &request);
    [[nodiscard]] bool isFromHere(const Request &request) const;

    const Router &m_router;
    Faults &m_faults;
    ApiLog &m_log;
    const Tokens &m_tokens;
    std::mutex m_one;
    int m_port = -1;
    std::unique_ptr<httplib::Server> m_http;
};

} // namespace podium::sim
