// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/models/nodes/dayprices.h"
#include "core/tpu/load/loadsession.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace podium::models {
class LoadGroups;
class LoadModel;
} // namespace podium::models

namespace podium::ui {

class LoadDetail;
class LoadView;
class TargetsEdit;

/// How busy chosen workers are: a small picture of each below its node, one of them large. What is
/// seen is looked at often, the rest now and then; nothing before it is asked for.
class LoadPage final : public QWidget
{
    Q_OBJECT

public:
    /// All references must outlive it.
    LoadPage(
        const inventory::Inventory &inventory, tpu::LoadSession::World world,
        QWidget *parent = nullptr);
    ~LoadPage() override;

    /// Looks at these from now on.
    void watch(const QStringList &targetWords);
    void setPrices(const models::SharedDayPrices &prices);
    /// What Cloud Monitoring says of a node, a sentence; shown where workers do not tell.
    void setCloudIdle(std::function<QString(const NodeRef &)> idleOf);
    void focusTargets();
    [[nodiscard]] const models::LoadModel &model() const { return *m_model; }

signals:
    /// Cloud Monitoring is to be asked about these that are watched, when it begins and now and
    /// then.
    void cloudIdleWanted(const std::vector<podium::NodeRef> &nodes);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildLayout();
    void buildBar(QBoxLayout *column);
    void connectParts();
    void start();
    void showState();
    void showChosen();
    void tellVisible();
    void wantCloudIdle();
    void pauseOrGoOn();

    const tpu::LoadSession::World m_world;
    std::unique_ptr<tpu::LoadSession> m_session;
    TargetsEdit *m_targets = nullptr;
    models::LoadModel *m_model = nullptr;
    models::LoadGroups *m_groups = nullptr;
    QPushButton *m_watch = nullptr;
    QPushButton *m_pause = nullptr;
    QComboBox *m_value = nullptr;
    QLabel *m_summary = nullptr;
    QStackedWidget *m_stack = nullptr;
    LoadView *m_view = nullptr;
    LoadDetail *m_detail = nullptr;
    QTimer m_cloud; ///< until Cloud Monitoring is asked again
    QTimer m_soon;  ///< until the session is told what is visible
    QTimer m_hour;  ///< until the hour that is shown has moved on, whoever says nothing
};

} // namespace podium::ui
