// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"
#include "core/ssh/transport.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace podium::ssh {

/// A transport before another one: where a worker shows a host key that is not the known one, the
/// cloud is asked for the worker's keys again, and what it vouches for now counts. The command
/// starts once more then, once; a host key that is refused ends it before anything is sent. Where
/// the cloud vouches for nothing new, the refusal stands, and says what the cloud said.
class VouchedTransport final : public Transport
{
    Q_OBJECT

public:
    /// Gives the keys ("TYPE BASE64") that the cloud reports for this worker now; has to answer.
    using AskKeys = std::function<void(const Endpoint &, const Callback<Result<QStringList>> &)>;

    /// `transport` must outlive this; nobody else may use it.
    VouchedTransport(Transport &transport, AskKeys askKeys, QObject *parent = nullptr);

    [[nodiscard]] CommandId start(const CommandRequest &request) override;
    void stop(CommandId id, StopKind kind) override;
    void leaveRunning(CommandId id) override;
    [[nodiscard]] bool write(CommandId id, const QByteArray &bytes) override;
    void endInput(CommandId id) override;
    void resize(CommandId id, TerminalSize size) override;

private:
    enum class Step { LoggingIn, Asking, Running };
    /// A command that has not ended.
    struct Command
    {
        CommandRequest request; ///< until it runs: with what was typed meanwhile
        CommandId id = 0;       ///< of the other transport
        Step step = Step::LoggingIn;
        Refused refused;           ///< while the cloud is asked
        int typed = 0;             ///< bytes, while the cloud is asked
        std::optional<Phase> told; ///< the last one: they never go back
        bool isAgain = false;      ///< the cloud was asked before
        bool isStopping = false;
        bool isInputOpen = false;
    };
    void startThere(CommandId id, Command &command);
    void onEvents(const std::vector<TransportEvent> &events);
    [[nodiscard]] bool keepBack(CommandId id, Command &command, const TransportEvent &event);
    void ask(CommandId id, Command &command, const Refused &refused);
    void handleKeys(CommandId id, const Result<QStringList> &keys);
    void endLater(CommandId id, const Ending &ending);
    [[nodiscard]] Command *find(CommandId id);

    Transport &m_transport;
    const AskKeys m_askKeys;
    std::unordered_map<CommandId, Command> m_commands;
    std::unordered_map<CommandId, CommandId> m_ours; ///< by the other transport's ids
    CommandId m_lastId = 0;
};

} // namespace podium::ssh
