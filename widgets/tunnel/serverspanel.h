// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/tunnel/servers.h"

#include <QWidget>

#include <optional>
#include <vector>

class QPushButton;
class QTreeView;

namespace podium::models {
class ServerModel;
}

namespace podium::ui {

class ElidedLabel;
class MarkWidget;

/// Which programs listen on some workers: found on request, each to be reached by a tunnel.
class ServersPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ServersPanel(QWidget *parent = nullptr);

    /// So many workers are being asked; what was found before is forgotten.
    void begin(int workers);
    void add(const WorkerRef &worker, const Result<tunnel::WorkerServers> &found);
    /// All have been asked.
    void end();
    [[nodiscard]] const models::ServerModel &model() const { return *m_model; }

signals:
    void tunnelWanted(const podium::WorkerRef &worker, const podium::tunnel::Server &server);
    void closed();

private:
    void showState();
    void openSelected();
    [[nodiscard]] bool isReachable(int row) const;

    models::ServerModel *m_model;
    QTreeView *m_view;
    MarkWidget *m_mark;
    ElidedLabel *m_summary;
    QPushButton *m_open;
    int m_workers = 0;
    int m_asked = 0;       ///< that have answered, or have not been reached
    QStringList m_unknown; ///< what is not known, a sentence each
    bool m_isLooking = false;
};

} // namespace podium::ui
