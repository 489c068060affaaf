// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cloud/clients/tpuclient.h"
#include "core/ssh/endpoint.h"

#include <QHash>
#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace podium::inventory {
class Inventory;
}

namespace podium::app {

/// Asks Google for a worker's host keys at the moment when another key than the known one was
/// shown. What Google vouches for on the same machine, the inventory takes up: the next command and
/// the next ssh config have it. Once for all workers of a node that ask within some seconds.
class HostKeyInquiry final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive this.
    HostKeyInquiry(
        cloud::TpuClient &tpu, inventory::Inventory &inventory, const Clock &clock,
        QObject *parent = nullptr);

    /// The keys of this worker; empty where Google knows of none. NotFound where the node is not
    /// the machine any more that the endpoint is about. As ssh::RetryingTransport::AskKeys.
    void ask(const ssh::Endpoint &endpoint, const Callback<Result<QStringList>> &callback);

private:
    struct Waiting
    {
        ssh::Endpoint endpoint;
        Callback<Result<QStringList>> callback;
    };
    struct Question
    {
        std::vector<Waiting> waiting;
        std::optional<Result<cloud::Node>> answer; ///< with the host keys in it
        qint64 answeredMs = 0;
    };
    void askNode(const NodeRef &ref);
    void askKeys(const cloud::Node &node);
    void answer(const NodeRef &ref, const Result<cloud::Node> &node);

    cloud::TpuClient &m_tpu;
    inventory::Inventory &m_inventory;
    const Clock &m_clock;
    QHash<NodeRef, std::shared_ptr<Question>> m_questions;
};

} // namespace podium::app
