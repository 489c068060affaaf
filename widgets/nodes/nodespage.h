// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/snapshot.h"
#include "core/lifecycle/action/nodeaction.h"
#include "core/models/nodes/dayprices.h"
#include "core/models/nodes/toldcells.h"
#include "core/models/workprogress.h"
#include "core/run/detached/detachedrun.h"
#include "widgets/nodes/refresherrornotice.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QSettings;
class QSplitter;
class QStackedWidget;

namespace podium::inventory {
class Inventory;
}

namespace podium::models {
class ActivityModel;
class NodeFilter;
class NodeModel;
} // namespace podium::models

namespace podium::store {
struct NodeHistory;
}

namespace podium::ui {

class NodeCloudSection;
class FirstStart;
class NodeCommands;
class NodeDetail;
class NodeStack;
class NodeView;
class NodesBar;
class NoticeBar;
class OpenMenu;
class ProblemPanel;
class RequestPanel;
class SideScrollArea;

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
    /// Selects it, also where the filter leaves it out.
    void showNode(const NodeRef &node);
    /// What happened before this start, so that the list can say so.
    void noteEvents(const std::vector<inventory::Event> &events);
    /// What just went wrong, above the list.
    void showError(const Error &error);
    /// Something that was begun, in a sentence.
    void showNote(const QString &text);
    [[nodiscard]] const NodeView &list() const { return *m_view; }
    /// The bar above the list.
    [[nodiscard]] NoticeBar &notice() { return *m_notice; }
    /// What opens workers outside of Podium.
    [[nodiscard]] OpenMenu &openMenu();
    /// The same for good, in place of what the last refresh said.
    void setCloudLost(const Error &why);
    /// The answer to historyWanted().
    void setHistory(const store::NodeHistory &history);
    /// Who was found to hold TPUs just now, for the list and the details.
    void noteHolders(const QHash<NodeRef, models::HolderLook> &looks);
    /// What the nodes cost.
    void setPrices(const models::SharedDayPrices &prices);
    /// What is known to be left running, for the details.
    void setDetachedRuns(const std::vector<run::DetachedRun> &runs);
    [[nodiscard]] FirstStart &firstStart();
    [[nodiscard]] RequestPanel &requests() { return *m_requests; }
    /// The part of the details that is filled by who asks Google.
    [[nodiscard]] NodeCloudSection &cloudSection();

signals:
    void refreshRequested();
    void runRequested(const std::vector<podium::NodeRef> &nodes);
    /// How busy they are is wanted.
    void loadRequested(const std::vector<podium::NodeRef> &nodes);
    /// A terminal on this worker is wanted.
    void shellRequested(const podium::WorkerRef &worker);
    void tunnelRequested(const podium::WorkerRef &worker);
    void copySshRequested(const podium::NodeRef &node);
    /// What was left running on a node is to be looked for.
    void detachedRunsRequested(const podium::NodeRef &node);
    /// Who holds its TPU is to be shown.
    void tpuRequested(const podium::NodeRef &node);
    /// Who holds the TPUs of these is to be asked, for the list.
    void holdersRequested(const std::vector<podium::NodeRef> &nodes);
    /// By which host keys these workers are known is to be shown.
    void hostKeysRequested(const std::vector<podium::WorkerRef> &workers);
    /// This is to be done to them, once it was shown what it means.
    void actionRequested(
        podium::lifecycle::NodeAction action, const std::vector<podium::NodeRef> &nodes);
    /// A node is to be made, as the one that is named, or from the beginning.
    void createRequested();
    void anotherRequested(const podium::NodeRef &node);
    /// For the details: what is kept of this node.
    void historyWanted(const podium::NodeRef &node);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildLayout();
    void connectParts();
    void connectList();
    void connectCommands();
    void showSnapshot(const std::vector<inventory::Event> &events);
    void showView();
    void showSnapshotError();
    void showDetail();
    void showFreshness();
    void setGrouped(bool grouped);

    inventory::Inventory &m_inventory;
    const Clock &m_clock;
    QSettings &m_state;
    models::WorkMeter m_work; ///< a refresh
    models::NodeModel *m_model = nullptr;
    models::NodeFilter *m_filter = nullptr;
    NodesBar *m_bar = nullptr;
    NoticeBar *m_notice = nullptr;
    RefreshErrorNotice m_refreshError;
    RequestPanel *m_requests = nullptr;
    NodeView *m_view = nullptr;
    NodeCommands *m_commands = nullptr;
    NodeStack *m_stack = nullptr;
    QStackedWidget *m_details = nullptr; ///< of a node, or of what did not answer
    ProblemPanel *m_problem = nullptr;
    NodeDetail *m_detail = nullptr;
    SideScrollArea *m_detailArea = nullptr;
    QSplitter *m_splitter = nullptr;
    bool m_isCloudLost = false;
    std::optional<NodeRef> m_lastSelected; ///< comes back when the filter lets it
    bool m_detailWanted = true;
    QTimer m_second;
    int m_seconds = 0;
};

} // namespace podium::ui
