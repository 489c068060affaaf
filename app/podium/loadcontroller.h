// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/inventory/idlebook.h"
#include "core/models/nodes/dayprices.h"

#include <QObject>

#include <optional>
#include <vector>

namespace podium::ui {
class LoadPage;
class MainWindow;
class NodesPage;
} // namespace podium::ui

namespace podium::app {

class NodeLifecycle;
struct Services;

/// The Load page in the window: who asks for it, and what its nodes cost; and what Cloud Monitoring
/// says of TPUs, on that page and in the details of a node.
class LoadController final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it.
    LoadController(
        Services &services, ui::MainWindow &window, ui::NodesPage &nodes,
        QObject *parent = nullptr);

    [[nodiscard]] ui::LoadPage *page() const { return m_page; }
    void followPrices(const NodeLifecycle &lifecycle);
    void watch(const std::vector<NodeRef> &nodes);

private:
    void askCloud(const std::vector<NodeRef> &nodes);
    void showCloud();
    [[nodiscard]] QString cloudText(const NodeRef &node) const;

    Services &m_services;
    ui::MainWindow &m_window;
    ui::NodesPage &m_nodes;
    ui::LoadPage *m_page = nullptr; ///< the window's
    inventory::IdleBook m_idle;
    models::SharedDayPrices m_prices;
    std::optional<NodeRef> m_wanted; ///< whose details are to tell
};

} // namespace podium::app
