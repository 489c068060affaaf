// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"
#include "core/ssh/route/deferredcommand.h"

#include <QElapsedTimer>

#include <chrono>
#include <functional>
#include <optional>
#include <unordered_map>

namespace podium::ssh {

/// A transport before another one: starts a command once more where nothing of it was run, and the
/// next time may come out otherwise. Where a worker shows a host key that is not the known one, the
/// cloud is asked for the worker's keys again, and what it vouches for now counts; that is done
/// once. Where the cloud vouches for nothing new, the refusal stands, and says what the cloud said.
/// Where a worker does not answer, it is tried again after a pause for as long as
/// CommandOptions::retryLimit says.
class RetryingTransport final : public Transport, private CommandController
{
    Q_OBJECT

public:
    /// Gives the keys ("TYPE BASE64") that the cloud reports for this worker now; has to answer.
    using AskKeys = std::function<void(const Endpoint &, const Callback<Result<QStringList>> &)>;

    /// `transport` must outlive this; nobody else may use it.
    RetryingTransport(
        Transport &transport, AskKeys askKeys,
        std::chrono::milliseconds pause = std::chrono::seconds(5), QObject *parent = nullptr);

    [[nodiscard]] CommandHandle start(const CommandRequest &request) override;

private:
    /// A command that has not ended.
    struct Command
    {
        DeferredCommand deferred; ///< not started: the cloud is asked, or it is tried later
        QElapsedTimer since{};    ///< its first start
        /// As it was asked for, all tries together.
        std::chrono::milliseconds totalLimit{0};
        Refused refused{};           ///< while the cloud is asked
        std::optional<Phase> told{}; ///< the last one: they never go back
        bool isAgain = false;        ///< it was started before
        bool hasAsked = false;       ///< the cloud, before
        bool isStopping = false;
    };
    bool control(CommandId id, const CommandControl &what) override;
    void startThere(CommandId id, Command &command);
    void onEvents(const std::vector<TransportEvent> &events);
    [[nodiscard]] bool keepBack(CommandId id, Command &command, const TransportEvent &event);
    [[nodiscard]] bool mayTryAgain(Command &command) const;
    void tryLater(CommandId id, Command &command);
    void ask(CommandId id, Command &command, const Refused &refused);
    void handleKeys(CommandId id, const Result<QStringList> &keys);

    Transport &m_transport;
    const AskKeys m_askKeys;
    const std::chrono::milliseconds m_pause; ///< between tries
    std::unordered_map<CommandId, Command> m_commands;
    std::unordered_map<CommandId, CommandId> m_ours; ///< by the other transport's ids
    CommandId m_lastId = 0;
};

} // namespace podium::ssh
