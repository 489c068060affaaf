// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/ssh/transport.h"
#include "core/tpu/load/runtimemetrics.h"

#include <QObject>

#include <memory>
#include <unordered_map>

namespace podium::tpu {

/// Asks libtpu's own server on workers, each over a forward of the connection that is kept to it.
/// What answers badly, too much or not at all is "no data", and the connection goes on. On the
/// transport's thread.
class MetricsQuery final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Limit{2000}; ///< for all of an answer

    /// `transport` must outlive this.
    explicit MetricsQuery(ssh::Transport &transport, QObject *parent = nullptr);
    /// Who has not been answered will not be.
    ~MetricsQuery() override;

    void ask(const ssh::Endpoint &endpoint, const Callback<RuntimeMetrics> &callback);

private:
    struct Asked
    {
        ssh::CommandHandle command;
        std::unique_ptr<GrpcExchange> exchange;
        Callback<RuntimeMetrics> callback;
        bool hasBegun = false; ///< the first of it has come
    };
    void onEvents(const std::vector<ssh::TransportEvent> &events);
    void feed(ssh::CommandId id, Asked &asked, const QByteArray &bytes);
    /// It sends on, byte by byte, and does not come to an end.
    void giveUp(ssh::CommandId id);
    void answer(ssh::CommandId id, const RuntimeMetrics &metrics);

    ssh::Transport &m_transport;
    std::unordered_map<ssh::CommandId, Asked> m_asked;
};

} // namespace podium::tpu
