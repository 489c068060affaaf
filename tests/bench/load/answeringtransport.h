// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"
#include "tests/core/tpu/load/fakeanswers.h"

#include <QElapsedTimer>
#include <QTimer>

#include <array>
#include <map>
#include <vector>

namespace podium::bench {

/// Stands where libssh does: any number of workers that are logged in and say how busy they are,
/// each after the time that its way takes, told in batches as the real one tells them. Of their
/// answers only some are made, once a second: to make them is the workers' work.
class AnsweringTransport final : public ssh::Transport, private ssh::CommandController
{
public:
    AnsweringTransport();

    [[nodiscard]] ssh::CommandHandle start(const ssh::CommandRequest &request) override;

    int looks = 0; ///< scripts that were answered

private:
    struct Answer
    {
        QByteArray host;
        QByteArray tpu;
    };
    bool control(ssh::CommandId id, const ssh::CommandControl &what) override;
    void tellAt(qint64 time, std::vector<ssh::TransportEvent> events);
    void tell();
    [[nodiscard]] const Answer &answerOf(const WorkerRef &worker);

    static constexpr std::size_t Kinds = 9; ///< of workers; the last one is unlike the others

    std::array<Answer, Kinds> m_answers;
    int m_second = -1; ///< of m_answers
    std::multimap<qint64, std::vector<ssh::TransportEvent>> m_due;
    ssh::CommandId m_lastId = 0;
    QElapsedTimer m_time;
    QTimer m_timer;
};

} // namespace podium::bench
