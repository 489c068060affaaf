// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/grpcexchange.h"

#include <QtEndian>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include <nghttp2/nghttp2.h>

namespace podium::tpu {

namespace {

/// Before each message: whether it is compressed, and its length.
constexpr int PrefixSize = 5;

struct Call
{
    QByteArray request; ///< with its prefix
    int sent = 0;       ///< bytes of it
    QByteArray body;    ///< what has come
    bool isRefused = false;
    bool isClosed = false;
};

/// Both texts must live until nghttp2 has copied them; it does not write to them.
nghttp2_nv field(std::string_view name, std::string_view value)
{
    auto *bytes = reinterpret_cast<std::uint8_t *>(const_cast<char *>(value.data()));
    auto *key = reinterpret_cast<std::uint8_t *>(const_cast<char *>(name.data()));
    return {key, bytes, name.size(), value.size(), NGHTTP2_NV_FLAG_NONE};
}

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), std::size_t(bytes.size())};
}

QByteArray withPrefix(const QByteArray &message)
{
    QByteArray bytes(PrefixSize, '\0');
    qToBigEndian(quint32(message.size()), bytes.data() + 1);
    return bytes + message;
}

} // namespace

struct GrpcExchange::Private
{
    static Private &of(void *self) { return *static_cast<Private *>(self); }
    Call *find(std::int32_t stream)
    {
        const auto found = streams.find(stream);
        return found == streams.end() ? nullptr : &calls.at(found->second);
    }
    void makeSession();
    void send(std::size_t place, const QByteArray &path, const QByteArray &authority);
    /// As much of a request as fits.
    static ssize_t readRequest(
        nghttp2_session *, std::int32_t stream, std::uint8_t *buffer, std::size_t room,
        std::uint32_t *flags, nghttp2_data_source *, void *self);

    std::vector<Call> calls;
    std::map<std::int32_t, std::size_t> streams;
    nghttp2_session *session = nullptr;
    int received = 0;
    bool isBroken = false;
};

ssize_t GrpcExchange::Private::readRequest(
    nghttp2_session *, std::int32_t stream, std::uint8_t *buffer, std::size_t room,
    std::uint32_t *flags, nghttp2_data_source *, void *self)
{
    Call *call = of(self).find(stream);
    if (call == nullptr) {
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    }
    const int size = std::min(int(room), call->request.size() - call->sent);
    std::copy_n(call->request.constData() + call->sent, size, buffer);
    call->sent += size;
    if (call->sent == call->request.size()) {
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    }
    return size;
}

void GrpcExchange::Private::makeSession()
{
    nghttp2_session_callbacks *callbacks = nullptr;
    if (nghttp2_session_callbacks_new(&callbacks) != 0) {
        isBroken = true;
        return;
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(
        callbacks, [](nghttp2_session *, std::uint8_t, std::int32_t stream,
                      const std::uint8_t *data, std::size_t size, void *self) {
            if (Call *call = of(self).find(stream)) {
                call->body.append(reinterpret_cast<const char *>(data), int(size));
            }
            return 0;
        });
    nghttp2_session_callbacks_set_on_header_callback(
        callbacks, [](nghttp2_session *, const nghttp2_frame *frame, const std::uint8_t *name,
                      std::size_t nameSize, const std::uint8_t *value, std::size_t valueSize,
                      std::uint8_t, void *self) {
            const QByteArray key(reinterpret_cast<const char *>(name), int(nameSize));
            const QByteArray text(reinterpret_cast<const char *>(value), int(valueSize));
            Call *call = of(self).find(frame->hd.stream_id);
            const bool isRefusal =
                (key == ":status" && text != "200") || (key == "grpc-status" && text != "0");
            if (call != nullptr && isRefusal) {
                call->isRefused = true;
            }
            return 0;
        });
    nghttp2_session_callbacks_set_on_stream_close_callback(
        callbacks, [](nghttp2_session *, std::int32_t stream, std::uint32_t error, void *self) {
            if (Call *call = of(self).find(stream)) {
                call->isClosed = true;
                call->isRefused = call->isRefused || error != NGHTTP2_NO_ERROR;
            }
            return 0;
        });
    if (nghttp2_session_client_new(&session, callbacks, this) != 0) {
        isBroken = true;
    }
    nghttp2_session_callbacks_del(callbacks);
}

void GrpcExchange::Private::send(
    std::size_t place, const QByteArray &path, const QByteArray &authority)
{
    const std::array<nghttp2_nv, 6> fields = {
        field(":method", "POST"),
        field(":scheme", "http"),
        field(":path", viewOf(path)),
        field(":authority", viewOf(authority)),
        field("content-type", "application/grpc"),
        field("te", "trailers")};
    nghttp2_data_provider body = {};
    body.read_callback = readRequest;
    const std::int32_t stream =
        nghttp2_submit_request(session, nullptr, fields.data(), fields.size(), &body, nullptr);
    if (stream > 0) {
        streams[stream] = place;
    } else {
        isBroken = true;
    }
}

GrpcExchange::GrpcExchange(
    const QByteArray &path, const QByteArray &authority, const QByteArrayList &messages)
    : d(std::make_unique<Private>())
{
    for (const QByteArray &message : messages) {
        Call call;
        call.request = withPrefix(message);
        d->calls.push_back(std::move(call));
    }
    d->makeSession();
    if (d->isBroken) {
        return;
    }
    nghttp2_submit_settings(d->session, NGHTTP2_FLAG_NONE, nullptr, 0);
    for (std::size_t place = 0; place < d->calls.size(); ++place) {
        d->send(place, path, authority);
    }
}

GrpcExchange::~GrpcExchange()
{
    nghttp2_session_del(d->session);
}

QByteArray GrpcExchange::takeOutput()
{
    QByteArray output;
    while (!d->isBroken) {
        const std::uint8_t *bytes = nullptr;
        const ssize_t size = nghttp2_session_mem_send(d->session, &bytes);
        if (size < 0) {
            d->isBroken = true;
        }
        if (size <= 0) {
            break;
        }
        output.append(reinterpret_cast<const char *>(bytes), int(size));
    }
    return output;
}

void GrpcExchange::feed(const QByteArray &bytes)
{
    if (d->isBroken) {
        return;
    }
    const int room = MostBytes - d->received;
    d->received += std::min(room, bytes.size());
    const ssize_t read = nghttp2_session_mem_recv(
        d->session, reinterpret_cast<const std::uint8_t *>(bytes.constData()),
        std::size_t(std::min(room, bytes.size())));
    // What it did not read it never will: it has ended the connection.
    d->isBroken =
        read < 0 || bytes.size() > room ||
        (nghttp2_session_want_read(d->session) == 0 && nghttp2_session_want_write(d->session) == 0);
}

bool GrpcExchange::isDone() const
{
    return d->isBroken || std::all_of(d->calls.begin(), d->calls.end(), [](const Call &call) {
               return call.isClosed;
           });
}

bool GrpcExchange::isBroken() const
{
    return d->isBroken;
}

std::optional<QByteArray> GrpcExchange::answer(int call) const
{
    const Call &asked = d->calls.at(std::size_t(call));
    const QByteArray &body = asked.body;
    if (!asked.isClosed || asked.isRefused || body.size() < PrefixSize || body[0] != '\0') {
        return std::nullopt;
    }
    const auto size = qFromBigEndian<quint32>(body.constData() + 1);
    return size == quint32(body.size() - PrefixSize) ? std::optional(body.mid(PrefixSize))
                                                     : std::nullopt;
}

} // namespace podium::tpu
