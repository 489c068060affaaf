// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/remote/record.h"
#include "core/remote/secretfilter.h"
#include "core/ssh/transport.h"

#include <QByteArray>
#include <QByteArrayList>

#include <map>
#include <unordered_map>
#include <vector>

namespace podium::remote {

/// A transport that goes before another one, for the commands of one run, which is watched. What
/// its script says over stdout, the records, stays here; what is printed over stderr passes, as the
/// output, without secrets. Who exits with 0 and has given no whole answer is lost to the run: it
/// is not known to be good. What the script gets on stdin is added here, so that no RunSpec has it.
class AnswerTransport final : public ssh::Transport
{
    Q_OBJECT

public:
    /// `transport` must outlive this. `hidden`: see SecretFilter.
    AnswerTransport(
        ssh::Transport &transport, QByteArray input, QByteArrayList hidden,
        QObject *parent = nullptr);

    [[nodiscard]] ssh::CommandHandle start(const ssh::CommandRequest &request) override;

    /// What a worker has answered so far; see decodeAnswer().
    [[nodiscard]] Result<Answer> answerOf(const WorkerRef &worker) const;
    /// The end of what it printed, without secrets.
    [[nodiscard]] QByteArray printedBy(const WorkerRef &worker) const;
    /// All have ended: input and secrets are not needed any more.
    void forgetSecrets();

signals:
    /// It has answered more, and has not ended; what it had printed before has passed.
    void answered(const podium::WorkerRef &worker);

private:
    /// Of one worker.
    struct Heard
    {
        WorkerRef worker;
        QByteArray answer;
        QByteArray printed; ///< the end of it
        SecretFilter filter;
    };
    using Events = std::vector<ssh::TransportEvent>;
    void pass(const Events &events);
    static void passText(ssh::CommandId id, Heard &heard, const QByteArray &text, Events &passed);
    [[nodiscard]] static ssh::Ending endingFor(const Heard &heard, const ssh::Ending &ending);

    ssh::Transport &m_transport;
    QByteArray m_input;
    QByteArrayList m_hidden;
    std::map<WorkerRef, Heard> m_heard;
    std::unordered_map<ssh::CommandId, Heard *> m_running; ///< of m_heard
};

} // namespace podium::remote
