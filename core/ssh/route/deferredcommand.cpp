// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/route/deferredcommand.h"

namespace podium::ssh {

DeferredCommand::DeferredCommand(const CommandRequest &request)
    : m_request(request)
    , m_isInputOpen(request.keepsInputOpen || request.terminal)
{}

CommandId DeferredCommand::startBy(Transport &transport)
{
    m_handle = transport.start(m_request);
    if (!m_isInputOpen && m_request.keepsInputOpen) {
        m_handle->endInput();
    }
    return m_handle->id();
}

void DeferredCommand::keepNoMore()
{
    m_isKept = false;
    m_request = {};
}

bool DeferredCommand::control(const CommandControl &what)
{
    const bool isTaken = m_handle ? m_handle->control(what) : canKeep(what);
    if (isTaken && m_isKept) {
        keep(what);
    }
    return isTaken;
}

bool DeferredCommand::canKeep(const CommandControl &what) const
{
    const auto *typed = std::get_if<TypeInput>(&what);
    return !typed || (m_isInputOpen && m_typed + typed->bytes.size() <= CommandHandle::MostTyped);
}

void DeferredCommand::keep(const CommandControl &what)
{
    if (const auto *typed = std::get_if<TypeInput>(&what)) {
        m_request.input += typed->bytes;
        m_typed += m_handle ? 0 : typed->bytes.size();
    } else if (std::holds_alternative<EndInput>(what)) {
        if (m_request.terminal) {
            constexpr char EndOfTransmission = 4; // Ctrl+D
            m_request.input += EndOfTransmission;
        } else {
            m_isInputOpen = false;
        }
    } else if (const auto *resized = std::get_if<ResizeTerminal>(&what)) {
        if (m_request.terminal) {
            m_request.terminal = resized->size;
        }
    } else if (std::holds_alternative<LeaveRunning>(what)) {
        m_request.lossLimit = {};
    } else if (std::holds_alternative<LiftTotalLimit>(what)) {
        m_request.totalLimit = {};
    }
}

void tellStopped(Transport &transport, CommandId id)
{
    QMetaObject::invokeMethod(
        &transport,
        [&transport, id] {
            emit transport.happened({{id, Ending(Stopped{true})}});
        },
        Qt::QueuedConnection);
}

} // namespace podium::ssh
