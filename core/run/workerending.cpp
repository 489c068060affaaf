// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/workerending.h"

namespace podium::run {

namespace {

struct ClassOf
{
    EndingClass operator()(const ssh::Exited &e) const
    {
        return e.status == 0 ? EndingClass::Ok : EndingClass::Failed;
    }
    EndingClass operator()(const ssh::Signalled &) const { return EndingClass::Failed; }
    EndingClass operator()(const ssh::TimedOut &e) const
    {
        return e.phase == ssh::Phase::Running ? EndingClass::Failed : EndingClass::Unreachable;
    }
    EndingClass operator()(const ssh::Refused &) const { return EndingClass::Unreachable; }
    EndingClass operator()(const ssh::Unreachable &) const { return EndingClass::Unreachable; }
    EndingClass operator()(const ssh::Lost &) const { return EndingClass::Unreachable; }
    EndingClass operator()(const ssh::Stopped &) const { return EndingClass::Stopped; }
    EndingClass operator()(const NeverStarted &) const { return EndingClass::Stopped; }
};

QString describeTimeout(const ssh::TimedOut &ending)
{
    switch (ending.silence) {
    case ssh::Silence::NoBanner:
        return QStringLiteral("timed out waiting for an ssh greeting");
    case ssh::Silence::NoFirstOutput:
        return QStringLiteral("timed out without output");
    case ssh::Silence::NoMoreOutput:
        return QStringLiteral("timed out after its last output");
    case ssh::Silence::None:
        break;
    }
    switch (ending.phase) {
    case ssh::Phase::Waiting:
    case ssh::Phase::Connecting:
        return QStringLiteral("timed out connecting");
    case ssh::Phase::KeyExchange:
        return QStringLiteral("timed out in key exchange");
    case ssh::Phase::Login:
        return QStringLiteral("timed out logging in");
    case ssh::Phase::Running:
        break;
    }
    return QStringLiteral("timed out while running");
}

QString describeRefusal(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::HostKey:
        return QStringLiteral("host key changed");
    case ErrorKind::Authentication:
        return QStringLiteral("login refused");
    default:
        return QStringLiteral("refused");
    }
}

struct Describe
{
    QString operator()(const ssh::Exited &e) const
    {
        return QStringLiteral("exit %1").arg(e.status);
    }
    QString operator()(const ssh::Signalled &e) const
    {
        return e.signal.isEmpty() ? QStringLiteral("ended by a signal")
                                  : QStringLiteral("signal %1").arg(e.signal);
    }
    QString operator()(const ssh::TimedOut &e) const { return describeTimeout(e); }
    QString operator()(const ssh::Refused &e) const { return describeRefusal(e.error.kind); }
    QString operator()(const ssh::Unreachable &e) const
    {
        return e.error.kind == ErrorKind::Timeout ? QStringLiteral("no answer")
                                                  : QStringLiteral("unreachable");
    }
    QString operator()(const ssh::Lost &) const { return QStringLiteral("connection lost"); }
    QString operator()(const ssh::Stopped &e) const
    {
        return e.gone ? QStringLiteral("stopped") : QStringLiteral("stopped, may still run");
    }
    QString operator()(const NeverStarted &) const { return QStringLiteral("never started"); }
};

} // namespace

WorkerEnding workerEnding(const ssh::Ending &ending)
{
    return std::visit([](const auto &e) { return WorkerEnding(e); }, ending);
}

QString describeEnding(const WorkerEnding &ending)
{
    return std::visit(Describe{}, ending);
}

EndingClass endingClass(const WorkerEnding &ending)
{
    return std::visit(ClassOf{}, ending);
}

const Error *endingError(const WorkerEnding &ending)
{
    if (const auto *refused = std::get_if<ssh::Refused>(&ending)) {
        return &refused->error;
    }
    if (const auto *unreachable = std::get_if<ssh::Unreachable>(&ending)) {
        return &unreachable->error;
    }
    const auto *lost = std::get_if<ssh::Lost>(&ending);
    return lost ? &lost->error : nullptr;
}

bool isHostKeyProblem(const WorkerEnding &ending)
{
    const auto *refused = std::get_if<ssh::Refused>(&ending);
    return refused && refused->error.kind == ErrorKind::HostKey;
}

QString endingClassName(EndingClass ending)
{
    switch (ending) {
    case EndingClass::Ok:
        return QStringLiteral("ok");
    case EndingClass::Failed:
        return QStringLiteral("failed");
    case EndingClass::Unreachable:
        return QStringLiteral("unreachable");
    case EndingClass::Stopped:
        break;
    }
    return QStringLiteral("stopped");
}

} // namespace podium::run
