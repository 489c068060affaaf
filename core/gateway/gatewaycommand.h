// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/gatewayplan.h"
#include "core/gateway/workerlines.h"
#include "core/ssh/transport.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace podium::gateway {

/// What is run, from where, on whom.
struct GatewayCommandRequest
{
    ssh::Endpoint gateway;          ///< with the agent that it may ask
    std::vector<SshTarget> targets; ///< what runs, runs on these
    QStringList names;              ///< of those, for a person
    QByteArray command;             ///< as of ssh::CommandRequest
    QByteArray input;               ///< all of stdin, the same for all
    int atOnce = 0;                 ///< 0: all
    std::chrono::milliseconds connectLimit{15000};
};

/// One command on some workers, run by `clush` on a gateway. What each prints and how it ends is
/// told as a transport does; an ending is a status, unless the command never began or the way to it
/// broke: by which signal it ended, ssh and clush do not say. Lives on the transport's thread.
class GatewayCommand final : public QObject
{
    Q_OBJECT

public:
    /// What happened on the worker of this number, see SshTarget::worker; the last is its Ending.
    using Tell = std::function<void(std::size_t, decltype(ssh::TransportEvent::what))>;

    /// `transport` may go before it does, and with it all that runs by it.
    GatewayCommand(
        ssh::Transport &transport, const GatewayCommandRequest &request, Tell tell,
        QObject *parent = nullptr);
    ~GatewayCommand() override;

    void start();
    /// Ends clush and its logins; what has begun on a worker runs on. Never by KILL: the script
    /// there has something to take away.
    void stop();
    /// Something of it has not ended on a worker.
    [[nodiscard]] bool isGoingOn() const { return !m_parts.empty(); }

signals:
    void told(); ///< after the last of what came at once
    void finished();

private:
    /// Of one worker.
    struct Part
    {
        QByteArray early; ///< what came on stderr before it began: its start files', or ssh's own
        bool hasBegun = false;
        bool hasErrors = false; ///< the command has begun to write there
        bool isOutOver = false;
        bool isErrOver = false;
        int status = 0;
        std::optional<int> told; ///< status of its ssh, by clush
    };
    void onEvents(const std::vector<ssh::TransportEvent> &events);
    void onOutput(ssh::OutputStream stream, const QByteArray &bytes);
    void onItem(ssh::OutputStream stream, const WorkerLines::Item &item);
    void onText(ssh::OutputStream stream, const WorkerLines::Output &output);
    void onBegun(ssh::OutputStream stream, std::size_t worker);
    void onEnded(ssh::OutputStream stream, const WorkerLines::Ended &ended);
    void onOwnLine(const QByteArray &line);
    void onScriptWord(const QByteArray &word);
    void onClushWord(const QByteArray &words);
    void tellAll(const decltype(ssh::TransportEvent::what) &what);
    void endPart(std::size_t worker, const ssh::Ending &ending);
    void endCutOff();
    void finish(const ssh::Ending &how);
    [[nodiscard]] ssh::Ending endingOf(const Part &part, std::size_t worker) const;
    [[nodiscard]] ssh::Ending notBegun(const ssh::Ending &how, std::size_t worker) const;
    [[nodiscard]] QByteArray wholeInput() const;
    [[nodiscard]] const QString &nameOf(std::size_t worker) const;

    const QPointer<ssh::Transport> m_transport;
    const GatewayCommandRequest m_request;
    const Tell m_tell;
    const QByteArray m_id;
    std::unordered_map<std::size_t, Part> m_parts; ///< that have not ended
    std::unordered_map<std::size_t, QString> m_names;
    WorkerLines m_out;
    WorkerLines m_err;
    std::optional<ssh::CommandHandle> m_handle;
    bool m_isReady = false; ///< clush runs, or has run
    std::optional<Error> m_failure;
    QString m_complaint; ///< what clush said of itself
    QTimer m_lastOutput;
};

} // namespace podium::gateway
