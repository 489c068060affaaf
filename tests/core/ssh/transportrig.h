// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/hostkeystore.h"
#include "core/ssh/libsshtransport.h"
#include "tests/core/ssh/localsshd.h"
#include "tests/core/ssh/recorder.h"

namespace podium::ssh::test {

/// A transport with a host key store of its own and somebody who listens.
struct TransportRig
{
    /// By default each command logs in anew.
    explicit TransportRig(const LibsshTransport::Options &options = keepingNone())
        : store(folder.filePath(QStringLiteral("known_hosts")))
        , transport(std::make_unique<LibsshTransport>(store, options))
        , recorder(*transport)
    {}

    [[nodiscard]] static LibsshTransport::Options keepingNone()
    {
        LibsshTransport::Options options;
        options.idleLimit = std::chrono::milliseconds(0);
        return options;
    }
    [[nodiscard]] static CommandRequest
    request(const Endpoint &endpoint, const QByteArray &command = "echo in")
    {
        CommandRequest request;
        request.endpoint = endpoint;
        request.command = command;
        return request;
    }
    /// Starts and waits for the end.
    CommandId run(const CommandRequest &request, int limitMs = 30000)
    {
        const CommandId id = transport->start(request);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(recorder.hasEnded(id), limitMs); }();
        return id;
    }

    QTemporaryDir folder;
    HostKeyStore store;
    std::unique_ptr<LibsshTransport> transport;
    Recorder recorder;
};

} // namespace podium::ssh::test
