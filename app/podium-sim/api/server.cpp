// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/server.h"

#include "app/podium-sim/api/fieldmask.h"

#include <httplib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

namespace podium::sim {

constexpr size_t callsPerConnection = 100000;
constexpr time_t idleSeconds = 60;
/// For a piece of a call or of an answer. Whoever calls may be held up on a busy machine: the
/// library's five seconds would cut it off.
constexpr time_t pieceSeconds = 300;
constexpr size_t longestBody = 1 << 20;
constexpr int payloadTooLarge = 413;

/// A call that a fault holds up must not hold up the others, so each connection has its thread. The
/// program ends by leaving, so nobody waits for them.
class ThreadEach final : public httplib::TaskQueue
{
public:
    /// Nothing, or from 0.18 of the library on whether the job is taken.
    using Taken = decltype(std::declval<httplib::TaskQueue &>().enqueue({}));

    Taken enqueue(std::function<void()> job) override
    {
        std::thread(std::move(job)).detach();
        return Taken(true);
    }
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
    m_http->set_read_timeout(pieceSeconds);
    m_http->set_write_timeout(pieceSeconds);
    m_http->set_tcp_nodelay(true);
    // The library would let a second program share the port.
    m_http->set_socket_options([](socket_t socket) {
        const int on = 1;
        ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    });
    addHandlers();
}

Server::~Server() = default;

/// The body of a call, or nothing when it is too long. By itself the library waits for one that the
/// call has not announced, and takes 8 KiB of a form.
static std::optional<std::string>
bodyOf(const httplib::Request &in, const httplib::ContentReader &read)
{
    std::string body;
    if (!in.has_header("Content-Length") && !in.has_header("Transfer-Encoding"))
        return body;
    bool fits = true;
    const auto take = [&](const char *data, size_t size) {
        // To its end in any case: the answer is read only after that.
        fits = fits && body.size() + size <= longestBody;
        if (fits)
            body.append(data, size);
        return true;
    };
    if (in.is_multipart_form_data())
        read([](const httplib::MultipartFormData &) { return true; }, take);
    else
        read(take);
    return fits ? std::optional(std::move(body)) : std::nullopt;
}

void Server::addHandlers()
{
    const std::string all = R"([\s\S]*)";
    m_http->Get(
        all, [this](const httplib::Request &in, httplib::Response &out) { handle(in, {}, out); });
    const auto handler = [this](
                             const httplib::Request &in, httplib::Response &out,
                             const httplib::ContentReader &read) {
        auto body = bodyOf(in, read);
        if (body)
            return handle(in, std::move(*body), out);
        out.status = payloadTooLarge;
        const ApiError tooLarge{
            payloadTooLarge, "INVALID_ARGUMENT",
            "Request payload size exceeds the limit: " + std::to_string(longestBody) + " bytes.",
            nlohmann::json::array()};
        out.set_content(tooLarge.response().body, tooLarge.response().contentType);
    };
    m_http->Post(all, handler).Put(all, handler).Patch(all, handler).Delete(all, handler);
}

int Server::bind(int port)
{
    if (port == 0)
        m_port = m_http->bind_to_any_port("127.0.0.1");
    else if (m_http->bind_to_port("127.0.0.1", port))
        m_port = port;
    return m_port;
}

void Server::listen()
{
    m_http->listen_after_bind();
}

void Server::close()
{
    m_one.lock();
}

static bool isControl(const std::string &path)
{
    return path.rfind("/sim/", 0) == 0;
}

/// What workers ask, not callers of the APIs.
static bool isMetadata(const std::string &path)
{
    return path.rfind("/metadata/", 0) == 0;
}

static bool needsToken(const std::string &path)
{
    return !isControl(path) && !isMetadata(path) && path != "/token";
}

/// Any page in a browser of this machine can send calls here. It cannot choose what the browser
/// says of where it is from, nor, when a name of its own leads here, of whom it asks.
bool Server::isFromHere(const Request &request) const
{
    static const std::string scheme = "http://";
    const std::string port = ':' + std::to_string(m_port);
    for (const std::string name : {"127.0.0.1", "localhost"}) {
        if (request.host != name && request.host != name + port)
            continue;
        return request.origin.empty() || request.origin == scheme + "127.0.0.1" + port ||
               request.origin == scheme + "localhost" + port;
    }
    return false;
}

Response Server::answer(Request &request)
{
    if ((isControl(request.path) || isMetadata(request.path)) && !isFromHere(request))
        return ApiError{
            403, "PERMISSION_DENIED",
            "Only programs of this machine may call /sim/ and /metadata/: neither other web pages "
            "(Origin) nor by "
            "other names (Host).",
            nlohmann::json::array()}
            .response();
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

static Request requestFrom(const httplib::Request &in, std::string body)
{
    Request request;
    request.method = in.method;
    request.path = in.path;
    httplib::Params fields = in.params;
    if (in.get_header_value("Content-Type").rfind("application/x-www-form-urlencoded", 0) == 0)
        httplib::detail::parse_query_text(body, fields);
    for (const auto &[name, value] : fields)
        request.query.emplace(name, value);
    request.body = std::move(body);
    request.host = in.get_header_value("Host");
    request.origin = in.get_header_value("Origin");
    request.metadataFlavor = in.get_header_value("Metadata-Flavor");
    request.authorization = in.get_header_value("Authorization");
    request.userAgent = in.get_header_value("User-Agent");
    return request;
}

/// The time as HTTP has it (RFC 7231), whatever the language.
static std::string httpDate()
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::time_t now = std::time(nullptr);
    std::tm utc = {};
    gmtime_r(&now, &utc);
    std::array<char, 40> text{};
    std::snprintf(
        text.data(), text.size(), "%s, %02d %s %d %02d:%02d:%02d GMT", days[utc.tm_wday],
        utc.tm_mday, months[utc.tm_mon], utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
    return text.data();
}

void Server::handle(const httplib::Request &in, std::string body, httplib::Response &out)
{
    Request request = requestFrom(in, std::move(body));
    const bool control = isControl(request.path);
    const auto fault = control ? std::nullopt : m_faults.take(request.method, request.path);
    if (fault && fault->delayMs > 0)
        m_faults.wait(*fault);
    const Response response =
        fault && (fault->status || fault->body) ? faultResponse(*fault) : answer(request);
    if (!control && !isMetadata(request.path))
        m_log.add(request, in.target, response.status);
    out.status = response.status;
    out.set_header("Date", httpDate()); // as Google's servers do
    if (fault && fault->retryAfter)
        out.set_header("Retry-After", std::to_string(*fault->retryAfter));
    if (fault && fault->cutAt)
        sendCut(out, response, *fault->cutAt);
    else
        out.set_content(response.body, response.contentType);
}

} // namespace podium::sim
