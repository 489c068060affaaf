// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/keys/hostkeystore.h"
#include "tests/core/ssh/localsshd.h"
#include "tests/core/ssh/recorder.h"
#include "tests/fakes/patience.h"

#include <chrono>
#include <memory>

namespace podium::ssh::test {

/// What the tests of both ways to a worker have in common: a transport with a host key store of
/// its own, and somebody who listens.
template <typename TransportType>
struct CommandRig
{
    template <typename Options>
    explicit CommandRig(const Options &options)
        : store(folder.filePath(QStringLiteral("known_hosts")))
        , transport(std::make_unique<TransportType>(store, options))
        , recorder(*transport)
    {}

    /// Only a fault meets the limit of its login; tests of that limit have one of their own.
    [[nodiscard]] static CommandRequest
    request(const Endpoint &endpoint, const QByteArray &command = "echo in")
    {
        CommandRequest request;
        request.endpoint = endpoint;
        request.command = command;
        request.connectLimit = std::chrono::milliseconds(Patience);
        return request;
    }
    /// Starts and waits for the end.
    CommandId run(const CommandRequest &request)
    {
        const CommandId id = transport->start(request).id();
        [&] { QTRY_VERIFY(recorder.hasEnded(id)); }();
        return id;
    }
    /// Runs what prints a line and then goes on, until the limit of all that it takes has passed.
    /// A login may need all of it: then once more, with a longer one.
    CommandId runPastTotalLimit(CommandRequest request)
    {
        using namespace std::chrono_literals;
        for (request.totalLimit = 1s;; request.totalLimit *= 2) {
            const CommandId id = run(request);
            if (recorder[id].out.endsWith('\n') || request.totalLimit > 1min) {
                return id;
            }
        }
    }
    /// A command that has printed its pid, which is its process group's too.
    struct Started
    {
        CommandHandle command;
        CommandId id;
        int group;
    };
    /// Starts a command that prints its pid first, and waits for that.
    Started startWithPid(const CommandRequest &request)
    {
        const CommandHandle command = transport->start(request);
        const CommandId id = command.id();
        [&] { QTRY_VERIFY(recorder[id].out.contains('\n')); }();
        return {command, id, recorder[id].out.split('\n').value(0).toInt()};
    }
    Started startAndPid(const QByteArray &command, const Endpoint &endpoint)
    {
        return startWithPid(request(endpoint, "echo $$; " + command));
    }

    QTemporaryDir folder;
    HostKeyStore store;
    std::unique_ptr<TransportType> transport;
    Recorder recorder;
};

inline bool isGroupAlive(int group)
{
    const QByteArray list = runProgram("ps", {"-e", "-o", "pgid=,stat="});
    for (const QByteArray &line : list.split('\n')) {
        const auto parts = line.simplified().split(' ');
        if (parts.value(0).toInt() == group && !parts.value(1).startsWith('Z')) {
            return true;
        }
    }
    return false;
}

/// Commands that a shell in between would change, and what they print.
inline void addVerbatimCommands()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("out");
    QTest::newRow("quotes") << QByteArray(R"(echo "it's" '"$HOME"' `echo x` \\)")
                            << QByteArray("it's \"$HOME\" x \\\n");
    QTest::newRow("many lines") << QByteArray("cat <<'END'\n$a 'b' \"c\"\nEND\necho done")
                                << QByteArray("$a 'b' \"c\"\ndone\n");
    QTest::newRow("bytes") << QByteArray("printf '\xff\xfe\x01' | od -An -tx1")
                           << QByteArray(" ff fe 01\n");
    QTest::newRow("percent and tilde") << QByteArray("echo %h %% '~'") << QByteArray("%h %% ~\n");
    QTest::newRow("what could be options")
        << QByteArray("echo -o ProxyCommand=id -G") << QByteArray("-o ProxyCommand=id -G\n");
    QTest::newRow("long") << QByteArray("echo ") + QByteArray(120000, 'x')
                          << QByteArray(120000, 'x') + '\n';
}

} // namespace podium::ssh::test
