// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/snapshot.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QSettings;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace podium::inventory {
class Inventory;
}

namespace podium::models {
class ActivityModel;
class NodeFilter;
class NodeModel;
} // namespace podium::models

namespace podium::ui {

class EmptyState;
class FirstStart;
class NodeDetail;
class NodeView;
class NoticeBar;

/// All nodes of all projects, what is known of the selected ones, and what to do with them.
class NodesPage final : public QWidget
{
    Q_OBJECT

public:
    /// All references must outlive it; `state` keeps columns and view.
    NodesPage(
        inventory::Inventory &inventory, models::ActivityModel &activity, const Clock &clock,
        QSettings &state, QWidget *parent = nullptr);
    ~NodesPage() override;

    void focusFilter();
    void selectNode(const NodeRef &node);
    [[nodiscard]] FirstStart &firstStart() { return *m_firstStart; }

signals:
    void refreshRequested();
    void runRequested(const std::vector<podium::NodeRef> &nodes);
    void copySshRequested(const podium::NodeRef &node);

private:
    enum class View { Loading, FirstStart, Failed, Empty, NoMatch, List };

    void buildStack();
    void buildLayout();
    void connectParts();
    void showSnapshot(const std::vector<inventory::Event> &events);
    void showView();
    [[nodiscard]] View viewFor() const;
    void showError();
    void showDetail();
    void showFreshness();
    void setGrouped(bool grouped);
    void showMenu(const QPoint &globalPosition);
    void emitRun();
    void emitCopySsh();

    inventory::Inventory &m_inventory;
    const Clock &m_clock;
    QSettings &m_state;
    models::NodeModel *m_model = nullptr;
    models::NodeFilter *m_filter = nullptr;
    QLineEdit *m_search = nullptr;
    QLabel *m_count = nullptr;
    QLabel *m_freshness = nullptr;
    QToolButton *m_group = nullptr;
    QToolButton *m_refresh = nullptr;
    NoticeBar *m_notice = nullptr;
    NodeView *m_view = nullptr;
    NodeDetail *m_detail = nullptr;
    QSplitter *m_splitter = nullptr;
    QStackedWidget *m_stack = nullptr;
    FirstStart *m_firstStart = nullptr;
    EmptyState *m_loading = nullptr;
    EmptyState *m_failed = nullptr;
    EmptyState *m_empty = nullptr;
    EmptyState *m_noMatch = nullptr;
    std::optional<Error> m_shownError;
    QTimer m_second;
    int m_seconds = 0;
};

} // namespace podium::ui
