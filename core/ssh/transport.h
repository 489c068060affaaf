// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/ssh/commandhandle.h"
#include "core/ssh/endpoint.h"

#include <QByteArray>
#include <QObject>
#include <QStringList>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace podium::ssh {

class ForwardGreeting;
class ForwardSockets;
/// Called on an I/O thread, for each socket.
using ForwardGreetingMaker = std::function<std::unique_ptr<ForwardGreeting>()>;

/// Which step of a command on a worker is under way.
enum class Phase { Waiting, Connecting, KeyExchange, Login, Running };

enum class OutputStream { Out, Err };

/// Limits of the steps up to the login, each from the end of the one before; 0: none of its own.
struct PhaseLimits
{
    std::chrono::milliseconds tcp{0};
    std::chrono::milliseconds banner{0}; ///< the server's first line
    std::chrono::milliseconds keyExchange{0};
    std::chrono::milliseconds login{0};
};

/// Where a worker connects to for us by TCP, as it sees it.
struct ForwardTarget
{
    QByteArray host; ///< a name or an address; "localhost" is the worker itself
    quint16 port = 0;
    /// It goes on when the other side says nothing more, until our side has ended too. Not by
    /// `ssh`: that the pipe of its output has ended does not tell whether the connection has.
    bool halfCloses = false;
    bool operator==(const ForwardTarget &) const = default;
};

/// What a shell does that stays on the worker for the next such text: what is looked at again and
/// again, and nothing else, as it may be begun twice where a connection has died in silence.
struct KeptShellText
{
    /// Starts that shell, which is to read commands from its stdin: for the worker's login shell.
    QByteArray shell;
    QByteArray text; ///< whole commands for it; run in a subshell, without stdin
    bool operator==(const KeptShellText &) const = default;
};

/// How a command runs, whatever it is and wherever.
struct CommandOptions
{
    bool keepsInputOpen = false; ///< no end of file after the input: more is written
    /// A terminal (pty, TERM=xterm-256color) on the worker instead of pipes, of this size at first.
    /// All output is Out then, and stdin, the keyboard, stays open.
    std::optional<TerminalSize> terminal;
    std::chrono::milliseconds connectLimit{15000}; ///< TCP to end of login
    std::chrono::milliseconds totalLimit{0};       ///< all in all; 0: none
    PhaseLimits phaseLimits;                       ///< for each step of the login
    /// Where a worker does not answer, it is connected to anew for so long; 0: once is enough.
    std::chrono::seconds retryLimit{0};
    std::chrono::milliseconds firstOutputLimit{0}; ///< from the sending of the command; 0: none
    std::chrono::milliseconds idleLimit{0};        ///< without any output while it runs; 0: none
    /// The worker is to end the command when it has not heard of us for so long, or the connection
    /// is gone; needs a second channel there. 0: it may go on, see Lost.
    std::chrono::seconds lossLimit{0};
    /// Log in anew, also where a connection to this endpoint is open already: what a login decides
    /// (groups, whether the key is still accepted) is decided now.
    bool freshLogin = false;
    /// The same as the command with its input, for transports that keep connections: see
    /// session/keptshell.h. Neither with a terminal nor with more input nor with a lossLimit.
    std::optional<KeptShellText> keptShell;
};

/// One command on one worker.
struct CommandRequest : CommandOptions
{
    Endpoint endpoint;
    /// For the worker's login shell, sent verbatim. Empty: that shell itself, for which there has
    /// to be a terminal.
    QByteArray command;
    /// Instead of a command: a TCP connection that the worker makes. What would be stdin goes
    /// there, what comes from there is Out. Exited{0}: the other side says nothing more. Refused
    /// with NotFound: nobody listens there; with PermissionDenied: sshd forwards nothing. Stopping
    /// closes it. Either way the connection to the worker is kept as after any command.
    std::optional<ForwardTarget> forward;
    /// With `forward`: not one connection but many, one for each of these sockets of this machine,
    /// side by side in a login of their own. Running: they are served, until it is stopped or the
    /// connection to the worker ends; then sockets that were not served yet wait in here. A refusal
    /// is told here too, see ForwardSockets::Counts.
    std::shared_ptr<ForwardSockets> sockets;
    /// With `sockets`, in place of `forward`: each says by itself where it goes.
    ForwardGreetingMaker greeting;
    /// Nothing is run on the worker.
    [[nodiscard]] bool isForward() const { return forward || sockets; }
    /// All of stdin, then end of file. Sent in pieces of at most 32 KiB, each only when the worker
    /// has room and the socket takes it, so that nothing ever waits; never logged.
    QByteArray input;
    /// While the login waits for the person's ssh agent, the limits up to its end stand still, and
    /// this one runs: from the beginning of the waiting, anew with each signature that the agent
    /// gives anybody; 0: none. Less than the two minutes that sshd gives a login.
    std::chrono::milliseconds agentLimit{100000};
};

/// The command ended with a status of its own.
struct Exited
{
    int status = 0;
    bool operator==(const Exited &) const = default;
};
/// The command was ended by a signal on the worker, e.g. "TERM".
struct Signalled
{
    QString signal;
    bool operator==(const Signalled &) const = default;
};
/// What a limit was waited for in vain; None: for the end of a phase or of all.
enum class Silence { None, NoBanner, NoFirstOutput, NoMoreOutput };

/// A limit passed in this phase. `gone`, of Running: the command was ended, and seen to be gone on
/// the worker; otherwise it may still run.
struct TimedOut
{
    Phase phase = Phase::Connecting;
    Silence silence = Silence::None;
    bool gone = false;
    bool operator==(const TimedOut &) const = default;
};
/// The worker answered but would not have us: host key, login, channel. Nothing was run.
struct Refused
{
    Error error;
    bool operator==(const Refused &) const = default;
};
/// No connection, or it broke before the command was sent. Nothing was run.
struct Unreachable
{
    Error error;
    bool operator==(const Unreachable &) const = default;
};
/// The connection broke after the command was sent: it may have run, or still run.
struct Lost
{
    Error error;
    bool operator==(const Lost &) const = default;
};
/// Stopped by the person. `gone`: seen to be gone on the worker; otherwise it may still run.
struct Stopped
{
    bool gone = false;
    bool operator==(const Stopped &) const = default;
};

/// How a command on a worker ended: exactly one per command.
using Ending = std::variant<Exited, Signalled, TimedOut, Refused, Unreachable, Lost, Stopped>;

struct PhaseChanged
{
    Phase phase = Phase::Waiting;
};
struct OutputArrived
{
    OutputStream stream = OutputStream::Out;
    QByteArray bytes;
};

/// Which way the transport goes to a worker, and what that means for the person's ssh config.
struct Route
{
    enum class By { Libssh, Openssh /* the `ssh` of this machine */ };
    By by = By::Libssh;
    QString configName;  ///< of Openssh: goes before Endpoint::configName, unless it is empty
    QStringList why;     ///< of Openssh: "ProxyJump bastion"; plain text, from the config
    QStringList ignored; ///< what the config says and this way does not do: "LocalForward 8080 …"
    QString proxyId;     ///< the jump host or command that stands between, as written; or empty
    [[nodiscard]] bool isDirect() const { return proxyId.isEmpty(); }
    bool operator==(const Route &) const = default;
};
/// Before the first phase; not told where it is the default: libssh, and nothing ignored.
struct RouteChosen
{
    Route route;
};

/// What a login waits for of the person's ssh agent, which signs one after the other.
enum class AgentWait {
    None,
    Turn,  ///< others are before it
    Answer ///< it has been asked: a key is to be touched, or a question of the agent's answered
};
/// Told only where it takes longer than a moment, and when it is over; after an ending that came
/// of it, nothing more.
struct AgentWaited
{
    AgentWait wait = AgentWait::None;
};

/// CommandRequest::lossLimit was asked for, and the worker cannot see to it. The command runs on.
/// Told once.
struct Unguarded
{
    enum class Why {
        NoSecondSession, ///< it gives no second channel (MaxSessions 1)
        NoTimeout,       ///< the account has no `timeout` that reads (coreutils, busybox)
        CommandNotFound, ///< no process of its own below the connection's sshd
        NotStarted       ///< what is to see to it ended without a word
    };
    Why why = Why::NotStarted;
};

/// What happened to one command. After its Ending nothing more comes for an id.
struct TransportEvent
{
    CommandId id = 0;
    std::variant<PhaseChanged, OutputArrived, Ending, RouteChosen, AgentWaited, Unguarded> what;
};

/// The seam between runs and ssh. Used from one thread, the one it lives on; does its work on
/// threads of its own and never blocks the caller.
class Transport : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Begins at once; limits on how many at a time are the caller's. Never sends a command twice.
    [[nodiscard]] virtual CommandHandle start(const CommandRequest &request) = 0;

signals:
    /// Batched (about 60 a second at most), in order per id.
    void happened(const std::vector<podium::ssh::TransportEvent> &events);
};

} // namespace podium::ssh
