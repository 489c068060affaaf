// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QObject>

#include <vector>

namespace podium::ui {
class LoadPage;
class MainWindow;
class NodesPage;
} // namespace podium::ui

namespace podium::app {

class NodeLifecycle;
struct Services;

/// The Load page in the window: who asks for it, and what its nodes cost.
class LoadController final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it.
    LoadController(
        Services &services, ui::MainWindow &window, const ui::NodesPage &nodes,
        QObject *parent = nullptr);

    [[nodiscard]] ui::LoadPage *page() const { return m_page; }
    void followPrices(const NodeLifecycle &lifecycle);
    void watch(const std::vector<NodeRef> &nodes);

private:
    Services &m_services;
    ui::MainWindow &m_window;
    ui::LoadPage *m_page = nullptr; ///< the window's
};

} // namespace podium::app
