// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/snapshot.h"
#include "core/models/nodes/dayprices.h"
#include "core/models/nodes/toldcells.h"
#include "core/run/detached/detachedrun.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QMenu;
class QPushButton;
class QTableView;
class QToolButton;
class QTreeView;

namespace podium::models {
class ActivityFilter;
class ActivityModel;
class WorkerModel;
} // namespace podium::models

namespace podium::store {
struct NodeHistory;
}

namespace podium::ui {

class NodeCloudSection;
class ElidedLabel;
class FactsForm;
class MarkWidget;
class TimelineSection;

/// What is known of the selected node, or how many are selected; and what can be done with them.
class NodeDetail final : public QWidget
{
    Q_OBJECT

public:
    /// All references must outlive it.
    NodeDetail(models::ActivityModel &activity, const Clock &clock, QWidget *parent = nullptr);

    /// The nodes that are selected, as they are now.
    void setNodes(const std::vector<const inventory::NodeEntry *> &entries);
    /// What is kept of the node that is shown; of any other: ignored.
    void setHistory(const store::NodeHistory &history);
    /// What the nodes cost; shown when they are set next.
    void setPrices(const models::SharedDayPrices &prices) { m_prices = prices; }
    /// Who held the TPU of the node that is set next; shown then.
    void setHolders(const models::HolderLook &look) { m_holders = look; }
    /// Why what is known of the node that is set next may be old; see models::whyStale().
    void setStaleReason(const QString &reason) { m_staleReason = reason; }
    /// What is known to be left running, on any node.
    void setDetachedRuns(const std::vector<run::DetachedRun> &runs);
    /// Of the button that starts, stops and deletes; filled by who knows what can be done.
    [[nodiscard]] QMenu &actionMenu();
    /// Of the button that opens a shell; filled by who knows what else opens a worker.
    [[nodiscard]] QMenu &shellMenu();
    /// Its workers, a row each, in their order.
    [[nodiscard]] QTableView &workerView() { return *m_workerView; }
    /// Its disks and who did what to it; filled by who asks Google.
    [[nodiscard]] NodeCloudSection &cloudSection() { return *m_cloud; }

signals:
    /// The history of this node is to be shown, as it is now.
    void historyWanted(const podium::NodeRef &node);
    void runRequested();
    void shellRequested(int worker); ///< its index
    void copySshRequested();
    void detachedRunsRequested();
    void tpuRequested(const podium::NodeRef &node);
    /// By which host keys these workers are known is to be shown.
    void hostKeysRequested(const std::vector<podium::WorkerRef> &workers);

private:
    void makeShell();
    QLayout *buildButtons();
    void showRun(const std::vector<const inventory::NodeEntry *> &entries);
    void showShell(const cloud::Node &node);
    void showLeftRuns();
    void showTpu(const cloud::Node &node);
    void askForHostKeys();
    void showOne(const inventory::NodeEntry &entry);
    void showEvents();
    void showMany(const std::vector<const inventory::NodeEntry *> &entries);
    void fitWorkers();

    void refreshAges();

    const Clock &m_clock;
    models::ActivityModel &m_activity;
    models::WorkerModel *m_workers = nullptr;
    models::ActivityFilter *m_events = nullptr;
    MarkWidget *m_mark = nullptr;
    ElidedLabel *m_title = nullptr;
    QLabel *m_state = nullptr;
    QPushButton *m_run = nullptr;
    QToolButton *m_shell = nullptr;
    QPushButton *m_copySsh = nullptr;
    QPushButton *m_tpu = nullptr;
    QPushButton *m_hostKeys = nullptr;
    QPushButton *m_actions = nullptr;
    QPushButton *m_leftRuns = nullptr;
    FactsForm *m_facts = nullptr;
    QLabel *m_workersTitle = nullptr;
    QTableView *m_workerView = nullptr;
    QLabel *m_leftList = nullptr;
    TimelineSection *m_timeline = nullptr;
    NodeCloudSection *m_cloud = nullptr;
    std::optional<cloud::Node> m_node; ///< the one that is shown
    std::vector<run::DetachedRun> m_left;
    models::SharedDayPrices m_prices;
    models::HolderLook m_holders;
    QString m_staleReason;
    QLabel *m_eventsTitle = nullptr;
    QTreeView *m_eventView = nullptr;
    QLabel *m_noEvents = nullptr;
};

} // namespace podium::ui
