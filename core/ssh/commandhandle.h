// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <utility>
#include <variant>

namespace podium::ssh {

using CommandId = quint64;

/// How firmly to stop a command.
enum class StopKind { Polite /* TERM to its process group */, Kill /* KILL, then give up */ };

/// In cells.
struct TerminalSize
{
    int columns = 80;
    int rows = 24;
    bool operator==(const TerminalSize &) const = default;
};

/// It is to end.
struct StopCommand
{
    StopKind kind = StopKind::Polite;
};
/// It may go on without us after all; see CommandOptions::lossLimit.
struct LeaveRunning
{};
/// It may take as long as it takes; see CommandOptions::totalLimit.
struct LiftTotalLimit
{};
/// More for stdin, where the request keeps it open: after all that came before, as soon as the
/// worker takes it. Never logged.
struct TypeInput
{
    QByteArray bytes;
};
/// End of file after all that was written; on a terminal, whose stdin has none, Ctrl+D.
struct EndInput
{};
/// The terminal's window has changed. Does nothing to a command without one.
struct ResizeTerminal
{
    TerminalSize size;
};

/// What a command can be told once it is started.
using CommandControl =
    std::variant<StopCommand, LeaveRunning, LiftTotalLimit, TypeInput, EndInput, ResizeTerminal>;

/// Hands on what commands are told: a transport, for those that it has started.
class CommandController
{
public:
    /// False: it was not taken, since the command has ended, or as CommandHandle::write() says.
    virtual bool control(CommandId id, const CommandControl &what) = 0;

protected:
    ~CommandController() = default;
};

/// A command that a transport has started: its name in the events, and what it can be told. A
/// value; must not be used when the transport is gone. On the transport's thread.
class CommandHandle final
{
public:
    /// So much typed input may wait for a worker.
    static constexpr int MostTyped = 1024 * 1024;

    CommandHandle(CommandId id, CommandController &controller) : m_id(id), m_controller(&controller)
    {}

    [[nodiscard]] CommandId id() const { return m_id; }

    // All of it is fine for a command that has ended.
    void stop(StopKind kind) const { control(StopCommand{kind}); }
    void leaveRunning() const { control(LeaveRunning{}); }
    void liftTotalLimit() const { control(LiftTotalLimit{}); }
    /// False: nothing of it was taken, since the command has ended, its input was ended, or more
    /// than MostTyped would wait.
    [[nodiscard]] bool write(const QByteArray &bytes) const { return control(TypeInput{bytes}); }
    void endInput() const { control(EndInput{}); }
    void resize(TerminalSize size) const { control(ResizeTerminal{size}); }
    /// Any of these, for who passes them on.
    bool control(const CommandControl &what) const { return m_controller->control(m_id, what); }

private:
    CommandId m_id;
    CommandController *m_controller;
};

} // namespace podium::ssh
