// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/actual/accountpool.h"
#include "core/people/actual/scriptanswer.h"
#include "core/remote/record.h"
#include "core/ssh/transport.h"

#include <QByteArray>

#include <memory>
#include <unordered_map>

namespace podium::people {

/// How the worker's script ended there: its answer, or why there is none.
struct ScriptReport
{
    WorkerRef worker;
    ssh::Ending ending;
    ScriptAnswer answer; ///< its `error` says why, too, where the ending is no exit
};

/// The keys of the login by which Podium came are others now.
[[nodiscard]] bool touchesOurselves(const ScriptReport &report);

/// A transport that goes before another one. Commands pass as they are, except the people script:
/// its answer is turned into sentences for the panes and logs, and reported as facts. So whoever
/// runs the script, in a pane, from a retry or in the background, it is never missed.
class ScriptTransport final : public ssh::Transport
{
    Q_OBJECT

public:
    /// `transport` must outlive this; nobody else may use it.
    explicit ScriptTransport(ssh::Transport &transport, QObject *parent = nullptr);

    [[nodiscard]] ssh::CommandHandle start(const ssh::CommandRequest &request) override;

signals:
    /// As soon as the worker says so: what else belongs to the account may still fail, or never be
    /// told of.
    void accountBegun(const podium::WorkerRef &worker, const podium::UserName &login);
    /// Before the run hears that the worker has ended, so that the facts are there by then.
    void reported(const podium::people::ScriptReport &report);

private:
    struct Listening
    {
        WorkerRef worker;
        QByteArray output;
        QByteArray errors;
        remote::RecordReader reader; ///< what it has read was turned into sentences
        bool isInspect = false;      ///< from here on come facts, which no one reads
    };
    void pass(const std::vector<ssh::TransportEvent> &events);
    /// What a worker said is read in the pool; then all hear of its end.
    void finish(ssh::CommandId id, Listening listening, ssh::Ending ending);
    /// The sentences for what has come since.
    [[nodiscard]] QByteArray translate(Listening &listening);

    ssh::Transport &m_transport;
    std::unordered_map<ssh::CommandId, Listening> m_listening;
    std::shared_ptr<AccountPool> m_accounts =
        std::make_shared<AccountPool>(); ///< jobs have it, too
};

} // namespace podium::people

Q_DECLARE_METATYPE(podium::people::ScriptReport)
