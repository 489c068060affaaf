// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/nodes/requestmodel.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace podium::models {

/// When the rows of the node requests are to be read anew: of many changes in a row once, however
/// many requests there are. Lives on the service's thread.
class RequestFeed final : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it.
    RequestFeed(
        const lifecycle::RequestService &service, const Clock &clock,
        std::chrono::milliseconds pause = std::chrono::milliseconds(100),
        QObject *parent = nullptr);

    [[nodiscard]] std::vector<RequestRow> rows() const;
    /// As after a change: what is shown also depends on the time.
    void touch();

signals:
    void changed();

private:
    const lifecycle::RequestService &m_service;
    const Clock &m_clock;
    QTimer m_timer;
};

} // namespace podium::models
