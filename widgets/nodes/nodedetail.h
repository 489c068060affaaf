// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/snapshot.h"

#include <QWidget>

#include <vector>

class QFormLayout;
class QLabel;
class QPushButton;
class QTableView;
class QTreeView;

namespace podium::models {
class ActivityFilter;
class ActivityModel;
class WorkerModel;
} // namespace podium::models

namespace podium::ui {

class ElidedLabel;
class MarkWidget;

/// What is known of the selected node, or how many are selected; and what can be done with them.
class NodeDetail final : public QWidget
{
    Q_OBJECT

public:
    /// All references must outlive it.
    NodeDetail(models::ActivityModel &activity, const Clock &clock, QWidget *parent = nullptr);

    /// The nodes that are selected, as they are now.
    void setNodes(const std::vector<const inventory::NodeEntry *> &entries);

signals:
    void runRequested();
    void copySshRequested();

private:
    void showOne(const inventory::NodeEntry &entry);
    void showMany(const std::vector<const inventory::NodeEntry *> &entries);
    void setFacts(const std::vector<std::pair<QString, QString>> &facts);
    void fitWorkers();

    const Clock &m_clock;
    models::WorkerModel *m_workers = nullptr;
    models::ActivityFilter *m_events = nullptr;
    MarkWidget *m_mark = nullptr;
    ElidedLabel *m_title = nullptr;
    QLabel *m_state = nullptr;
    QPushButton *m_run = nullptr;
    QPushButton *m_copySsh = nullptr;
    QWidget *m_factArea = nullptr;
    QFormLayout *m_facts = nullptr;
    QLabel *m_workersTitle = nullptr;
    QTableView *m_workerView = nullptr;
    QLabel *m_eventsTitle = nullptr;
    QTreeView *m_eventView = nullptr;
    QLabel *m_noEvents = nullptr;
};

} // namespace podium::ui
