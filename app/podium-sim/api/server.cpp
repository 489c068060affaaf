// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/server.h"

#include "app/podium-sim/api/fieldmask.h"

#include <httplib.h>

#include <algorithm>
#include <thread>

namespace podium::sim {

constexpr size_t callsPerConnection = 100000;
constexpr time_t idleSeconds = 60;

/// A call that a fault holds up must not hold up the others, so each connection has its thread. The
/// program ends by leaving, so nobody waits for them.
class ThreadEach final : public httplib::TaskQueue
{
public:
    void enqueue(std::function<void()> job) override { std::thread(std::move(job)).detach(); }
    void shutdown() override {}
};

Server::Server(const Router &router, Faults &faults, ApiLog &log, const Tokens &tokens)
    : m_router(router)
    , m_faults(faults)
    , m_log(log)
    , m_tokens(tokens)
    , m_http(std::make_unique<httplib::Server>())
{
    m_http->new_task_queue = [] { return new ThreadEach; };
    m_http->set_keep_alive_max_count(callsPerConnection);
    m_http->set_keep_alive_timeout(idleSeconds);
    m_http->set_tcp_nodelay(true);
    // The library would let a second program share the port.
    m_http->set_socket_options([](socket_t socket) {
        const int on = 1;
        ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    });
    const auto handler = [this](const httplib::Request &in, httplib::Response &out) {
        handle(in, out);
    };
    const std::string all = R"([\s\S]*)";
    m_http->Get(all, handler).Post(all, handler).Put(all, handler);
    m_http->Patch(all, handler).Delete(all, handler);
}

Server::~Server() = default;

int Server::bind(int port)
{
    if (port == 0)
        return m_http->bind_to_any_port("127.0.0.1");
    return m_http->bind_to_port("127.0.0.1", port) ? port : -1;
}

void Server::listen()
{
    m_http->listen_after_bind();
}

void Server::close()
{
    m_one.lock();
}

static bool needsToken(const std::string &path)
{
    return path.rfind("/sim/", 0) != 0 && path != "/token";
}

Response Server::answer(Request &request)
{
    if (needsToken(request.path) && !m_tokens.accepts(request.authorization)) {
        Fault unauthorized;
        unauthorized.status = 401;
        return faultResponse(unauthorized);
    }
    try {
        const std::scoped_lock lock(m_one);
        Response response = m_router.dispatch(request);
        const std::string fields = request.queryValue("fields");
        if (!fields.empty() && response.status == 200)
            return jsonResponse(masked(nlohmann::json::parse(response.body), fields));
        return response;
    } catch (const ApiError &error) {
        return error.response();
    } catch (const nlohmann::json::exception &error) {
        return invalidArgument("Invalid JSON payload received. " + std::string(error.what()))
            .response();
    } catch (const std::exception &error) {
        return ApiError{500, "INTERNAL", error.what(), nlohmann::json::array()}.response();
    }
}

/// Announces the whole body and breaks the connection after `size` bytes of it.
static void sendCut(httplib::Response &out, const Response &response, size_t size)
{
    out.set_content_provider(
        response.body.size(), response.contentType,
        [body = response.body, size](size_t offset, size_t length, httplib::DataSink &sink) {
            const size_t end = std::min({body.size(), size, offset + length});
            if (offset < end)
                sink.write(body.data() + offset, end - offset);
            return end < size && end < body.size();
        });
}

static Request requestFrom(const httplib::Request &in)
{
    Request request;
    request.method = in.method;
    request.path = in.path;
    for (const auto &[name, value] : in.params)
        request.query.emplace(name, value);
    request.body = in.body;
    request.authorization = in.get_header_value("Authorization");
    request.userAgent = in.get_header_value("User-Agent");
    return request;
}

void Server::handle(const httplib::Request &in, httplib::Response &out)
{
    Request request = requestFrom(in);
    const bool control = request.path.rfind("/sim/", 0) == 0;
    const auto fault = control ? std::nullopt : m_faults.take(request.method, request.path);
    if (fault && fault->delayMs > 0)
        m_faults.wait(*fault);
    const Response response =
        fault && (fault->status || fault->body) ? faultResponse(*fault) : answer(request);
    if (!control)
        m_log.add(request, in.target, response.status);
    out.status = response.status;
    if (fault && fault->cutAt)
        sendCut(out, response, *fault->cutAt);
    else
        out.set_content(response.body, response.contentType);
}

} // namespace podium::sim
